import type { FlatHeaders } from '../../routing/matching/flat-headers.js';
import type { PreviewFieldReader } from '../../routing/matching/preview-field.js';
import { type RouteStep, routeSteps } from '../../routing/matching/route-steps.js';
import type { Binding } from '../../routing/table/binding.js';
import { validationStatusOf } from '../../routing/table/error-options.js';
import { pathParameters } from '../../routing/table/path.js';
import { isJson, responseDetail } from '../../routing/table/responses.js';
import type { Route } from '../../routing/table/route.js';
import type { Logger } from '../../routing/table/logger.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import type { IdempotencyStore, ThrottleStore, TransactionalIdempotencyStore } from '../../routing/table/stores.js';
import type { Successor } from '../../routing/versioning/successor.js';
import type { Injectable } from '../../wiring/token.js';
import { acceptStep } from './accept-step.js';
import { authenticateStep, guardStep, rolesStep, signedInStep } from './access-step.js';
import { startAround } from './around-endpoint.js';
import { type BodyReader, bodyReader } from '../bodies/body-readers.js';
import { readFirst, readWhole } from '../bodies/read-whole.js';
import { collectPages } from './collect-pages.js';
import type { Endpoint, Exchange, Step } from './exchange.js';
import { idempotentHandler, keyedOperation } from './idempotent-handler.js';
import { LastWords } from './last-words.js';
import { lookingUp } from './look-up.js';
import { retirementStep } from './retirement-step.js';
import { afterSteps, startEndpoint } from './run-endpoint.js';
import { throttleStep } from './throttle-step.js';
import { throughChanges } from './through-changes.js';
import type { LargeBodies } from '../request/large-bodies.js';
import type { Turns } from '../request/turns.js';
import type { RouteUsage } from '../usage/usage-step.js';
import type { UsageCounting } from '../usage/usage-counting.js';
import { validationStep } from './validation-step.js';
import { conditionsStep, withOwnTags } from './version-conditions.js';
import { successWriter } from './write-answer.js';
import { problemWriter } from './write-problem.js';

/** What the endpoints of an app share. */
export interface EndpointParts {
  readonly options: ServiceOptions;
  readonly logger: Logger;
  readonly throttle: ThrottleStore;
  readonly idempotency: IdempotencyStore | TransactionalIdempotencyStore;
  /** null where calls are not counted. */
  readonly usage: UsageCounting | null;
  readonly successorOf: (route: Route) => Successor | null;
  readonly turns: Turns;
  readonly largeBodies: LargeBodies;
  /** null where no preview is declared. */
  readonly readPreviews: PreviewFieldReader | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  resolve<T>(target: Injectable<T>): T;
  /** Shares equal lists of headers. */
  share(headers: FlatHeaders): FlatHeaders;
}

const noSteps: readonly Step[] = Object.freeze([]);

/** Makes a route ready: one list of steps, one handler, one frozen list of headers. `headers` go with all its answers. */
export function compileEndpoint(route: Route, binding: Binding, headers: FlatHeaders, parts: EndpointParts): Endpoint {
  const steps: Step[] = [];
  let handle = handlerOf(binding, route, parts);
  let stepsToCaller = 0;
  const shared = { ...parts, usage: parts.usage?.of(route, binding) ?? null };
  const accepts = acceptStep(route, parts.options.versioning || undefined);
  if (accepts) steps.push(accepts);
  const steppedThrough = routeSteps(route, parts.options);
  const body = bodyReaderOf(route, steppedThrough, binding, parts);
  let keyed: StepNamed<'idempotency'> | null = null;
  const stepsOnce: Step[] = [];
  let conditions = conditionsStep(route, binding.passage, parts.options.versioning);
  const takeConditions = () => {
    if (conditions !== null) steps.push(conditions);
    conditions = null;
  };
  for (const step of steppedThrough) {
    if (step.name === 'pin') continue;
    if (step.name === 'body' || step.name === 'validation') takeConditions();
    if (step.name === 'idempotency') keyed = step;
    else (keyed === null ? steps : stepsOnce).push(makeStep(step, route, binding, shared, body));
    if (step.name === 'authenticate') stepsToCaller = steps.length;
  }
  takeConditions();
  if (keyed !== null) handle = replaying(afterSteps(stepsOnce, handle), keyed, route, parts);
  if (body?.during) handle = within(body.during, handle);
  const mediaType = successMediaType(route);
  const mode = parts.options.responses ?? 'project';
  const arounds = [parts.options.around ?? []].flat();
  return Object.freeze({
    route,
    start: arounds.length === 0 ? startEndpoint : startAround(arounds),
    passage: binding.passage,
    parameters: pathParameters(route.path),
    steps: steps.length === 0 ? noSteps : Object.freeze(steps),
    handle,
    headers,
    successHeaders: parts.share([...headers, 'Content-Type', withCharset(mediaType)]),
    write: successWriter(route, isJson(mediaType) || isStream(route), mode, parts.logger),
    writeProblem: problemWriter(route, parts, binding.passage),
    trustProxy: parts.options.trustProxy ?? false,
    versions: parts.options.versioning?.versions,
    stepsToCaller,
  });
}

type StepNamed<Name extends RouteStep['name']> = Extract<RouteStep, { readonly name: Name }>;

function makeStep(
  step: Exclude<RouteStep, StepNamed<'idempotency' | 'pin'>>,
  route: Route,
  { guards, passage }: Binding,
  {
    options,
    throttle,
    logger,
    resolve,
    successorOf,
    usage,
    largeBodies,
  }: Omit<EndpointParts, 'usage'> & { readonly usage: RouteUsage | null },
  body: BodyReader | null,
): Step {
  switch (step.name) {
    case 'throttle':
      return throttleStep(step.budget, options.trustProxy, throttle, logger);
    case 'authenticate':
      return authenticateStep(step.authenticate);
    case 'signed-in':
      return signedInStep(step.challenge);
    case 'roles':
      return rolesStep(step.roles, step.challenge);
    case 'sunset':
    case 'brownout':
      return retirementStep(step, route, successorOf(route), usage, options);
    case 'usage':
      return usage!.step;
    case 'deprecated-members':
      return usage!.membersStep(step.members);
    case 'guard':
      return guardStep(resolve(guards[step.position]!), route);
    case 'body': {
      const read = body?.step ?? readWhole(step.limit, largeBodies, null);
      return route.relayed ? readFirst(read, logger) : read;
    }
    case 'validation':
      return validationStep(step.parts, route, options, passage?.schemas ?? {}, body);
  }
}

function bodyReaderOf(
  route: Route,
  steps: readonly RouteStep[],
  { passage }: Binding,
  { options, turns, largeBodies }: EndpointParts,
): BodyReader | null {
  const { body: form, schemas } = route;
  const step = steps.find((one) => one.name === 'body');
  if (form === null || step === undefined) return null;
  const schema = passage?.schemas.body ?? schemas.body ?? null;
  return bodyReader({
    form,
    schema,
    limit: step.limit,
    isKeyed: route.idempotency !== null,
    route,
    options,
    turns,
    largeBodies,
  });
}

const within =
  (during: NonNullable<BodyReader['during']>, handle: Endpoint['handle']): Endpoint['handle'] =>
  (exchange) =>
    during(exchange, () => handle(exchange));

type Method = (this: object, input: Exchange) => unknown;

function handlerOf(
  { target, key, passage }: Binding,
  route: Route,
  { resolve, options, turns }: EndpointParts,
): Endpoint['handle'] {
  const instance = resolve(target) as object;
  const method = (instance as Record<PropertyKey, Method>)[key]!;
  const handle = (exchange: Exchange) => method.call(instance, exchange);
  if (!passage) return handle;
  const words = new LastWords(route, validationStatusOf(route, options));
  const { requestTimeoutMs: timeoutMs = 300_000 } = options;
  const { collecting } = passage;
  const changed = collecting
    ? collectPages(handle, { ...passage, collecting }, route, words, { turns, timeoutMs })
    : throughChanges(handle, passage, route, words);
  return withOwnTags(lookingUp(changed, passage, timeoutMs), route, passage);
}

/** Wraps the handler and the steps that a replayed request does not take. */
function replaying(
  handle: Endpoint['handle'],
  { policy }: StepNamed<'idempotency'>,
  route: Route,
  { options: { idempotency, versioning }, idempotency: store, logger }: EndpointParts,
): Endpoint['handle'] {
  const keeping = { store, ttlSeconds: idempotency?.ttlSeconds, logger };
  return idempotentHandler(handle, policy, keyedOperation(route, versioning), keeping);
}

/** Each item of a stream is JSON. */
const isStream = ({ responses, status }: Route) => responseDetail(responses[status] ?? null).stream !== undefined;

/** A success with several media types is a Web Response, which names its own. */
function successMediaType({ responses, status }: Route): string {
  const { mediaTypes = [] } = responseDetail(responses[status] ?? null);
  return mediaTypes.length === 1 ? mediaTypes[0]! : 'application/json';
}

function withCharset(mediaType: string): string {
  return (isJson(mediaType) || mediaType.startsWith('text/')) && !mediaType.includes('charset')
    ? `${mediaType}; charset=utf-8`
    : mediaType;
}
