import { compareVersions, NEXT } from '../../text/version-order.js';
import { isInGraceAt, isOpenAt, isShownAt, type PreviewTerms } from '../previews/preview-terms.js';
import type { HttpError } from '../table/http-error.js';
import { bounded, type PreviewedRoute, type PreviewTable } from '../table/preview-table.js';
import type { Route } from '../table/route.js';
import type { RoutingOptions, ServiceOptions } from '../table/service-options.js';
import { versionsOf } from '../versioning/versions.js';
import { Match, type NeedsCaller, type Refusal, type RequestHead, type RouteAnswer } from './decision.js';
import type { FlatHeaders } from './flat-headers.js';
import { indexRoutes } from './index-routes.js';
import { type PreviewFieldReader, previewKey, withPreviews } from './preview-field.js';
import { malformed, needsNewest, refuseName } from './refuse-preview.js';
import type { RouteIndex } from './route-index.js';

/** What requests get that name previews. */
export interface PreviewRules<Answer> {
  /** null for a request without the field. */
  asked(request: RequestHead): AskedPreviews<Answer> | null;
  /** The routes of all open previews too, for a preflight that asks for the field. */
  everyIndex(): RouteIndex<Answer>;
}

/** What one request asks for. */
export interface AskedPreviews<Answer> {
  /** The routes that it has. */
  readonly index: RouteIndex<Answer>;
  /** What happens at the route that matches. */
  settle(answer: Answer, values: readonly string[]): Match<Answer> | Refusal<Answer> | NeedsCaller<Answer>;
  /** The refusal of a version that an address does not have, where previews are the reason. */
  refuseVersion(version: string): HttpError | null;
}

export interface PreviewParts<Answer> {
  readonly table: PreviewTable;
  /** All that are served to requests without the field. */
  readonly routes: readonly Route[];
  readonly index: RouteIndex<Answer>;
  readonly options: RoutingOptions & Pick<ServiceOptions, 'now'>;
  /** Those of every answer of the app. */
  readonly headers: FlatHeaders;
  readonly varying: ReadonlySet<Route>;
  readonly answerOf: (previewed: PreviewedRoute, headers: FlatHeaders) => Answer;
  readonly read: PreviewFieldReader;
}

/** Sets of previews whose routes are kept ready: requests may name any. */
const mostSets = 32;

/** Decides at boot what names mean, and makes routes with previews on when they are first asked for. */
export function previewRules<Answer extends RouteAnswer>(parts: PreviewParts<Answer>): PreviewRules<Answer> {
  const { table, routes, index, options, headers, varying, answerOf, read } = parts;
  const byName = new Map(table.previews.map((terms) => [terms.name, terms]));
  const adding = new Set(table.routes.flatMap(({ previews = [] }) => previews));
  const newest = options.versioning?.versions?.newest ?? versionsOf(routes).at(-1) ?? null;
  const now = options.now ? () => options.now!().getTime() : Date.now;
  const indexHaving = bounded(mostSets, (key) => {
    const names = key.split(' ');
    const added = table.routes.filter(({ previews = [] }) => previews.every((name) => names.includes(name)));
    const make = (route: Route, own: FlatHeaders) => answerOf(table.having(route, []), own);
    return indexRoutes<Answer>([...routes, ...added], options, headers, make, varying);
  });
  const variants = new WeakMap<Answer, (key: string) => Answer>();
  const answerHaving = (answer: Answer, names: readonly string[]): Answer => {
    const acting = (table.touching.get(answer.route) ?? []).filter((name) => names.includes(name));
    if (acting.length === 0) return answer;
    const known =
      variants.get(answer) ??
      bounded(mostSets, (key: string) => {
        const found = table.having(answer.route, key.split(' '));
        return answerOf(found, withPreviews(answer.headers, found.route.previews!));
      });
    variants.set(answer, known);
    return known(acting.join(' '));
  };
  const isOlder = (version: string | null) =>
    version !== null && version !== NEXT && newest !== null && compareVersions(version, newest) < 0;
  const asked = (field: string): AskedPreviews<Answer> => {
    const names = read(field);
    if (names === null) return refusing(malformed());
    const at = now();
    const open = names.filter((name) => byName.has(name) && isOpenAt(byName.get(name)!, at));
    const wrong = names.find((name) => !open.includes(name) && !isIgnored(byName.get(name), at));
    if (wrong !== undefined) return refusing(refuseName(wrong, byName.get(wrong), openNames(at)));
    const found = open.filter((name) => adding.has(name));
    const asking = open.map((name) => byName.get(name)!).filter(({ allow }) => allow !== null);
    return {
      index: found.length === 0 ? index : indexHaving(found.toSorted().join(' ')),
      refuseVersion: (version) => (open.length > 0 && isOlder(version) ? needsNewest(newest!, version) : null),
      settle(answer, values) {
        const { route, headers: own } = answer;
        if (open.length > 0 && isOlder(route.version))
          return refusal(needsNewest(newest!, route.version!), own, answer);
        const acting = answerHaving(answer, open);
        if (asking.length === 0) return new Match(acting, values);
        const decided = ([denied]: readonly string[]) =>
          denied === undefined
            ? new Match(acting, values)
            : refusal(refuseName(denied, undefined, openNames(at)), own, answer);
        return { kind: 'needs-caller', endpoint: acting, values, previews: asking, decided };
      },
    };
  };
  /** A name that is not known finds no route of its own. */
  const refusing = (error: HttpError): AskedPreviews<Answer> => ({
    index,
    refuseVersion: () => null,
    settle: (answer) => refusal(error, answer.headers, answer),
  });
  const openNames = (at: number) => table.previews.filter((one) => isShownAt(one, at)).map(({ name }) => name);
  return Object.freeze({
    everyIndex() {
      const at = now();
      const open = [...adding].filter((name) => isOpenAt(byName.get(name)!, at));
      return open.length === 0 ? index : indexHaving(open.toSorted().join(' '));
    },
    asked: ({ headers: sent }: RequestHead) => {
      const field = sent[previewKey];
      return field === undefined ? null : asked(String(field));
    },
  });
}

const isIgnored = (terms: PreviewTerms | undefined, now: number) => terms !== undefined && isInGraceAt(terms, now);

const refusal = <Answer>(error: HttpError, headers: FlatHeaders, endpoint: Answer): Refusal<Answer> => ({
  kind: 'refusal',
  error,
  headers,
  endpoint,
});
