import { compareRoutes, type ListedRoute } from '../../routing/table/route.js';
import { usageError } from '../command-failure.js';
import { unknownName } from '../../text/nearest-name.js';
import { matchPath, unknownTag, unknownApiVersion } from '../operation-filters.js';
import { deprecationOfRoute } from '../../routing/versioning/version-deprecation.js';
import { servedVersions, versionsOf } from '../../routing/versioning/versions.js';
import { methods as knownMethods } from '../../routing/declare/method.js';

export interface RouteFilters {
  readonly apiVersion?: string;
  readonly method?: readonly string[];
  readonly path?: string;
  readonly tag?: readonly string[];
  readonly deprecated?: boolean;
}

/** The routes of the API that match every filter; with `deprecated`, by sunset date. Throws if a filter names something unknown. */
export function selectRoutes(all: readonly ListedRoute[], filters: RouteFilters): readonly ListedRoute[] {
  const routes = all.filter(({ listed }) => listed);
  const tests = [
    ofVersion(routes, filters.apiVersion),
    ofMethod(routes, filters.method),
    ofPath(filters.path),
    ofTag(routes, filters.tag),
    filters.deprecated ? (route: ListedRoute) => deprecationOfRoute(route) !== null : everyRoute,
  ];
  const selected = routes.filter((route) => tests.every((test) => test(route)));
  return filters.deprecated ? selected.sort(bySunset) : selected;
}

type Test = (route: ListedRoute) => boolean;
const everyRoute: Test = () => true;

function ofVersion(routes: readonly ListedRoute[], wanted: string | undefined): Test {
  if (wanted === undefined) return everyRoute;
  const versions = versionsOf(routes);
  if (!servedVersions(routes).includes(wanted)) throw unknownApiVersion(wanted, versions);
  return ({ version }) => version === null || version === wanted;
}

function ofMethod(routes: readonly ListedRoute[], wanted: readonly string[] | undefined): Test {
  if (!wanted) return everyRoute;
  const methods = new Set<string>([...knownMethods, ...routes.map(({ method }) => method)]);
  const names = wanted.map((name) => name.toUpperCase());
  const unknown = names.find((name) => !methods.has(name));
  if (unknown !== undefined) throw usageError(unknownName('method', unknown, [...methods]));
  return ({ method }) => names.includes(method);
}

function ofPath(glob: string | undefined): Test {
  if (glob === undefined) return everyRoute;
  const matches = matchPath(glob);
  return ({ path }) => matches(path);
}

function ofTag(routes: readonly ListedRoute[], wanted: readonly string[] | undefined): Test {
  if (!wanted) return everyRoute;
  const tags = [...new Set(routes.flatMap((route) => route.tags))].sort();
  const unknown = wanted.find((tag) => !tags.includes(tag));
  if (unknown !== undefined) throw unknownTag(unknown, tags);
  return (route) => route.tags.some((tag) => wanted.includes(tag));
}

function bySunset(a: ListedRoute, b: ListedRoute): number {
  const [first, second] = [a.deprecation?.sunset ?? null, b.deprecation?.sunset ?? null];
  if (first === second) return compareRoutes(a, b);
  if (first === null || second === null) return first === null ? 1 : -1;
  return first < second ? -1 : 1;
}
