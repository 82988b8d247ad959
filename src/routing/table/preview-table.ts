import { problem, type BootProblem } from '../../report/boot-problem.js';
import { compareVersions, NEXT } from '../../text/version-order.js';
import type { Class } from '../../wiring/metadata.js';
import { injectableName } from '../../wiring/token.js';
import { checkPreviews } from '../previews/check-previews.js';
import { declaredPreviews } from '../previews/declared-previews.js';
import { touchingPreviews } from '../previews/touching-previews.js';
import { previewsOf } from '../previews/preview.js';
import type { PreviewTerms } from '../previews/preview-terms.js';
import type { OperationShape } from '../changes/operation-stage.js';
import type { Verb } from '../declare/declaration.js';
import type { Versions } from '../../changes/known-versions.js';
import { versionsOf } from '../versioning/versions.js';
import type { Binding } from './binding.js';
import { compareRoutes, type Route, routeWith } from './route.js';

/** What requests get that name previews. */
export interface PreviewTable {
  /** Every declared preview once, sorted by name. */
  readonly previews: readonly PreviewTerms[];
  /** The routes that only requests have which name their preview. */
  readonly routes: readonly Route[];
  /** The names of the previews that change each route; routes that none changes are not in it. */
  readonly touching: ReadonlyMap<Route, readonly string[]>;
  /** A route with some previews on; the same where none of them changes it. */
  having(route: Route, on: readonly string[]): PreviewedRoute;
}

export interface PreviewedRoute {
  readonly route: Route;
  readonly binding: Binding;
}

/** A handler, and its routes in all versions. */
export interface CompiledHandler {
  /** As it is declared, for requests with all previews. */
  readonly own: OperationShape;
  readonly target: Class;
  readonly key: PropertyKey;
  readonly verb: Verb;
  /** What `@Preview` says of it; null without one. */
  readonly terms: PreviewTerms | null;
  readonly routes: readonly Route[];
  /** Its routes in the versions beside which previews stand, with those on that are on in `line`. */
  having(line: Versions): readonly PreviewedRoute[];
}

/** Previews stand beside the newest released version, what is not released, and routes without a version. */
export function isCurrent(version: string | null, known: Pick<Versions, 'newest'> | undefined): boolean {
  return version === null || version === NEXT || known === undefined || version === known.newest;
}

/** The previews of an API, and what is wrong with them. `schemas` are those that its handlers use. */
export function previewTable(
  handlers: readonly CompiledHandler[],
  known: Versions | undefined,
  schemas: readonly unknown[],
  bindings: ReadonlyMap<Route, Binding>,
): { readonly table: PreviewTable | null; readonly problems: readonly BootProblem[] } {
  const listed = known ? previewsOf(known) : [];
  const named = handlers.flatMap(({ terms }) => terms ?? []);
  if (listed.length + named.length === 0) return { table: null, problems: [] };
  const { previews, problems } = declaredPreviews(listed, named);
  const owners = new Map(handlers.flatMap((handler) => handler.routes.map((route) => [route, handler] as const)));
  const touching = new Map<Route, readonly string[]>();
  for (const handler of handlers) {
    const names = known ? touchingPreviews(handler, known.above) : [];
    if (names.length === 0) continue;
    for (const route of handler.routes) if (isCurrent(route.version, known)) touching.set(route, names);
  }
  const lineOf = bounded(mostLines, (key: string) => {
    const line = known!.having(key.split(' '));
    line.meet(schemas);
    return line;
  });
  return {
    table: Object.freeze({
      previews,
      routes: Object.freeze(handlers.flatMap(({ routes }) => routes.filter((route) => route.previews !== undefined))),
      touching,
      having(route: Route, on: readonly string[]): PreviewedRoute {
        const acting = (touching.get(route) ?? []).filter((name) => on.includes(name));
        if (acting.length === 0) return { route, binding: bindings.get(route)! };
        const made = owners.get(route)!.having(lineOf(acting.join(' ')));
        const { route: found, binding } = made.find((one) => one.route.version === route.version)!;
        const all = Object.freeze([...(route.previews ?? []), ...acting]);
        return { route: routeWith(found, { previews: all }), binding };
      },
    }),
    problems: [...problems, ...checkPreviews(known, handlers, bindings)],
  };
}

/** The routes that a request has which names some previews. */
export function routesHaving(
  {
    routes,
    next,
    previews,
  }: { readonly routes: readonly Route[]; readonly next: readonly Route[]; readonly previews: PreviewTable | null },
  on: readonly string[],
): { readonly routes: readonly Route[]; readonly next: readonly Route[] } {
  if (previews === null || on.length === 0) return { routes, next };
  const having = (route: Route) => previews.having(route, on).route;
  const added = previews.routes.filter((route) => route.previews!.every((name) => on.includes(name))).map(having);
  const inOrder = (list: readonly Route[]) => Object.freeze(list.toSorted(compareRoutes));
  return {
    routes: inOrder([...routes.map(having), ...added.filter(({ version }) => version !== NEXT)]),
    next: inOrder([...next.map(having), ...added.filter(({ version }) => version === NEXT)]),
  };
}

/** The problems of routes of previews that only versions before the newest have, where no list says which is the newest. */
export function besideOlder(handlers: readonly CompiledHandler[], routes: readonly Route[]): readonly BootProblem[] {
  const newest = versionsOf(routes.filter(({ previews }) => previews === undefined)).at(-1);
  if (newest === undefined) return [];
  const isOlder = ({ version }: Route) => version !== null && version !== NEXT && compareVersions(version, newest) < 0;
  return handlers.flatMap(({ target, key, verb, terms, routes: own }) =>
    terms !== null && terms.promoted === null && own.every(isOlder) ? [notInNewest(target, key, verb, terms)] : [],
  );
}

/** Sets of previews whose hops are kept: requests may name any. */
const mostLines = 64;

/** Computes each value once, and forgets all of them when there are too many. */
export function bounded<Value>(most: number, compute: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= most) known.clear();
    const made = compute(key);
    known.set(key, made);
    return made;
  };
}

/** The problem of a route whose preview no request could name. */
export function notInNewest(target: Class, key: PropertyKey, { source }: Verb, { name }: PreviewTerms): BootProblem {
  const handler = `${injectableName(target)}.${String(key)}`;
  return problem(
    'preview-not-in-newest',
    `${handler}() is in the preview ${name}, and is not served in the newest version.`,
    'A preview stands beside the newest version: remove @Version, or name the newest.',
    { source: source(), handler },
  );
}
