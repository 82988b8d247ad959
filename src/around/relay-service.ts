import type { Passage } from '../routing/changes/passage.js';
import type { Binding } from '../routing/table/binding.js';
import { titleOf, validationStatusOf } from '../routing/table/error-options.js';
import { HttpError } from '../routing/table/http-error.js';
import { pathParameters } from '../routing/table/path.js';
import type { Route } from '../routing/table/route.js';
import type { Logger } from '../routing/table/logger.js';
import type { ServiceDefinition } from '../routing/table/service-definition.js';
import type { Versions } from '../changes/known-versions.js';
import type { VersioningOptions } from '../routing/versioning/versioning.js';
import { collectPages } from '../server/endpoint/collect-pages.js';
import { type Endpoint, Exchange } from '../server/endpoint/exchange.js';
import { LastWords } from '../server/endpoint/last-words.js';
import { lookingUp } from '../server/endpoint/look-up.js';
import { relayed } from '../server/endpoint/relayed.js';
import { requestReader } from '../server/endpoint/request-acceptance.js';
import { startEndpoint } from '../server/endpoint/run-endpoint.js';
import { throughChanges } from '../server/endpoint/through-changes.js';
import { successWriter } from '../server/endpoint/write-answer.js';
import { problemWriter } from '../server/endpoint/write-problem.js';
import { FetchRequest } from '../server/fetch/fetch-request.js';
import { FetchResponse } from '../server/fetch/fetch-response.js';
import { Clients } from '../server/request/clients.js';
import { Turns } from '../server/request/turns.js';
import { Drift } from './drift.js';
import { type FetchHandler, FetchOnward } from './fetch/fetch-onward.js';
import { namesVersion } from './name-version.js';
import { setOnward } from './onward.js';
import { relay } from './relay.js';

/** A service whose changes are used, and nothing else of it. */
export interface RelayedService {
  readonly definition: ServiceDefinition;
  readonly table: { readonly routes: readonly Route[]; readonly bindings: ReadonlyMap<Route, Binding> };
}

/** A request of an older version, with the values of its path by position and its bytes. */
export interface OlderRequest {
  readonly request: Request;
  readonly pathValues: readonly string[];
  readonly body: Buffer;
}

const limits = { answerLimit: 64 * 1024 * 1024, timeoutMs: 10_000 };
const silent: Logger = { info: () => {}, warn: () => {}, error: () => {} };

/**
 * What answers requests for a route by what a build of the newest version answers: the changes of a service stand between, and no handler,
 * guard or provider of it runs. null where the newest version has no such operation, or its bodies are streams.
 */
export function relayService(
  { definition, table }: RelayedService,
  route: Route,
  next: FetchHandler,
): ((older: OlderRequest) => Promise<Response>) | null {
  const versioning = definition.versioning as VersioningOptions & { readonly versions: Versions };
  const { versions } = versioning;
  const binding = table.bindings.get(route)!;
  const { passage } = binding;
  const newest = table.routes.find((one) => {
    const own = table.bindings.get(one);
    return one.version === versions.newest && own?.target === binding.target && own.key === binding.key;
  });
  const read = requestReader(route, passage, definition);
  if (!newest || !read) return null;
  const names = namesVersion(versioning, versions, definition.prefix ?? '');
  const operation = `${newest.method} ${newest.path}`;
  const drift = new Drift(() => silent);
  const { ranges = {} } = newest;
  const parts = { ...limits, names, versions, drift, refusesDrift: false, logger: () => silent, ranges, operation };
  const endpoint: Endpoint = {
    route,
    start: startEndpoint,
    steps: [read],
    stepsToCaller: 0,
    handle: handleOf(relay(newest, parts), passage, route, definition),
    headers: [],
    successHeaders: [],
    write: successWriter(route, true, 'project', silent),
    writeProblem: problemWriter(route, { options: definition, logger: silent }, passage),
    passage,
    parameters: pathParameters(route.path),
    trustProxy: false,
    versions,
  };
  return ({ request, pathValues, body }) =>
    new Promise<Response>((resolve, reject) => {
      const req = new FetchRequest(request, undefined);
      const res = new FetchResponse(req, () => {});
      const answer = (response: Promise<Response>) => void response.then(resolve, reject);
      setOnward(req as never, new FetchOnward(next, answer));
      answer(res.response);
      const exchange = new Exchange(req as never, res as never, endpoint, pathValues, false);
      exchange.rawBody = body;
      endpoint.start(
        exchange,
        { answer: (_, value) => settle(value), refuse: (_, error) => refuse(error), report: () => {} },
        null,
      );

      function settle(value: unknown): void {
        if (value === undefined || value === relayed) return;
        const headers = { 'Content-Type': 'application/json' };
        resolve(new Response(endpoint.write(value) as never, { status: route.status, headers }));
      }

      function refuse(error: unknown): void {
        const { status, detail, extras } =
          error instanceof HttpError ? error : { status: 500, detail: String(error), extras: {} };
        const [instance = ''] = req.url.split('?');
        const { traceId } = exchange.trace;
        const problem = { type: 'about:blank', title: titleOf(status), status, detail, instance, traceId, ...extras };
        const written = endpoint.writeProblem(problem, req as never);
        resolve(new Response(written.body as never, { status, headers: { 'Content-Type': written.contentType } }));
      }
    });
}

/** The way through the changes, as a running service has it. */
function handleOf(
  handle: Endpoint['handle'],
  passage: Passage | null,
  route: Route,
  options: ServiceDefinition,
): Endpoint['handle'] {
  if (!passage) return handle;
  const { timeoutMs } = limits;
  const words = new LastWords(route, validationStatusOf(route, options));
  const turns = new Turns(new Clients(options.trustProxy));
  const { collecting } = passage;
  const changed = collecting
    ? collectPages(handle, { ...passage, collecting }, route, words, { turns, timeoutMs })
    : throughChanges(handle, passage, route, words);
  return lookingUp(changed, passage, timeoutMs);
}
