import { declarationError } from '../../report/load-session.js';
import { declareFacts, requireParentheses } from './declaration.js';
import type { ApiDocOptions, ThrottlePolicy } from './route-facts.js';
import { circle } from '../../wiring/wiring-problems.js';
import type { GuardClass } from './guard.js';
import type { DeclaredVersion } from './version.js';
import { type DeclaredSecurity, readSecurity, securityForms } from './security.js';
import { quote } from '../../text/quote.js';

/** The handler's version, versions or range of versions; overrides the controller's. */
export const Version = (version: DeclaredVersion) => declareFacts({ version });

/** Anyone may call: the document declares an empty security requirement. */
export function Public(...given: readonly never[]) {
  requireParentheses('Public', given);
  return declareFacts({ access: { kind: 'public' } });
}

/** Any signed-in caller may call; 401 without one. */
export function Authenticated(...given: readonly never[]) {
  requireParentheses('Authenticated', given);
  return declareFacts({ access: { kind: 'authenticated' } });
}

/**
 * Names the security schemes of a route: the documents show them, and a request needs a caller that `authenticate` returned; 401 without
 * one. A list means any of them, an object all of its members with their scopes; `{}` in a list makes credentials optional.
 */
export function Security(security: DeclaredSecurity, ...rest: readonly never[]) {
  const alternatives = rest.length > 0 ? null : readSecurity(security);
  if (alternatives) return declareFacts({ security: alternatives });
  const given = [security, ...rest].map((one) => quote(one)).join(', ');
  declarationError('invalid-security', `@Security was given ${given}`, securityForms);
  return declareFacts({ access: { kind: 'authenticated' } });
}

/** The caller needs at least one of the roles: 401 without a caller, 403 without a role. */
export function Roles(...roles: readonly string[]) {
  if (roles.length === 0 || roles.some((role) => typeof role !== 'string' || role === '')) {
    declarationError(
      'invalid-roles',
      '@Roles lists no role, so no caller is allowed',
      "List the allowed roles, as in @Roles('admin', 'editor').",
    );
  }
  return declareFacts({ access: { kind: 'roles', roles } });
}

/** Describes the operation, or every operation of a controller; a handler's members win. */
export const ApiDoc = (doc: ApiDocOptions) => declareFacts({ doc });

/** Keeps the route out of documents; it is still served and listed. */
export function ApiHidden(...given: readonly never[]) {
  requireParentheses('ApiHidden', given);
  return declareFacts({ hidden: true });
}

/** Replays the first answer to a request that repeats its Idempotency-Key (draft-ietf-httpapi-idempotency-key-header). */
export function Idempotent({
  required = false,
  ttlSeconds,
}: {
  readonly required?: boolean;
  readonly ttlSeconds?: number;
} = {}) {
  if (ttlSeconds !== undefined && !(Number.isSafeInteger(ttlSeconds) && ttlSeconds > 0)) {
    declarationError(
      'invalid-idempotency',
      `@Idempotent ttlSeconds ${JSON.stringify(ttlSeconds)} is not a positive integer`,
      'Write @Idempotent({ ttlSeconds: 86400 }).',
    );
  }
  return declareFacts({ idempotency: { required, ttlSeconds: ttlSeconds ?? null } });
}

/** Allows `limit` requests per window for each client, by its IPv4 address or IPv6 /64 network; answers 429 beyond that. */
export function Throttle({ limit, windowSeconds }: ThrottlePolicy) {
  requirePositive('limit', limit);
  requirePositive('windowSeconds', windowSeconds);
  return declareFacts({ throttle: { limit, windowSeconds } });
}

/** Exempts from the app's default throttle. */
export function SkipThrottle(...given: readonly never[]) {
  requireParentheses('SkipThrottle', given);
  return declareFacts({ throttle: 'skip' });
}

function requirePositive(name: string, value: unknown): void {
  if (Number.isSafeInteger(value) && (value as number) > 0) return;
  declarationError(
    'invalid-throttle',
    `@Throttle ${name} ${JSON.stringify(value)} is not a positive integer`,
    `Write @Throttle({ limit: 100, windowSeconds: 60 }).`,
  );
}

/** Guards run in order, a controller's before its handler's; they are resolved from the container. */
export function UseGuards(...guards: readonly GuardClass[]) {
  const strangers = guards.filter((guard: unknown) => typeof guard !== 'function');
  if (strangers.length > 0)
    throw new TypeError(
      `@UseGuards takes classes with check(input, route), not ${strangers.map(String).join(', ')}. ${circle}`,
    );
  return declareFacts({ guards });
}
