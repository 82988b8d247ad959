import type { Source } from '../../report/boot-problem.js';
import type { BodyForm } from '../declare/bodies.js';
import type { PlainSchemas } from '../declare/route-schemas.js';
import type { SecurityRequirement } from '../declare/security.js';
import { compareMethods, type Method } from '../declare/method.js';
import type { Access, ApiDocOptions, IdempotencyPolicy, ThrottlePolicy } from '../declare/route-facts.js';
import type { Deprecation } from '../../changes/deprecation.js';
import { compareVersions } from '../../text/version-order.js';
import type { ResponseEntry } from '../declare/response-entry.js';

/** A declared difference that a version is made by. */
export interface RouteChange {
  /** The version that made the change. */
  readonly version: string;
  /** The version before it. */
  readonly previous: string;
  readonly id: string;
  readonly title: string;
  /** How many items a list may have that it makes of pages; null where it makes none. */
  readonly collects: number | null;
  /** Whether it looks something up for each request; absent for no. */
  readonly looksUp?: true;
  /** Whether the older operation asks for another access; absent for no. */
  readonly asksOthers?: true;
  /** Absent where changelog, guide and page name it. */
  readonly listed?: false;
  /** What it moved to, where the change gives the operation its older path, method or status; absent for no. */
  readonly moves?: Address;
  readonly source: Source | null;
}

/** Where an operation is, and the status of its success. */
export interface Address {
  readonly method: string;
  /** Without the version. */
  readonly path: string;
  readonly status: number;
}

/** An older address of an operation, and the first and the last version that has it. */
export interface FormerAddress extends Address {
  readonly from: string;
  readonly until: string;
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
  /** Where older versions have it, the newest first; only other addresses. */
  readonly formerly: readonly FormerAddress[];
  /** The changes that make this version from the handler's own, the newest first. */
  readonly changes: readonly RouteChange[];
  /** The previews that are on in it; absent where none is. */
  readonly previews?: readonly string[];
  /** Whether one of its versions is made by changes; absent for no. */
  readonly differs?: true;
  readonly deprecation: Deprecation | null;
  /** An application behind the service answers: to bytes as they came, or to values that changes have converted; absent for a handler. */
  readonly relayed?: 'bytes' | 'values';
  /** Declared answers of statuses that an application's document gives together: `4XX`, `default`; absent for none. */
  readonly ranges?: Readonly<Record<string, ResponseEntry>>;
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
    | 'previews'
    | 'access'
    | 'security'
    | 'guards'
    | 'hidden'
    | 'listed'
    | 'source'
  > {
  /** The previews that a request may name to change it, of a version in which they stand; absent where none does. */
  readonly changedBy?: readonly string[];
  /** In capitals: a `Method`, or another one that OpenAPI knows. */
  readonly method: string;
  readonly handler: Route['handler'] | null;
  readonly operationId: string | null;
  readonly deprecation: (Omit<Deprecation, 'since'> & { readonly since: string | null }) | null;
  readonly doc: Pick<ApiDocOptions, 'deprecated'>;
}

/** A route with other members; `source` stays a getter, whose line is looked up when it is read. */
export function routeWith<Listed extends ListedRoute>(route: Listed, members: Partial<Omit<Listed, 'source'>>): Listed {
  const replaced = Object.entries(members).map(([name, value]) => [name, { value, enumerable: true }] as const);
  return Object.freeze(
    Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(route), ...Object.fromEntries(replaced) }),
  ) as Listed;
}

/** Whether documents and lists have it: it is neither hidden nor a route of the toolkit. */
export function isDescribed({ hidden, listed }: Pick<ListedRoute, 'hidden' | 'listed'>): boolean {
  return listed && !hidden;
}

/** `UsersController.list`, the way a handler is named in lists and problems. */
export function handlerName({ handler }: Pick<Route, 'handler'>): string {
  return `${handler.controller}.${handler.method}`;
}

/** What a change of an operation does beside converting, as JSON has it; members are only ever added. */
export const changeTraits = ({ collects, looksUp, asksOthers, listed, moves }: RouteChange) => ({
  ...(collects !== null && { collects }),
  ...(looksUp && { looksUp }),
  ...(asksOthers && { asksOthers }),
  ...(listed === false && { listed }),
  ...(moves && { moves }),
});

/** Where the address of an operation is declared: at its handler, or at the change that gives an older one. */
export const placeOfAddress = ({ changes, source }: Pick<ListedRoute, 'changes' | 'source'>): Source | null =>
  changes.findLast(({ moves }) => moves)?.source ?? source;

/** By path, then method, then version, unversioned first. */
export function compareRoutes(
  a: Pick<ListedRoute, 'path' | 'method' | 'version'>,
  b: Pick<ListedRoute, 'path' | 'method' | 'version'>,
): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  if (a.method !== b.method) return compareMethods(a.method, b.method);
  if (a.version === null || b.version === null) return Number(a.version !== null) - Number(b.version !== null);
  return compareVersions(a.version, b.version);
}
