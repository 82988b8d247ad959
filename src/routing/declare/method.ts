import { codeUnitOrder } from '../../text/code-unit-order.js';

/** The methods that a route can have. */
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

const places: Readonly<Record<Method, number>> = { GET: 0, HEAD: 1, POST: 2, PUT: 3, PATCH: 4, DELETE: 5, OPTIONS: 6 };

export const methods = Object.freeze(Object.keys(places) as Method[]);

const placeOf = (method: string) => (Object.hasOwn(places, method) ? places[method as Method] : methods.length);

/** In the order above; methods that only a document has come last, by code unit. */
export const compareMethods = (a: string, b: string): number => placeOf(a) - placeOf(b) || codeUnitOrder(a, b);
