import { HttpError } from '../../routing/table/http-error.js';
import { csrfCheck } from '../../routing/matching/csrf.js';
import { deprecationHeaders } from '../../routing/matching/deprecation-headers.js';
import { selectAnswer } from '../../routing/matching/entry.js';
import type { FlatHeaders } from '../../routing/matching/flat-headers.js';
import { indexRoutes } from '../../routing/matching/index-routes.js';
import { isDecodable } from '../../routing/matching/is-decodable.js';
import { allowedMethods, refuseMethod, refuseVersion } from '../../routing/matching/refuse-unmatched.js';
import type { Found, RouteIndex } from '../../routing/matching/route-index.js';
import { uriVersionRefusal } from '../../routing/versioning/uri-versions.js';
import { joinPath, pathParameters } from '../../routing/table/path.js';
import { handlerName, type Route } from '../../routing/table/route.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import { asksOf } from './asks-of.js';
import type { ExplainedRequest, Explanation } from './explanation.js';
import { candidatesFor, traceVersion } from './trace-version.js';

type Index = RouteIndex<{ readonly route: Route; readonly headers: FlatHeaders }>;
type Outcome = Pick<Explanation, 'outcome' | 'reason' | 'route' | 'pathValues' | 'status' | 'headers' | 'asks'>;

/** The decisions that the server would take about a request. `shared` are the headers of every answer of the app. */
export function explainRequest(
  request: ExplainedRequest,
  routes: readonly Route[],
  options: ServiceOptions,
  shared: FlatHeaders,
): Explanation {
  const index: Index = indexRoutes(routes, options, shared, (route, headers) => ({
    route,
    headers: [...headers, ...deprecationHeaders(route.deprecation)],
  }));
  const found = isDecodable(request.url) ? index.find(request.method, request.url) : null;
  const decision = decide(request, found, index, routes, options, shared);
  return Object.freeze({
    request,
    version: traceVersion(request, found?.entry ?? null, decision.route, routes, options),
    candidates: candidatesFor(
      request,
      found?.entry.method ?? null,
      found ? firstRoute(found) : null,
      index,
      routes,
      options,
    ),
    ...decision,
  });
}

const firstRoute = ({ entry }: Found<{ readonly route: Route }>) =>
  [...entry.byVersion.values(), entry.neutral, entry.fallback].find((answer) => answer !== null)!.route;

function decide(
  request: ExplainedRequest,
  found: ReturnType<Index['find']>,
  index: Index,
  routes: readonly Route[],
  options: ServiceOptions,
  shared: FlatHeaders,
): Outcome {
  const { method, url, headers } = request;
  const isPreflight =
    method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
  if (options.cors && isPreflight) return explainPreflight(request, index, shared);
  if (!isDecodable(url)) return refusal(new HttpError(400, 'The address has a malformed percent-encoding.'), shared);
  if (found === null) return explainUnmatched(request, index, routes, options, shared);
  const { entry } = found;
  const version = entry.readVersion === null ? '' : entry.readVersion({ headers });
  const answer = selectAnswer(entry, version);
  if (answer === null) return refusal(refuseVersion(entry, version, index.findAll(url)), entry.headers);
  const { route } = answer;
  const refused = route.method === 'GET' || route.method === 'HEAD' ? null : crossSiteRefusal(request, options);
  if (refused) return { ...refusal(refused, answer.headers), route };
  const names = pathParameters(route.path);
  return {
    outcome: 'handler',
    reason: `${handlerName(route)} answers.`,
    route,
    status: route.status,
    headers: answer.headers,
    asks: asksOf(route, options),
    pathValues: Object.fromEntries(names.map((name, position) => [name, found.values[position] ?? ''])),
  };
}

const nobody = { route: null, pathValues: {}, asks: [] } as const;

function refusal({ status, detail, headers }: HttpError, fixed: FlatHeaders): Outcome {
  return {
    ...nobody,
    outcome: 'refusal',
    reason: detail,
    status,
    headers: [...fixed, ...Object.entries(headers).flat()],
  };
}

function crossSiteRefusal(request: ExplainedRequest, options: ServiceOptions): HttpError | null {
  try {
    csrfCheck(options)?.(request);
    return null;
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}

function explainPreflight({ url, headers }: ExplainedRequest, index: Index, shared: FlatHeaders): Outcome {
  const siblings = isDecodable(url) ? index.findAll(url) : [];
  const entry = (siblings.find(({ method }) => method === headers['access-control-request-method']) ?? siblings[0])
    ?.entry;
  return {
    ...nobody,
    outcome: 'empty',
    reason: 'A preflight is answered for the path, whatever its versions; the cors option decides who may call.',
    status: 204,
    headers: entry?.headers ?? shared,
  };
}

/** What is no declared route goes to the mounts, and then it is refused. */
function explainUnmatched(
  request: ExplainedRequest,
  index: Index,
  routes: readonly Route[],
  options: ServiceOptions,
  shared: FlatHeaders,
): Outcome {
  const { method, url } = request;
  const refused = crossSiteRefusal(request, options);
  if (refused) return refusal(refused, shared);
  const mount = (options.mount ?? [])
    .map(({ path }) => joinPath(options.prefix ?? '', path).path)
    .find((path) => covers(path, url));
  if (mount !== undefined)
    return {
      ...nobody,
      outcome: 'mount',
      reason: `The handler mounted at ${mount} gets it.`,
      status: null,
      headers: shared,
    };
  const siblings = index.findAll(url);
  const fixed = siblings.find(({ entry }) => entry.readVersion)?.entry.headers ?? siblings[0]?.entry.headers ?? shared;
  if (siblings.length === 0) {
    return refusal(
      uriVersionRefusal(routes, options, index)(method, url) ?? new HttpError(404, 'There is nothing at this address.'),
      shared,
    );
  }
  if (method !== 'OPTIONS') return refusal(refuseMethod(request, siblings), fixed);
  const allow = allowedMethods(siblings).join(', ');
  return {
    ...nobody,
    outcome: 'empty',
    reason: `OPTIONS is answered with the methods of the address: ${allow}.`,
    status: 204,
    headers: [...fixed, 'Allow', allow],
  };
}

function covers(path: string, url: string): boolean {
  return url.startsWith(path) && /^(?:[/?#]|$)/.test(url.slice(path === '/' ? 0 : path.length));
}
