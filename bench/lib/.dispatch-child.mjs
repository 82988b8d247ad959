// ../../tmp/wt/server/bench/lib/dispatch-child.mts
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Controller, createApp, Get, Module, Version } from 'file:///tmp/wt/server/dist/index.js';
var versions = ['1', '2', '3'];
var rounds = 15;
var median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
async function handlerOf(count, options, versioned) {
  class Routes {
    answer() {
      return void 0;
    }
  }
  const metadata = {};
  for (let index = 0; index < count; index++) {
    const context = { kind: 'method', name: 'answer', private: false, static: false, metadata };
    Get(`group${index % 100}/item${index}/:id`)(Routes.prototype.answer, context);
  }
  if (versioned)
    Version(versions)(Routes.prototype.answer, {
      kind: 'method',
      name: 'answer',
      private: false,
      static: false,
      metadata,
    });
  Controller()(Routes, { kind: 'class', name: 'Routes', metadata });
  Object.defineProperty(Routes, Symbol.metadata, { value: metadata });
  const module = {};
  class Root {}
  Module({ controllers: [Routes] })(Root, { kind: 'class', name: 'Root', metadata: module });
  Object.defineProperty(Root, Symbol.metadata, { value: module });
  return (await createApp(Root, { compression: false, ...options })).handler;
}
function requestFor(headers) {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: '::ffff:203.0.113.7' });
  const req = new IncomingMessage(socket);
  req.method = 'GET';
  req.httpVersionMajor = 1;
  const all = ['Host', 'localhost:3000', 'User-Agent', 'bench/1.0', 'Accept-Encoding', 'gzip', ...headers];
  req._addHeaderLines(all, all.length);
  return req;
}
var res = {
  headersSent: false,
  getHeaderNames: () => [],
  writeHead() {},
  end() {},
};
function time(handler, req, urls, calls2) {
  const start = (() => {
    const u = process.cpuUsage();
    return BigInt(u.user + u.system) * 1000n;
  })();
  for (let index = 0; index < calls2; index++) {
    req.url = urls[index % urls.length];
    handler(req, res);
  }
  return (
    Number(
      (() => {
        const u = process.cpuUsage();
        return BigInt(u.user + u.system) * 1000n;
      })() - start,
    ) / calls2
  );
}
var calls = 2e5;
var url = (index) => `/group${index % 100}/item${index}/7`;
var one = (name, handler, urls, headers = []) => ({
  name,
  handler,
  req: requestFor(headers),
  urls,
  times: [],
});
var header = await handlerOf(10, { versioning: { type: 'header', header: 'X-API-Version' } }, true);
var media = await handlerOf(10, { versioning: { type: 'media-type', key: 'v=' } }, true);
var [ten, thousand, tenThousand] = [
  await handlerOf(10, {}, false),
  await handlerOf(1e3, {}, false),
  await handlerOf(1e4, {}, false),
];
var asked = 0;
var callers = Array.from({ length: 1e3 }, (_, index) => ({ id: `caller-${index}`, roles: [] }));
var authenticate = () => callers[asked++ % 1e3];
var known = await handlerOf(10, { authenticate }, false);
var countedCallers = await handlerOf(10, { authenticate, usage: true }, false);
var countedAddresses = await handlerOf(10, { usage: true }, false);
var proxied = await handlerOf(10, { trustProxy: 1 }, false);
var countedProxied = await handlerOf(10, { trustProxy: 1, usage: true }, false);
var forwarded = ['X-Forwarded-For', '203.0.113.7, 10.0.0.1'];
var spread = Array.from({ length: 1e4 }, (_, index) => url((index * 7919) % 1e4));
var measures = [
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
var [base, byHeader, byMedia, atThousand, atTenThousand, overAll, sessions, byCaller, byAddress, proxies, byProxy] =
  measures.map(({ times }) => times);
var paired = (times, compare, other = base) => median(times.map((value, index) => compare(value, other[index])));
var added = (times, other = base) => paired(times, (value, before) => value - before, other).toFixed(0);
process.stdout.write(
  JSON.stringify([
    ...measures.map(({ name, times }) => [name, median(times).toFixed(0)]),
    ['header versioning adds', added(byHeader)],
    ['media-type versioning adds', added(byMedia)],
    ['usage of callers adds', added(byCaller, sessions)],
    ['usage of addresses adds', added(byAddress)],
    ['usage of forwarded addresses adds', added(byProxy, proxies)],
    ['1,000 routes to 10, one address (ratio)', paired(atThousand, (value, other) => value / other).toFixed(2)],
    ['10,000 routes to 10, one address (ratio)', paired(atTenThousand, (value, other) => value / other).toFixed(2)],
    [
      '10,000 routes, all addresses, to 10 routes, one address (ratio)',
      paired(overAll, (value, other) => value / other).toFixed(2),
    ],
  ]),
);
process.exit(0);
