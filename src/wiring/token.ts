import type { Class } from './metadata.js';

const brand = Symbol.for('svckit.token');

/** A name for something to inject that is not a class. */
export interface Token<T> {
  readonly [brand]: true;
  readonly name: string;
  /** Never set; carries the type. */
  readonly type?: T;
}

/** What can be injected: a token, or a class. */
export type Injectable<T = unknown> = Token<T> | Class<T>;

/** Makes a token; throws a TypeError without a name, which messages show. */
export function token<T>(name: string): Token<T> {
  if (typeof name !== 'string' || name === '') throw new TypeError('token() takes a name: token<Clock>("clock").');
  return Object.freeze({ [brand]: true as const, name });
}

export function isToken(value: unknown): value is Token<unknown> {
  return typeof value === 'object' && value !== null && brand in value;
}

export function isClass(value: unknown): value is Class {
  return typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));
}

export function injectableName(target: Injectable): string {
  return isInjectable(target) ? target.name || '(anonymous class)' : String(target);
}

/** false for undefined, which the compiler rules out but circular imports let through. */
export function isInjectable(value: unknown): value is Injectable {
  return typeof value === 'function' || isToken(value);
}
