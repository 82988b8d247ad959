import { pathShape, unversionedPath } from '../table/path.js';
import type { Route } from '../table/route.js';
import { exactSpelling, type PathSpelling } from '../table/path-spelling.js';
import type { RoutingOptions } from '../table/service-options.js';
import { versioningScheme, versionMatch } from '../versioning/versioning.js';
import { defaultVersions, servedVersions, versionsOf } from '../versioning/versions.js';
import { deprecationHeaders } from './deprecation-headers.js';
import type { VersionReader } from '../versioning/versioning-type.js';
import { isAnsweredAlike } from './answered-alike.js';
import { type Entry, makeEntry } from './entry.js';
import { previewField } from '../../text/preview-field.js';
import { withPreviews } from './preview-field.js';
import { type FlatHeaders, headerPool, withVary } from './flat-headers.js';
import { RouteIndex } from './route-index.js';
import { groupBy } from '../../text/group-by.js';

/**
 * Indexes the routes of a table by method and path. `shared` are the headers of every answer of the app. `answerOf` makes the item of a route from
 * the headers of all its answers. Answers of routes that are in `varying` vary on the previews of a request.
 */
export function indexRoutes<Answer>(
  routes: readonly Route[],
  { prefix = '', versioning, strict, application }: RoutingOptions,
  shared: FlatHeaders,
  answerOf: (route: Route, headers: FlatHeaders) => Answer,
  varying: ReadonlySet<Route> = none,
): RouteIndex<Answer> {
  const index = new RouteIndex<Answer>(
    application ? () => application.spelling() : strict === false ? () => lenient : undefined,
  );
  const scheme = versioningScheme(versioning);
  const names = servedVersions(routes);
  const reader = scheme?.sharesPaths ? matching(scheme.locate({ prefix, versions: names }).read, versioning) : null;
  const share = headerPool();
  const siblings = groupBy(routes, (route) => pathShape(unversionedPath(route, versioning)));
  const groups = groupBy(routes, (route) => `${route.method} ${pathShape(route.path)}`);
  for (const declared of groups.values()) {
    const group = declared[0]!.method === 'HEAD' ? withGets(declared, groups) : declared;
    const versioned = group.some(({ version }) => version !== null);
    const vary = versioned ? (scheme?.vary ?? null) : null;
    const methods = new Set(group.map(({ method }) => method));
    const family = siblings
      .get(pathShape(unversionedPath(group[0]!, versioning)))!
      .filter(({ method }) => methods.has(method));
    const varies = group.some((route) => varying.has(route));
    const headers = share([
      ...withVary(withVary(shared, vary), varies ? previewField : null),
      ...(versioned && versioning?.report ? reportHeaders(family) : []),
    ]);
    const reports = reportsVersion(versioning);
    const entryWith = (own: FlatHeaders, pinned: Entry<Answer> | null): Entry<Answer> => {
      // What is the application's answer in every version knows nothing of versions.
      const plain = isAnsweredAlike(group, names) ? share(varies ? withVary(shared, previewField) : shared) : own;
      const headersOf = ({ version, deprecation, previews, relayed }: Route) =>
        deprecation === null && previews === undefined && !reports
          ? relayed === 'bytes'
            ? plain
            : own
          : share([
              ...withPreviews(relayed === 'bytes' ? plain : own, previews ?? []),
              ...(version !== null && reports ? ['API-Version', version] : []),
              ...deprecationHeaders(deprecation).flatMap(({ name, value }) => [name, value]),
            ]);
      const answers = new Map(group.map((route) => [route, answerOf(route, headersOf(route))]));
      return makeEntry(group, answers, defaultVersions(versioning), reader, own, pinned);
    };
    const asksPin = versionsOf(group).length > 0 && versioning?.pin !== undefined;
    const pinned = asksPin ? entryWith(share(withVary(headers, 'Authorization, Cookie')), null) : null;
    const entry = entryWith(headers, pinned);
    index.add(entry, entry.method, group[0]!.path);
    if (entry.method === 'GET' && !groups.has(`HEAD ${entry.shape}`)) index.add(entry, 'HEAD', group[0]!.path);
  }
  return index;
}

const none: ReadonlySet<Route> = new Set();

const lenient: PathSpelling = Object.freeze({ ...exactSpelling, trailingSlash: 'ignore' });

/** A declared HEAD replaces the GET of its version; the other versions answer HEAD with their GET. */
function withGets(heads: readonly Route[], groups: ReadonlyMap<string, readonly Route[]>): readonly Route[] {
  const gets = groups.get(`GET ${pathShape(heads[0]!.path)}`) ?? [];
  return [...heads, ...gets.filter((get) => !heads.some(({ version }) => version === get.version))];
}

/** Whether answers name the version that they are in. */
export function reportsVersion(versioning: RoutingOptions['versioning']): boolean {
  return Boolean(versioning?.report && versioning.versions);
}

function reportHeaders(routes: readonly Route[]): FlatHeaders {
  const list = (found: readonly Route[]) => versionsOf(found).join(', ');
  const deprecated = list(routes.filter(({ deprecation }) => deprecation !== null));
  return [
    'API-Supported-Versions',
    list(routes),
    ...(deprecated === '' ? [] : ['API-Deprecated-Versions', deprecated]),
  ];
}

/** Reads the version that answers. */
function matching(read: VersionReader, versioning: RoutingOptions['versioning']): VersionReader {
  const match = versionMatch(versioning);
  if (!match) return read;
  return (head) => {
    const named = read(head);
    return named === '' ? '' : match(named);
  };
}
