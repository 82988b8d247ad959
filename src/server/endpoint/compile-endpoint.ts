import { pathParameters } from '../../routing/table/path.js';
import type { Binding } from '../../routing/table/compile-routes.js';
import { responseDetail } from '../../routing/table/responses.js';
import type { Route } from '../../routing/table/route.js';
import type { Logger, ServiceOptions } from '../../routing/table/service-options.js';
import type { IdempotencyStore, ThrottleStore } from '../../routing/table/stores.js';
import { csrfCheck } from '../../routing/matching/csrf.js';
import { deprecationHeaders } from '../../routing/matching/deprecation-headers.js';
import type { FlatHeaders } from '../../routing/matching/flat-headers.js';
import type { Injectable } from '../../wiring/token.js';
import { authenticateStep, guardStep, rolesStep } from './access-step.js';
import { bodyStep } from './body-step.js';
import type { Endpoint, Step } from './endpoint.js';
import type { Exchange } from './exchange.js';
import { idempotentHandler } from './idempotent-handler.js';
import { throttleStep } from './throttle-step.js';
import { validationStep } from './validation-step.js';

/** What every endpoint of an app is made with. */
export interface EndpointParts {
  readonly options: ServiceOptions;
  readonly logger: Logger;
  readonly throttle: ThrottleStore;
  readonly idempotency: IdempotencyStore;
  resolve<T>(target: Injectable<T>): T;
  /** Makes equal lists of headers one list. */
  share(headers: FlatHeaders): FlatHeaders;
}

const mebibyte = 1024 * 1024;
const noSteps: readonly Step[] = Object.freeze([]);

/** Makes a route ready: one list of steps, one handler, one frozen list of headers. `headers` are those of every version of its path. */
export function compileEndpoint(
  route: Route,
  { target, key, guards }: Binding,
  headers: FlatHeaders,
  parts: EndpointParts,
): Endpoint {
  const { options } = parts;
  const parameters = pathParameters(route.path);
  const csrf = route.method === 'GET' || route.method === 'HEAD' ? null : csrfCheck(options);
  const readsBody = route.schemas.body !== undefined || route.idempotency !== null;
  const steps: readonly (Step | null)[] = [
    csrf && (({ req }) => csrf(req)),
    throttleStep(route, options, { store: parts.throttle, logger: parts.logger }),
    authenticateStep(options),
    rolesStep(route.access),
    ...guards.map((guard) => guardStep(parts.resolve(guard), route)),
    readsBody ? bodyStep(options.bodyLimit ?? mebibyte, route.schemas.body !== undefined) : null,
    validationStep(route.schemas, parameters),
  ];
  const mediaType = successMediaType(route);
  const all = parts.share([...headers, ...deprecationHeaders(route.deprecation)]);
  const taken = steps.filter((step) => step !== null);
  return Object.freeze({
    route,
    parameters,
    steps: taken.length === 0 ? noSteps : Object.freeze(taken),
    handle: handlerOf(parts.resolve(target) as object, key, route, parts),
    headers: all,
    successHeaders: parts.share([...all, 'Content-Type', withCharset(mediaType)]),
    raw: !isJson(mediaType),
    trustProxy: options.trustProxy ?? false,
  });
}

/** Where a success has several media types, the handler says which in a Web Response. */
function successMediaType({ responses, status }: Route): string {
  const { mediaTypes = [] } = responseDetail(responses[status] ?? null);
  return mediaTypes.length === 1 ? mediaTypes[0]! : 'application/json';
}

const isJson = (mediaType: string) => /^application\/(?:.+\+)?json\b/i.test(mediaType);

function withCharset(mediaType: string): string {
  return (isJson(mediaType) || mediaType.startsWith('text/')) && !mediaType.includes('charset')
    ? `${mediaType}; charset=utf-8`
    : mediaType;
}

type Method = (this: object, input: Exchange) => unknown;

function handlerOf(
  instance: object,
  key: PropertyKey,
  route: Route,
  { options, logger, idempotency }: EndpointParts,
): Endpoint['handle'] {
  const method = (instance as Record<PropertyKey, Method>)[key]!;
  const handle = (exchange: Exchange) => method.call(instance, exchange);
  if (!route.idempotency) return handle;
  return idempotentHandler(handle, route.idempotency, {
    store: idempotency,
    ttlSeconds: options.idempotency?.ttlSeconds,
    logger,
  });
}
