import { HttpError } from '../../routing/table/http-error.js';
import type { Caller, Guard, GuardInput } from '../../routing/declare/route-schemas.js';
import type { Route } from '../../routing/table/route.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import type { Step } from './endpoint.js';
import { isThenable } from '../is-thenable.js';

/** Asks `authenticate` who is calling. */
export function authenticateStep(authenticate: NonNullable<ServiceOptions['authenticate']>): Step {
  return (exchange) => {
    const caller = authenticate(exchange.req);
    if (!isThenable<Caller | null>(caller)) return void (exchange.caller = caller);
    return caller.then((found) => void (exchange.caller = found));
  };
}

/** 401 without a caller, 403 without one of the roles (RFC 9110, sections 15.5.2 and 15.5.4). */
export function rolesStep(roles: readonly string[]): Step {
  return ({ caller }) => {
    if (!caller)
      throw new HttpError(
        401,
        'Credentials are required. Send Authorization: Bearer <token>.',
        {},
        { headers: { 'WWW-Authenticate': 'Bearer' } },
      );
    if (!roles.some((role) => caller.roles.includes(role))) {
      throw new HttpError(403, `This needs the role ${roles.join(' or ')}.`, { requiredRoles: roles });
    }
  };
}

/** Runs a guard, which throws to refuse. */
export function guardStep(guard: Guard, route: Route): Step {
  return (exchange) => {
    const pending = guard.check(exchange as unknown as GuardInput, route);
    return isThenable<void>(pending) ? pending : undefined;
  };
}
