import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { context, metrics, propagation, SpanKind, SpanStatusCode, type SpanContext, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  Controller,
  createApp,
  Deprecated,
  Get,
  HttpError,
  type Input,
  Module,
  Post,
  type ServiceOptions,
  Version,
} from '../../index.js';
import { postJson, serveForTest } from '../testing/serve-for-test.js';
import { packageNeeds } from '../../routing/table/optional-packages.js';
import { loadPackage } from './load-package.js';

const create = { body: z.object({ name: z.string() }) };

@Controller('users')
class UsersController {
  @Deprecated({ since: '2026-01-01' }) @Version('1') @Get(':id') first({ trace: { traceId, spanId } }: Input) {
    return { traceId, spanId };
  }
  @Version('2') @Get(':id') missing() {
    throw new HttpError(404, 'No such user.');
  }
  @Post('', create) async create({ body }: Input<typeof create>) {
    await new Promise((resolve) => setImmediate(resolve));
    return trace.getTracer('test').startActiveSpan('insert', (span) => {
      span.end();
      return { name: body.name };
    });
  }
  @Get('crash/now') crash() {
    throw new TypeError('the password is 1234');
  }
}
@Module({ controllers: [UsersController] })
class Root {}

const versioning = { type: 'header', header: 'X-Version', defaultVersion: '1' } as const;
const serve = (options: ServiceOptions = {}) => serveForTest(Root, { versioning, telemetry: true, ...options });
const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

/** What a collector receives: the parsed bodies by path (OTLP/HTTP with JSON). */
const received = new Map<string, string[]>();
const memory = new InMemorySpanExporter();
let collector: Server;
let spans: BasicTracerProvider;
let meters: MeterProvider;

beforeAll(async () => {
  collector = createServer((req, res) => {
    let text = '';
    req.on('data', (chunk: Buffer) => (text += chunk.toString()));
    req.on('end', () => {
      received.set(req.url!, [...(received.get(req.url!) ?? []), text]);
      res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const exporters = [memory, new OTLPTraceExporter({ url: `${url}/v1/traces` })];
  spans = new BasicTracerProvider({ spanProcessors: exporters.map((exporter) => new SimpleSpanProcessor(exporter)) });
  const exporter = new OTLPMetricExporter({ url: `${url}/v1/metrics` });
  meters = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter })] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(spans);
  metrics.setGlobalMeterProvider(meters);
});
beforeEach(() => memory.reset());
afterAll(async () => {
  await Promise.all([spans.shutdown(), meters.shutdown()]);
  for (const api of [context, trace, metrics, propagation]) api.disable();
  collector.close();
  collector.closeAllConnections();
});

/** The spans of the requests that `act` makes, by name. */
async function spansOf(act: (call: Awaited<ReturnType<typeof serve>>['call']) => Promise<unknown>, options = {}) {
  const { app, call } = await serve(options);
  await act(call);
  await app.close();
  return memory.getFinishedSpans();
}

describe('a server span', () => {
  it('names the route and describes the request by the semantic conventions, without its query', async () => {
    const [span] = await spansOf((call) =>
      call('/users/7?token=secret', { headers: { host: 'api.example:8080', 'user-agent': 'curl/8' } }),
    );
    expect(span).toMatchObject({
      name: 'GET /users/{id}',
      kind: SpanKind.SERVER,
      status: { code: SpanStatusCode.UNSET },
    });
    expect(span!.attributes).toEqual({
      'http.request.method': 'GET',
      'url.path': '/users/7',
      'url.scheme': 'http',
      'server.address': 'api.example',
      'server.port': 8080,
      'client.address': '127.0.0.1',
      'network.protocol.version': '1.1',
      'user_agent.original': 'curl/8',
      'http.response.status_code': 200,
      'http.route': '/users/{id}',
      'svckit.api.version': '1',
      'svckit.deprecated': true,
    });
  });

  it('continues the trace of the caller, and its ids are those of the request', async () => {
    let body: unknown;
    const [span] = await spansOf(async (call) => {
      body = (await call('/users/7', { headers: { traceparent } })).json();
    });
    const { spanId } = span!.spanContext();
    expect([span!.spanContext().traceId, span!.parentSpanContext?.spanId]).toEqual([traceId, 'b7ad6b7169203331']);
    expect(body).toEqual({ traceId, spanId });
    memory.reset();
    const [own] = await spansOf(async (call) => {
      body = (await call('/nothing')).json();
    });
    expect(body).toMatchObject({ traceId: own!.spanContext().traceId });
    expect(own!.name).toBe('GET');
  });

  it('is an error for a 5xx only, with the exception; an unknown method has no name of its own', async () => {
    const errors: unknown[] = [];
    const onError: ServiceOptions['onError'] = (error) => errors.push(String(error));
    const [broken, missing, other] = await spansOf(
      async (call) => {
        await call('/users/crash/now');
        await call('/users/7', { headers: { 'x-version': '2' } });
        await call('/users/7', { method: 'PROPFIND' });
      },
      { onError },
    );
    expect(errors).toEqual(['TypeError: the password is 1234']);
    expect(broken).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'error.type': '500', 'http.response.status_code': 500 },
      events: [{ name: 'exception', attributes: { 'exception.type': 'TypeError' } }],
    });
    expect(missing).toMatchObject({
      status: { code: SpanStatusCode.UNSET },
      attributes: { 'svckit.api.version': '2' },
    });
    expect(missing!.attributes['error.type']).toBeUndefined();
    expect(other).toMatchObject({
      name: 'HTTP',
      attributes: { 'http.request.method': '_OTHER', 'http.request.method_original': 'PROPFIND' },
    });
  });

  it('is the parent of spans in handlers, behind a body and an await, and of around', async () => {
    const names: (string | undefined)[] = [];
    const around: ServiceOptions['around'] = (_call, next) => {
      names.push(trace.getActiveSpan()?.spanContext().spanId);
      return next();
    };
    const [inner, server] = await spansOf((call) => call('/users', postJson({ name: 'x'.repeat(100_000) })), {
      around,
    });
    expect([inner!.name, server!.name]).toEqual(['insert', 'POST /users']);
    expect(inner!.parentSpanContext?.spanId).toBe(server!.spanContext().spanId);
    expect(names).toEqual([server!.spanContext().spanId]);
  });

  it('continues what the registered propagator finds', async () => {
    const found: SpanContext = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1, isRemote: true };
    propagation.setGlobalPropagator({
      inject: () => {},
      extract: (given, headers) => ((headers as { b3?: string }).b3 ? trace.setSpanContext(given, found) : given),
      fields: () => ['b3'],
    });
    const [span] = await spansOf((call) => call('/users/7', { headers: { b3: '1', traceparent } }));
    propagation.disable();
    expect(span!.spanContext().traceId).toBe(found.traceId);
  });

  it('has the scheme that a trusted proxy names', async () => {
    const headers = { 'x-forwarded-proto': 'https' };
    const [trusted] = await spansOf((call) => call('/users/7', { headers }), { trustProxy: 1 });
    expect(trusted!.attributes['url.scheme']).toBe('https');
    memory.reset();
    const [direct] = await spansOf((call) => call('/users/7', { headers }));
    expect(direct!.attributes['url.scheme']).toBe('http');
  });
});

describe('a collector', () => {
  it('receives the spans and the duration histogram over OTLP/HTTP', async () => {
    received.clear();
    await spansOf((call) => call('/users/7', { headers: { traceparent } }));
    await Promise.all([spans.forceFlush(), meters.forceFlush()]);
    const sent = received.get('/v1/traces')!.join();
    expect(sent).toContain('"name":"GET /users/{id}"');
    expect(sent).toContain(traceId);
    const measured = received.get('/v1/metrics')!.join();
    expect(measured).toContain(
      '"name":"http.server.request.duration","description":"Duration of HTTP server requests.","unit":"s"',
    );
    expect(measured).toContain('"explicitBounds":[0.005,0.01,0.025,0.05,0.075,0.1,0.25,0.5,0.75,1,2.5,5,7.5,10]');
    expect(measured).toContain('{"key":"svckit.api.version","value":{"stringValue":"1"}}');
    expect(measured).not.toContain('/users/7');
  });
});

describe('the option telemetry', () => {
  it('leaves the trace of a request alone where no SDK is started', async () => {
    trace.disable();
    const { app, call } = await serve();
    expect((await call('/users/7', { headers: { traceparent } })).json()).toMatchObject({ traceId });
    const first = (await call('/users/7')).json()['traceId'];
    expect(first).toMatch(/^[\da-f]{32}$/);
    expect(first).not.toBe((await call('/users/7')).json()['traceId']);
    await app.close();
    trace.setGlobalTracerProvider(spans);
  });

  it('names the package to install where it is missing', async () => {
    const absent = () => import(new URL('file:///nowhere/api.js').href);
    await expect(loadPackage(packageNeeds.telemetry, absent)).rejects.toThrow(
      'error invalid-option: The option telemetry needs the package @opentelemetry/api, which is not installed. Run npm install @opentelemetry/api, and start an OpenTelemetry SDK before the app.',
    );
  });

  it('is true or false', async () => {
    await expect(createApp(Root, { versioning, telemetry: {} } as never)).rejects.toThrow('Write true or false.');
  });
});
