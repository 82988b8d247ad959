import { writeCsv } from '../../text/csv.js';
import { changeTraits, handlerName, type ListedRoute, type RouteChange } from '../../routing/table/route.js';
import type { Source } from '../../report/boot-problem.js';
import type { Access } from '../../routing/declare/route-facts.js';

/** A route in `svc routes --format json`. */
export interface RouteRecord {
  readonly method: string;
  readonly path: string;
  readonly version: string | null;
  readonly neutral: boolean;
  /** null for an operation that a document describes. */
  readonly handler: string | null;
  readonly operationId: string | null;
  readonly tags: readonly string[];
  readonly access: {
    /** What is declared. */
    readonly kind: Access['kind'];
    readonly roles: readonly string[];
    readonly callers: Callers;
    /** Names of classes, in the order in which they run. */
    readonly guards: readonly string[];
    /** The alternatives that the documents show; null for none. */
    readonly security: ListedRoute['security'];
  };
  /** ISO 8601. */
  readonly deprecation: ListedRoute['deprecation'];
  /** The changes that make it from the version that its handler is written for, the newest first; absent where there are none. */
  readonly changes?: readonly (Omit<RouteChange, 'id' | 'collects'> & Partial<RouteChange>)[];
  /** The preview that a request must name; absent where none. */
  readonly previews?: readonly string[];
  /** The previews that change it for requests that name them; absent where none does. */
  readonly changedBy?: readonly string[];
  readonly source: Source | null;
}

/** Who gets past the access steps of a route. */
export type Callers = 'public' | 'signed-in' | 'roles' | 'guards';

const declared: Readonly<Record<Access['kind'], Callers>> = {
  public: 'public',
  default: 'public',
  authenticated: 'signed-in',
  roles: 'roles',
};

/** Who may call a route; `guards` where nothing but guards decides. */
export function callersOf({ access, guards }: Pick<ListedRoute, 'access' | 'guards'>): Callers {
  const callers = declared[access.kind];
  return callers === 'public' && guards.length > 0 ? 'guards' : callers;
}

function routeRecord(route: ListedRoute): RouteRecord {
  const {
    method,
    path,
    version,
    neutral,
    operationId,
    tags,
    access,
    guards,
    security,
    deprecation,
    changes,
    source,
    previews,
    changedBy,
  } = route;
  const roles = access.kind === 'roles' ? access.roles : [];
  return {
    method,
    path,
    version,
    neutral,
    handler: route.handler && handlerName({ handler: route.handler }),
    operationId,
    tags,
    access: { kind: access.kind, roles, callers: callersOf(route), guards, security },
    deprecation,
    ...(previews && { previews }),
    ...(changedBy && { changedBy }),
    ...(changes.length > 0 && {
      changes: changes.map((change) => ({
        version: change.version,
        previous: change.previous,
        title: change.title,
        ...changeTraits(change),
        source: change.source,
      })),
    }),
    source,
  };
}

/** The contents of `--format json` and `yaml`. */
export function routeListing(routes: readonly ListedRoute[]): {
  readonly version: 1;
  readonly routes: readonly RouteRecord[];
} {
  return { version: 1, routes: routes.map(routeRecord) };
}

const columns = [
  'method',
  'path',
  'version',
  'handler',
  'operationId',
  'tags',
  'access',
  'roles',
  'deprecatedSince',
  'sunset',
  'link',
  'file',
  'line',
  'callers',
  'guards',
  'previews',
  'changedBy',
] as const;

/** One line per route below a header line (RFC 4180); several tags, roles, guards or previews are separated by spaces in one field. */
export function formatCsv(routes: readonly ListedRoute[]): string {
  const lines = routes.map((route) => {
    const { method, path, version, handler, operationId, tags, access, deprecation, source, previews, changedBy } =
      routeRecord(route);
    const record: Record<(typeof columns)[number], string | number | null | undefined> = {
      method,
      path,
      version,
      handler,
      operationId,
      tags: tags.join(' '),
      access: access.kind,
      roles: access.roles.join(' '),
      deprecatedSince: deprecation?.since,
      sunset: deprecation?.sunset,
      link: deprecation?.link,
      file: source?.file,
      line: source?.line,
      callers: access.callers,
      guards: access.guards.join(' '),
      previews: previews?.join(' '),
      changedBy: changedBy?.join(' '),
    };
    return columns.map((column) => record[column]);
  });
  return writeCsv([columns, ...lines]);
}
