import type { Constructor } from '../../wiring/metadata.js';
import type { Route } from '../table/route.js';
import type { Input } from './route-schemas.js';

/** What a guard sees: the request before its body is read. */
export type GuardInput = Pick<Input, 'req' | 'res' | 'trace' | 'caller' | 'address'>;

/** Refuses a request by throwing an HttpError; may set headers on `input.res`. */
export interface Guard {
  check(input: GuardInput, route: Route): void | Promise<void>;
}

export type GuardClass = Constructor<Guard>;
