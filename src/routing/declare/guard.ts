import type { Constructor } from '../../wiring/metadata.js';
import type { Route } from '../table/route.js';
import type { Input } from './route-schemas.js';
import type { DeclaredSecurity } from './security.js';

/** What a guard sees: the request before its body is read. */
export type GuardInput = Pick<Input, 'req' | 'res' | 'trace' | 'caller' | 'address'>;

/** Refuses a request by throwing an HttpError; may set headers on `input.res`. */
export interface Guard {
  /** Runs before the body is read. An HttpError refuses the request; anything else that is thrown is a 500. */
  check(input: GuardInput, route: Route): void | Promise<void>;
}

/** `static readonly security` names the schemes that the guard checks, for the documents. */
export type GuardClass = Constructor<Guard> & { readonly security?: DeclaredSecurity };
