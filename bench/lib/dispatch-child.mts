import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Controller, createApp, Get, Module, type ServiceOptions, Version } from 'svckit';

const versions = ['1', '2', '3'];
const rounds = 15;
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

async function handlerOf(count: number, options: ServiceOptions, versioned: boolean) {
  class Routes {
    answer() {
      return undefined;
    }
  }
  const metadata = {};
  for (let index = 0; index < count; index++) {
    const context = { kind: 'method', name: 'answer', private: false, static: false, metadata } as never;
    Get(`group${index % 100}/item${index}/:id`)(Routes.prototype.answer as never, context);
  }
  if (versioned)
    Version(versions)(Routes.prototype.answer, {
      kind: 'method',
      name: 'answer',
      private: false,
      static: false,
      metadata,
    } as never);
  Controller()(Routes as never, { kind: 'class', name: 'Routes', metadata } as never);
  Object.defineProperty(Routes, (Symbol as never as { metadata: symbol }).metadata, { value: metadata });
  const module = {};
  class Root {}
  Module({ controllers: [Routes] })(Root as never, { kind: 'class', name: 'Root', metadata: module } as never);
  Object.defineProperty(Root, (Symbol as never as { metadata: symbol }).metadata, { value: module });
  // The response below has no stream to compress.
  return (await createApp(Root, { compression: false, ...options })).handler;
}

/** A real request from an address; its response ends without a socket. */
function requestFor(headers: readonly string[]) {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: '::ffff:203.0.113.7' });
  const req = new IncomingMessage(socket);
  req.method = 'GET';
  req.httpVersionMajor = 1;
  const all = ['Host', 'localhost:3000', 'User-Agent', 'bench/1.0', 'Accept-Encoding', 'gzip', ...headers];
  (req as unknown as { _addHeaderLines(lines: readonly string[], count: number): void })._addHeaderLines(
    all,
    all.length,
  );
  return req;
}

const res = {
  headersSent: false,
  getHeaderNames: () => [] as string[],
  writeHead() {},
  end() {},
} as unknown as ServerResponse;
type Handler = Awaited<ReturnType<typeof handlerOf>>;

function time(handler: Handler, req: IncomingMessage, urls: readonly string[], calls: number): number {
  const start = process.hrtime.bigint();
  for (let index = 0; index < calls; index++) {
    req.url = urls[index % urls.length]!;
    handler(req, res);
  }
  return Number(process.hrtime.bigint() - start) / calls;
}

interface Measure {
  readonly name: string;
  readonly handler: Handler;
  readonly req: IncomingMessage;
  readonly urls: readonly string[];
  readonly times: number[];
}
const calls = 200_000;
const url = (index: number) => `/group${index % 100}/item${index}/7`;
const one = (name: string, handler: Handler, urls: readonly string[], headers: readonly string[] = []): Measure => ({
  name,
  handler,
  req: requestFor(headers),
  urls,
  times: [],
});

const header = await handlerOf(10, { versioning: { type: 'header', header: 'X-API-Version' } }, true);
const media = await handlerOf(10, { versioning: { type: 'media-type', key: 'v=' } }, true);
const [ten, thousand, tenThousand] = [
  await handlerOf(10, {}, false),
  await handlerOf(1000, {}, false),
  await handlerOf(10_000, {}, false),
];
let asked = 0;
/** A thousand callers of a session cache. */
const callers = Array.from({ length: 1000 }, (_, index) => ({ id: `caller-${index}`, roles: [] }));
const authenticate = () => callers[asked++ % 1000]!;
const known = await handlerOf(10, { authenticate }, false);
const countedCallers = await handlerOf(10, { authenticate, usage: true }, false);
const countedAddresses = await handlerOf(10, { usage: true }, false);
const proxied = await handlerOf(10, { trustProxy: 1 }, false);
const countedProxied = await handlerOf(10, { trustProxy: 1, usage: true }, false);
const forwarded = ['X-Forwarded-For', '203.0.113.7, 10.0.0.1'];
const spread = Array.from({ length: 10_000 }, (_, index) => url((index * 7919) % 10_000));
const measures = [
  one('10 routes, one address', ten, [url(3)]),
  one('10 routes, header versioning', header, [url(3)], ['X-API-Version', '2']),
  one('10 routes, media-type versioning', media, [url(3)], ['Accept', 'application/json;v=2']),
  one('1,000 routes, one address', thousand, [url(3)]),
  one('10,000 routes, one address', tenThousand, [url(3)]),
  one('10,000 routes, all addresses', tenThousand, spread),
  one('callers, not counted', known, [url(3)]),
  one('callers, counted', countedCallers, [url(3)]),
  one('addresses, counted', countedAddresses, [url(3)]),
  one('forwarded addresses, not counted', proxied, [url(3)], forwarded),
  one('forwarded addresses, counted', countedProxied, [url(3)], forwarded),
];
for (const { handler, req, urls } of measures) time(handler, req, urls, calls);
for (let round = 0; round < rounds; round++)
  for (const measure of measures) measure.times.push(time(measure.handler, measure.req, measure.urls, calls));

const [base, byHeader, byMedia, atThousand, atTenThousand, overAll, sessions, byCaller, byAddress, proxies, byProxy] =
  measures.map(({ times }) => times);
const paired = (times: number[], compare: (value: number, other: number) => number, other = base!) =>
  median(times.map((value, index) => compare(value, other[index]!)));
const added = (times: number[], other = base!) => paired(times, (value, before) => value - before, other).toFixed(0);
process.stdout.write(
  JSON.stringify([
    ...measures.map(({ name, times }) => [name, median(times).toFixed(0)]),
    ['header versioning adds', added(byHeader!)],
    ['media-type versioning adds', added(byMedia!)],
    ['usage of callers adds', added(byCaller!, sessions!)],
    ['usage of addresses adds', added(byAddress!)],
    ['usage of forwarded addresses adds', added(byProxy!, proxies!)],
    ['1,000 routes to 10, one address (ratio)', paired(atThousand!, (value, other) => value / other).toFixed(2)],
    ['10,000 routes to 10, one address (ratio)', paired(atTenThousand!, (value, other) => value / other).toFixed(2)],
    [
      '10,000 routes, all addresses, to 10 routes, one address (ratio)',
      paired(overAll!, (value, other) => value / other).toFixed(2),
    ],
  ]),
);
process.exit(0);
