import { HttpError } from '../../routing/table/http-error.js';
import type { RegisteredCaller } from '../../routing/declare/route-schemas.js';
import type { Challenge } from '../../routing/table/challenge.js';
import type { Route } from '../../routing/table/route.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import type { Step } from './exchange.js';
import { isThenable } from './is-thenable.js';
import type { Guard, GuardInput } from '../../routing/declare/guard.js';

/** Asks `authenticate` who is calling. */
export function authenticateStep(authenticate: NonNullable<ServiceOptions['authenticate']>): Step {
  return (exchange) => {
    const caller = authenticate(exchange.req);
    if (!isThenable<RegisteredCaller | null>(caller)) return void (exchange.caller = caller);
    return caller.then((found) => void (exchange.caller = found));
  };
}

/** 401 without a caller (RFC 9110, section 15.5.2). */
export function signedInStep(challenge: Challenge): Step {
  return ({ caller }) => {
    if (!caller) throw unauthorized(challenge);
  };
}

/** 401 without a caller, 403 without one of the roles (RFC 9110, sections 15.5.2 and 15.5.4). */
export function rolesStep(roles: readonly string[], challenge: Challenge): Step {
  return ({ caller }) => {
    if (!caller) throw unauthorized(challenge);
    const held: readonly string[] = caller.roles;
    if (!roles.some((role) => held.includes(role))) {
      throw new HttpError(403, `This needs the role ${roles.join(' or ')}.`, { requiredRoles: roles });
    }
  };
}

function unauthorized({ detail, authenticate }: Challenge): HttpError {
  return new HttpError(401, detail, {}, { headers: { 'WWW-Authenticate': authenticate } });
}

/** Runs a guard, which throws to refuse. */
export function guardStep(guard: Guard, route: Route): Step {
  return (exchange) => {
    const pending = guard.check(exchange as unknown as GuardInput, route);
    return isThenable<void>(pending) ? pending : undefined;
  };
}
