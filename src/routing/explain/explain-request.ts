import { joinWords } from '../../text/join-words.js';
import { countOf } from '../../text/join-words.js';
import { dateRefusals } from '../matching/behind-rules.js';
import { decide, decisionRules } from '../matching/decide.js';
import type { EmptyAnswer, Match, Mounted, Refusal, RouteAnswer } from '../matching/decision.js';
import type { FlatHeaders } from '../matching/flat-headers.js';
import { indexRoutes } from '../matching/index-routes.js';
import type { PreviewFieldReader } from '../matching/preview-field.js';
import { previewRules } from '../matching/preview-rules.js';
import { varyingRoutes } from '../previews/varying-routes.js';
import type { PreviewTable } from '../table/preview-table.js';
import { requestParts } from '../declare/request-parts.js';
import { type RouteStep, routeSteps } from '../matching/route-steps.js';
import { pathParameters } from '../table/path.js';
import { handlerName, type Route } from '../table/route.js';
import type { ServiceOptions } from '../table/service-options.js';
import { readableDate, readableTime } from '../../text/date.js';
import type { ExplainedRequest, Explanation } from './explanation.js';
import { traceRequest } from './trace-request.js';

type Outcome = Pick<Explanation, 'outcome' | 'reason' | 'route' | 'pathValues' | 'status' | 'headers' | 'asks'>;

/** What requests get that name previews, and how the field is read. */
export interface ExplainedPreviews {
  readonly table: PreviewTable;
  readonly read: PreviewFieldReader;
}

/** Explains what the server decides about a request. `shared` are the headers of every answer of the app. */
export function explainRequest(
  request: ExplainedRequest,
  routes: readonly Route[],
  options: ServiceOptions,
  shared: FlatHeaders,
  previews: ExplainedPreviews | null = null,
): Explanation {
  const varying = previews
    ? varyingRoutes(previews.table, routes, options.now?.().getTime() ?? Date.now())
    : new Set<Route>();
  const answerOf = (route: Route, headers: FlatHeaders): RouteAnswer => ({ route, headers });
  const index = indexRoutes(routes, options, shared, answerOf, varying);
  const asked =
    previews &&
    previewRules<RouteAnswer>({
      ...previews,
      routes,
      index,
      options,
      headers: shared,
      varying,
      answerOf: ({ route }, headers) => answerOf(route, headers),
    });
  const first = decide(request, index, decisionRules(routes, options, shared, index, asked));
  const pinned = first.kind === 'needs-pin' ? first.decided(request.pin ?? null) : first;
  // What `allow` says is known only to a running service.
  const decision = pinned.kind === 'needs-caller' ? pinned.decided([]) : pinned;
  // Without a mount that covers the address, only handlers added by hand could answer, and a definition declares none.
  const isNobodys = decision.kind === 'mount' && decision.path === null && !options.application;
  const settled = isNobodys ? decision.declined() : decision;
  const outcome = explain(settled, routes, options);
  const found = asked?.asked(request)?.index ?? index;
  const all = previews ? [...routes, ...previews.table.routes] : routes;
  return Object.freeze({ request, ...traceRequest(request, outcome.route, found, all, options), ...outcome });
}

function explain(
  decision: Match<RouteAnswer> | Refusal<RouteAnswer> | EmptyAnswer | Mounted<RouteAnswer>,
  routes: readonly Route[],
  options: ServiceOptions,
): Outcome {
  const { kind } = decision;
  switch (kind) {
    case 'endpoint':
      return explainMatch(decision, routes, options);
    case 'refusal': {
      const { error, headers, endpoint } = decision;
      const own = Object.entries(error.headers).flat();
      return {
        outcome: kind,
        reason: error.detail,
        route: endpoint?.route ?? null,
        ...noHandler,
        status: error.status,
        headers: [...headers, ...own],
      };
    }
    case 'empty':
      return {
        outcome: kind,
        reason: decision.preflight
          ? 'A preflight is answered for all versions of the path. The cors option decides who may call.'
          : `OPTIONS lists the methods of the address: ${decision.headers.at(-1)!}.`,
        route: null,
        ...noHandler,
        status: decision.status,
        headers: decision.headers,
      };
    case 'mount':
      return {
        outcome: kind,
        reason: decision.path === null ? passing(decision) : `The handler mounted at ${decision.path} answers.`,
        route: null,
        ...noHandler,
        status: null,
        headers: decision.headers,
      };
  }
}

/** What an application gets that no route answers. */
function passing({ near, older }: Mounted<RouteAnswer>): string {
  if (older !== null)
    return `The application answers OPTIONS at ${older.newest.path}: only older versions have this address.`;
  const own = 'The application gets it as it came: its document has no such operation.';
  return near === null
    ? own
    : `${own} ${near.method} ${near.path} is near: the option paths says which spellings are one path.`;
}

const noHandler = { pathValues: {}, asks: [] } as const;

function explainMatch(
  { endpoint: { route, headers }, values }: Match<RouteAnswer>,
  routes: readonly Route[],
  options: ServiceOptions,
): Outcome {
  const names = pathParameters(route.path);
  const { middleware = [], around = [] } = options;
  const functions = [around].flat().length;
  const pathValues = Object.fromEntries(names.map((name, position) => [name, values[position] ?? '']));
  const now = options.now?.().getTime();
  const refused = now === undefined ? null : dateRefusals(routes, options)(route, values, now);
  return {
    outcome: refused ? 'refusal' : 'handler',
    reason: refused?.detail ?? `${handlerName(route)} answers.`,
    route,
    status: refused?.status ?? route.status,
    headers: [...headers, ...Object.entries(refused?.headers ?? {}).flat()],
    asks: [
      ...(middleware.length > 0 ? [`middleware: ${middleware.length} first, any of which may answer`] : []),
      ...(functions > 0
        ? [`around: ${countOf(functions, 'function')} around the steps below and the handler; each may refuse`]
        : []),
      ...routeSteps(route, options).map((step) => `${step.name}: ${describeStep(step)}`),
    ],
    pathValues,
  };
}

function describeStep(step: RouteStep): string {
  switch (step.name) {
    case 'throttle':
      return `at most ${step.budget.limit} requests in ${step.budget.windowSeconds} seconds, else 429`;
    case 'authenticate':
      return 'who is calling';
    case 'signed-in':
      return `a caller by ${step.credentials.join(' or ')}, else 401`;
    case 'pin':
      return 'which version the caller is pinned to, when the request names none';
    case 'roles':
      return `${step.roles.join(' or ')}, else 401 without a caller and 403 without the role`;
    case 'sunset':
      return `served until ${readableDate(step.at)}, then 410`;
    case 'brownout':
      return `${step.brownouts.map(({ from, to }) => `${readableTime(from)} to ${readableTime(to)}`).join(', ')}, 503 then`;
    case 'guard':
      return step.guard;
    case 'body':
      return `at most ${step.limit} bytes, else 413${step.form ? `; ${step.form.kind === 'json' ? 'JSON' : joinWords(step.form.mediaTypes, 'or')}, else 415` : ''}`;
    case 'validation':
      return `${step.parts.map((part) => requestParts[part]).join(', ')}, else 400`;
    case 'usage':
      return 'counts the call for its consumer';
    case 'deprecated-members':
      return `counts ${step.members.map(({ name }) => name).join(', ')}`;
    case 'idempotency':
      return `an Idempotency-Key ${step.policy.required ? 'is required' : 'may be sent'}`;
  }
}
