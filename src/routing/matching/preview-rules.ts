import { compareVersions, NEXT } from '../../text/version-order.js';
import { isInGraceAt, isOpenAt, isShownAt, type PreviewTerms } from '../previews/preview-terms.js';
import type { HttpError } from '../table/http-error.js';
import { bounded, type PreviewedRoute, type PreviewTable } from '../table/preview-table.js';
import type { Route } from '../table/route.js';
import type { RoutingOptions, ServiceOptions } from '../table/service-options.js';
import { versionsOf } from '../versioning/versions.js';
import { Match, type NeedsCaller, type Refusal, type RequestHead, type RouteAnswer } from './decision.js';
import { type FlatHeaders, withVary } from './flat-headers.js';
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
  /** The refusal of the field where no route matches; null where its names can be used. */
  readonly unmatched: HttpError | null;
  /** What happens at the route that matches; `refusing` is what the request gets where its names are refused. */
  settle(
    answer: Answer,
    values: readonly string[],
    refusing: (asked: AskedPreviews<Answer>) => Refusal<Answer>,
  ): Match<Answer> | Refusal<Answer> | NeedsCaller<Answer>;
  /** What happens where the address does not have the version; `provisional` is the address in another one. */
  settleVersion(
    version: string,
    missing: Refusal<Answer>,
    provisional: Answer,
    refusing: (asked: AskedPreviews<Answer>) => Refusal<Answer>,
  ): Refusal<Answer> | NeedsCaller<Answer>;
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
  /** A cache must not give the answer of who may use a preview to others. */
  const varyingByCaller = (own: FlatHeaders, { previews = [] }: Route) =>
    withVary(own, previews.some((name) => byName.get(name)!.allow !== null) ? 'Authorization, Cookie' : null);
  const indexHaving = bounded(mostSets, (key) => {
    const names = key.split(' ');
    const added = table.routes.filter(({ previews = [] }) => previews.every((name) => names.includes(name)));
    const make = (route: Route, own: FlatHeaders) => answerOf(table.having(route, []), varyingByCaller(own, route));
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
        return answerOf(found, varyingByCaller(withPreviews(answer.headers, found.route.previews!), found.route));
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
    const wrong = names.filter((name) => !open.includes(name) && !isIgnored(byName.get(name), at));
    const refuse = (name: string, isHidden: boolean) =>
      refusing(refuseName(name, isHidden ? undefined : byName.get(name), openNames(at)), isHidden && hidesNames);
    const asking = open.map((name) => byName.get(name)!).filter(({ allow }) => allow !== null);
    // Where callers are told apart, a name that nobody declares is refused when the caller is known, as one that the caller may not know of.
    const waits = asking.length > 0 || (hidesNames && wrong.some((name) => !byName.has(name)));
    if (wrong.length > 0 && !waits) return refuse(wrong[0]!, !byName.has(wrong[0]!));
    const found = wrong.length > 0 ? [] : open.filter((name) => adding.has(name));
    const whenAllowed = <Settled extends Match<Answer> | Refusal<Answer>>(
      settled: Settled,
      endpoint: Answer,
      values: readonly string[],
      refused: (other: AskedPreviews<Answer>) => Refusal<Answer>,
    ): NeedsCaller<Answer> => ({
      kind: 'needs-caller',
      endpoint,
      values,
      previews: asking,
      isHidden: (endpoint.route.previews ?? []).some((name) => byName.get(name)!.allow !== null),
      decided: (denied) => {
        const first = names.find((name) => wrong.includes(name) || denied.includes(name));
        return first === undefined ? settled : refused(refuse(first, !byName.has(first) || denied.includes(first)));
      },
    });
    return {
      index: found.length === 0 ? index : indexHaving(found.toSorted().join(' ')),
      unmatched: null,
      settleVersion(version, missing, provisional, refused) {
        const isReason = open.length > 0 && isOlder(version);
        const settled = isReason ? { ...missing, error: needsNewest(newest!, version) } : missing;
        return waits ? whenAllowed(settled, provisional, [], refused) : settled;
      },
      settle(answer, values, refused) {
        const { version } = answer.route;
        const acting = wrong.length > 0 ? answer : answerHaving(answer, open);
        const settled =
          open.length > 0 && isOlder(version)
            ? refusal(needsNewest(newest!, version!), answer.headers, answer)
            : new Match(acting, values);
        return waits ? whenAllowed(settled, answer, values, refused) : settled;
      },
    };
  };
  const hidesNames = table.previews.some(({ allow }) => allow !== null);
  /** A name that is not known finds no route of its own. */
  const refusing = (error: HttpError, isHidden = false): AskedPreviews<Answer> => ({
    index,
    unmatched: isHidden ? null : error,
    settleVersion: (_, missing, provisional) => ({ ...missing, error, ...(isHidden && { endpoint: provisional }) }),
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
