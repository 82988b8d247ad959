import type { Brownout } from '../../changes/brownouts.js';
import type { BodyForm } from '../declare/bodies.js';
import { partNames, type RequestPart } from '../declare/request-parts.js';
import { requirementName } from '../declare/security.js';
import { type Challenge, challengeFor } from '../table/challenge.js';
import type { Route } from '../table/route.js';
import type { ServiceOptions } from '../table/service-options.js';
import { type DeprecatedMember, deprecatedMembers } from './deprecated-members.js';
import type { VersioningOptions } from '../versioning/versioning.js';
import type { IdempotencyPolicy, ThrottlePolicy } from '../declare/route-facts.js';

/** A throttle policy and the name of its counter. Routes with the same name share one budget. */
export interface Budget extends ThrottlePolicy {
  /** ASCII, because headers carry it. */
  readonly name: string;
}

/** One thing that happens to a request after its route is found and before the handler runs. */
export type RouteStep =
  | { readonly name: 'throttle'; readonly budget: Budget }
  | { readonly name: 'authenticate'; readonly authenticate: NonNullable<ServiceOptions['authenticate']> }
  /** `credentials` are alternatives, such as `bearer`. */
  | { readonly name: 'signed-in'; readonly credentials: readonly string[]; readonly challenge: Challenge }
  | { readonly name: 'roles'; readonly roles: readonly string[]; readonly challenge: Challenge }
  | { readonly name: 'pin'; readonly pin: NonNullable<VersioningOptions['pin']> }
  | { readonly name: 'brownout'; readonly brownouts: readonly Brownout[] }
  /** `at` is ISO 8601. */
  | { readonly name: 'sunset'; readonly at: string }
  /** `position` among the route's guards. */
  | { readonly name: 'guard'; readonly guard: string; readonly position: number }
  /** `limit` in bytes; `form` is null where only the bytes count. */
  | { readonly name: 'body'; readonly limit: number; readonly form: BodyForm | null }
  | { readonly name: 'validation'; readonly parts: readonly RequestPart[] }
  /** Counts the call for the caller. */
  | { readonly name: 'usage' }
  | { readonly name: 'deprecated-members'; readonly members: readonly DeprecatedMember[] }
  | { readonly name: 'idempotency'; readonly policy: IdempotencyPolicy };

const mebibyte = 1024 * 1024;

/** The steps of a route, in order. The server runs them, and `svc explain` prints them. */
export function routeSteps(route: Route, options: ServiceOptions): readonly RouteStep[] {
  return order.flatMap((step) => step(route, options));
}

/** The steps that refuse on certain dates. */
export function retirementSteps(route: Route, options: Pick<ServiceOptions, 'versioning'>): readonly RouteStep[] {
  return [...sunset(route, options), ...brownout(route)];
}

const order: readonly ((route: Route, options: ServiceOptions) => readonly RouteStep[])[] = [
  throttle,
  authenticate,
  pin,
  sunset,
  brownout,
  access,
  guards,
  usage,
  body,
  // Before the request is validated: one that has been answered is not judged by the schemas of another version.
  idempotency,
  validation,
  deprecatedMembersUsed,
];

function throttle(route: Route, options: ServiceOptions): readonly RouteStep[] {
  const budget = throttleBudget(route, options);
  return budget ? [{ name: 'throttle', budget }] : [];
}

/** The budget that a route's requests count against; null for none. The versions of one handler share it, so naming another version gains nothing. */
export function throttleBudget(
  route: Route,
  { throttle: shared = {} }: Pick<ServiceOptions, 'throttle'>,
): Budget | null {
  const { controller, method } = route.handler;
  if (route.throttle === 'skip') return null;
  if (route.throttle) return { name: encodeURIComponent(`${controller}_${method}`), ...route.throttle };
  const { limit, windowSeconds } = shared;
  return limit && windowSeconds ? { name: 'default', limit, windowSeconds } : null;
}

function authenticate(_route: Route, options: ServiceOptions): readonly RouteStep[] {
  return options.authenticate ? [{ name: 'authenticate', authenticate: options.authenticate }] : [];
}

/** An application that answers asks for credentials itself. */
function access({ access: who, security, relayed }: Route, { securitySchemes }: ServiceOptions): readonly RouteStep[] {
  if (relayed) return [];
  if (who.kind !== 'authenticated' && who.kind !== 'roles') return [];
  const challenge = challengeFor(security, securitySchemes);
  if (who.kind === 'roles') return [{ name: 'roles', roles: who.roles, challenge }];
  return [{ name: 'signed-in', credentials: (security ?? []).map(requirementName), challenge }];
}

/** Only requests that name no version take this step. */
function pin({ version }: Route, { versioning }: ServiceOptions): readonly RouteStep[] {
  return version !== null && versioning?.pin ? [{ name: 'pin', pin: versioning.pin }] : [];
}

/** Both stand after authentication, so that a refusal counts for its caller. */
function sunset({ deprecation }: Route, { versioning }: Pick<ServiceOptions, 'versioning'>): readonly RouteStep[] {
  return versioning?.sunset === 'refuse' && deprecation?.sunset ? [{ name: 'sunset', at: deprecation.sunset }] : [];
}

function brownout({ deprecation }: Route): readonly RouteStep[] {
  const { brownouts = [] } = deprecation ?? {};
  return brownouts.length > 0 ? [{ name: 'brownout', brownouts }] : [];
}

function guards(route: Route): readonly RouteStep[] {
  return route.guards.map((guard, position) => ({ name: 'guard', guard, position }));
}

/** After the guards, so that a key which they refuse is nobody's. */
function usage({ listed }: Route, { usage: counts }: ServiceOptions): readonly RouteStep[] {
  return counts && listed ? [{ name: 'usage' }] : [];
}

function deprecatedMembersUsed(route: Route, options: ServiceOptions): readonly RouteStep[] {
  const members = usage(route, options).length > 0 ? deprecatedMembers(route) : [];
  return members.length > 0 ? [{ name: 'deprecated-members', members }] : [];
}

function body(
  { body: form, idempotency: policy, relayed }: Route,
  { bodyLimit = mebibyte }: ServiceOptions,
): readonly RouteStep[] {
  if (relayed === 'bytes') return [];
  const own = form && 'maxBytes' in form ? form.maxBytes : undefined;
  return form || policy ? [{ name: 'body', limit: own ?? bodyLimit, form }] : [];
}

/** What a body's form alone decides about it, such as the files of multipart, is checked with the rest. */
function validation({ schemas, body: form, relayed }: Route): readonly RouteStep[] {
  if (relayed === 'bytes') return [];
  const parts = partNames.filter((part) => schemas[part] !== undefined || (part === 'body' && form !== null));
  return parts.length > 0 ? [{ name: 'validation', parts }] : [];
}

function idempotency({ idempotency: policy }: Route): readonly RouteStep[] {
  return policy ? [{ name: 'idempotency', policy }] : [];
}
