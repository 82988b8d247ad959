import type { Source } from '../../report/problem.js';
import type { Brownout } from '../declare/brownouts.js';
import type { ApiDocOptions } from '../declare/declaration.js';
import type { BodyForm } from '../declare/bodies.js';
import type { PlainSchemas, ResponseEntry } from '../declare/route-schemas.js';
import type { SecurityRequirement } from '../declare/security.js';
import { codeUnitOrder } from '../../text/code-unit-order.js';
import { compareVersions } from '../../text/version-order.js';

/** The methods that a route can have. */
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** Dates are ISO 8601 in UTC. */
export interface Deprecation {
  readonly since: string;
  readonly sunset: string | null;
  readonly link: string | null;
  /** In their order; absent where there are none. */
  readonly brownouts?: readonly Brownout[];
}

/** Who may call a route; `default` where it declares nothing. */
export type Access =
  | { readonly kind: 'public' }
  /** Any signed-in caller. */
  | { readonly kind: 'authenticated' }
  | { readonly kind: 'roles'; readonly roles: readonly string[] }
  | { readonly kind: 'default' };

/** How many requests a client may send in a window of time. */
export interface ThrottlePolicy {
  /** Requests a window. */
  readonly limit: number;
  readonly windowSeconds: number;
}

/** How a route treats `Idempotency-Key`. */
export interface IdempotencyPolicy {
  /** Refuse a request without a key. */
  readonly required: boolean;
  /** How long an answer is replayed; null: the app's default. */
  readonly ttlSeconds: number | null;
}

/** A declared difference that a version is made by. */
export interface RouteChange {
  /** The version that made the change. */
  readonly version: string;
  /** The version before it. */
  readonly previous: string;
  readonly title: string;
  readonly source: Source | null;
}

/** One operation of the API as data. Everything that svckit does is a function of a list of these. */
export interface Route {
  readonly method: Method;
  /** `/api/v1/users/{id}`: prefix and URI version applied. */
  readonly path: string;
  /** null: unversioned or VERSION_NEUTRAL. */
  readonly version: string | null;
  /** Declared VERSION_NEUTRAL. */
  readonly neutral: boolean;
  /** Names, so that describing an app constructs nothing. */
  readonly handler: { readonly controller: string; readonly method: string };
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly schemas: PlainSchemas;
  /** How the body is written; null where there is none. */
  readonly body: BodyForm | null;
  /** The status of a success. */
  readonly status: number;
  /** Declared answers by status. */
  readonly responses: Readonly<Record<number, ResponseEntry>>;
  /** The changes that make this version from the handler's own, the newest first. */
  readonly changes: readonly RouteChange[];
  readonly deprecation: Deprecation | null;
  readonly access: Access;
  /** The alternatives of credentials that a request needs, those of guards included; null where nothing is declared. */
  readonly security: readonly SecurityRequirement[] | null;
  /** Names of the guard classes, in the order in which they run. */
  readonly guards: readonly string[];
  /** null: the app's default, if it has one. */
  readonly throttle: ThrottlePolicy | 'skip' | null;
  readonly idempotency: IdempotencyPolicy | null;
  readonly doc: ApiDocOptions;
  /** Left out of documents. */
  readonly hidden: boolean;
  /** false: a route of the toolkit, which is not part of the API; documents and lists leave it out. */
  readonly listed: boolean;
  readonly source: Source | null;
}

/** What lists, timelines and contracts say of an operation; also of one that only a document describes, which has no handler. */
export interface ListedRoute
  extends Pick<
    Route,
    | 'path'
    | 'version'
    | 'neutral'
    | 'tags'
    | 'changes'
    | 'access'
    | 'security'
    | 'guards'
    | 'hidden'
    | 'listed'
    | 'source'
  > {
  /** In capitals: a `Method`, or another one that OpenAPI knows. */
  readonly method: string;
  readonly handler: Route['handler'] | null;
  readonly operationId: string | null;
  readonly deprecation: (Omit<Deprecation, 'since'> & { readonly since: string | null }) | null;
  readonly doc: Pick<ApiDocOptions, 'deprecated'>;
}

/** Whether documents and lists have it: it is neither hidden nor a route of the toolkit. */
export function isDescribed({ hidden, listed }: Pick<ListedRoute, 'hidden' | 'listed'>): boolean {
  return listed && !hidden;
}

/** `UsersController.list`, the way a handler is named in lists and problems. */
export function handlerName({ handler }: Pick<Route, 'handler'>): string {
  return `${handler.controller}.${handler.method}`;
}

const places: Readonly<Record<Method, number>> = { GET: 0, HEAD: 1, POST: 2, PUT: 3, PATCH: 4, DELETE: 5, OPTIONS: 6 };

export const methods = Object.freeze(Object.keys(places) as Method[]);

const placeOf = (method: string) => (Object.hasOwn(places, method) ? places[method as Method] : methods.length);

/** By path, then method, then version, unversioned first. */
export function compareRoutes(
  a: Pick<ListedRoute, 'path' | 'method' | 'version'>,
  b: Pick<ListedRoute, 'path' | 'method' | 'version'>,
): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  if (a.method !== b.method) return placeOf(a.method) - placeOf(b.method) || codeUnitOrder(a.method, b.method);
  if (a.version === null || b.version === null) return Number(a.version !== null) - Number(b.version !== null);
  return compareVersions(a.version, b.version);
}
