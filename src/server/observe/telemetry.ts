import type { IncomingMessage } from 'node:http';
import type { Attributes, Context, Histogram, Span, SpanContext, Tracer } from '@opentelemetry/api';
import type { RequestTrace } from '../../routing/declare/route-schemas.js';
import { durationBuckets, methodName } from './http-conventions.js';
import { packageNeeds } from '../../routing/table/optional-packages.js';
import { loadPackage } from './load-package.js';
import { clientLeft, type Observation, type Observer, type Outcome } from './observation.js';

type Api = typeof import('@opentelemetry/api');

export async function openTelemetry(): Promise<Observer> {
  return telemetry(await loadPackage(packageNeeds.telemetry, () => import('@opentelemetry/api')));
}

/**
 * A server span and a duration for each request (OpenTelemetry semantic conventions, HTTP spans and metrics). The span is active in
 * middleware, handlers and everything they await.
 */
function telemetry({ context, propagation, ROOT_CONTEXT, metrics, trace, ...api }: Api): Observer {
  /** Opened by the first request: a provider of the app may start the SDK. */
  let opened: { readonly tracer: Tracer; readonly durations: Histogram } | undefined;
  const open = () => ({
    tracer: trace.getTracer('svckit'),
    durations: metrics.getMeter('svckit').createHistogram('http.server.request.duration', {
      unit: 's',
      description: 'Duration of HTTP server requests.',
      advice: { explicitBucketBoundaries: [...durationBuckets] },
    }),
  });

  /** The span that is active already, else the one that the request's headers name. */
  function parentOf(seen: Observation): Context {
    if (trace.getSpanContext(context.active())) return context.active();
    const extracted = propagation.extract(ROOT_CONTEXT, seen.req.headers);
    if (trace.getSpanContext(extracted) || !seen.trace.inbound) return extracted;
    return trace.setSpanContext(extracted, remoteParent(seen.trace));
  }

  function remoteParent({ traceId, parentSpanId, sampled }: RequestTrace): SpanContext {
    const traceFlags = sampled ? api.TraceFlags.SAMPLED : api.TraceFlags.NONE;
    return { traceId, spanId: parentSpanId!, traceFlags, isRemote: true };
  }

  /** Without an SDK, a span has no id of its own, and the request keeps its trace. */
  function adoptSpan(seen: Observation, span: Span, parent: Context): void {
    const own = span.spanContext();
    const outer = trace.getSpanContext(parent);
    if (!trace.isSpanContextValid(own) || own.spanId === outer?.spanId) return;
    const sampled = (own.traceFlags & api.TraceFlags.SAMPLED) !== 0;
    seen.trace = {
      traceId: own.traceId,
      spanId: own.spanId,
      parentSpanId: outer?.spanId ?? null,
      sampled,
      inbound: outer?.isRemote === true,
    };
  }

  function endSpan(span: Span, seen: Observation, outcome: Outcome, shared: Attributes): void {
    if (seen.pattern !== null) span.updateName(`${spanMethod(seen.req)} ${seen.pattern}`);
    span.setAttributes(shared);
    const { error } = seen;
    if (error !== undefined) span.recordException(error instanceof Error ? error : String(error));
    if (outcome.status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR });
    span.end();
  }

  return async (seen, next) => {
    const { tracer, durations } = (opened ??= open());
    const began = performance.now();
    const parent = parentOf(seen);
    const attributes = requestAttributes(seen);
    const span = tracer.startSpan(spanMethod(seen.req), { kind: api.SpanKind.SERVER, attributes }, parent);
    adoptSpan(seen, span, parent);
    const outcome = await context.with(trace.setSpan(parent, span), next);
    const shared = answerAttributes(seen, outcome);
    endSpan(span, seen, outcome, shared);
    const timed = { ...shared, 'url.scheme': schemeOf(seen), ...methodAttribute(seen.req), ...protocolOf(seen.req) };
    durations.record((performance.now() - began) / 1000, timed);
    return outcome;
  };
}

/** `HTTP` stands for methods that are not known. */
const spanMethod = ({ method }: IncomingMessage) => (methodName(method) === '_OTHER' ? 'HTTP' : method!);

const methodAttribute = ({ method }: IncomingMessage) => ({ 'http.request.method': methodName(method) });
const protocolOf = ({ httpVersion }: IncomingMessage) => ({ 'network.protocol.version': httpVersion });

/** Without the query, which may hold a token. */
function requestAttributes(seen: Observation): Attributes {
  const { req, path, address } = seen;
  const original = methodName(req.method) === '_OTHER' ? { 'http.request.method_original': req.method } : {};
  const userAgent = req.headers['user-agent'];
  return {
    ...methodAttribute(req),
    ...original,
    'url.path': path,
    'url.scheme': schemeOf(seen),
    ...serverOf(req),
    'client.address': address,
    ...protocolOf(req),
    ...(userAgent !== undefined && { 'user_agent.original': userAgent }),
  };
}

/** What both the span and the duration say about an answer; each value is one of few. */
function answerAttributes({ pattern, version, route }: Observation, { status }: Outcome): Attributes {
  return {
    ...(status !== clientLeft && { 'http.response.status_code': status }),
    ...(pattern !== null && { 'http.route': pattern }),
    ...(version !== null && { 'svckit.api.version': version }),
    ...(route !== null && { 'svckit.deprecated': route.deprecation !== null }),
    ...(status >= 500 && { 'error.type': String(status) }),
  };
}

/** As the client used it: what a trusted proxy says, else what the socket is. */
function schemeOf({ req, trustProxy }: Observation): string {
  const forwarded = trustProxy ? String(req.headers['x-forwarded-proto'] ?? '').trim() : '';
  if (/^https?$/.test(forwarded)) return forwarded;
  return 'encrypted' in req.socket ? 'https' : 'http';
}

function serverOf({ headers }: IncomingMessage): Attributes {
  const [, address, port] = /^(\[[^\]]+\]|[^:]+)(?::(\d{1,5}))?$/.exec(headers.host ?? '') ?? [];
  if (address === undefined) return {};
  return {
    'server.address': address.replace(/^\[|\]$/g, ''),
    ...(port !== undefined && { 'server.port': Number(port) }),
  };
}
