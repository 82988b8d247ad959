import { createHash } from 'node:crypto';
import { createServer, request as send, type RequestListener } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs } from '../../test/property-runs.js';
import { booksDocument, booksVersions, shapes } from './testing/books.js';
import { Opened } from './testing/serve-books.js';

const opened = new Opened();
afterAll(() => opened.close());

/** What the service saw of a request, and what the client saw of its answer. */
interface Exchange {
  readonly seen: unknown;
  readonly got: unknown;
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | null;
  readonly answer: {
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: Uint8Array;
  };
}

let next: Sent['answer'];
let seen: unknown;
const service: RequestListener = (req, res) => {
  const hash = createHash('sha256');
  req.on('data', (chunk: Buffer) => hash.update(chunk));
  req.on('end', () => {
    seen = { method: req.method, url: req.url, headers: plain(req.rawHeaders), body: hash.digest('hex') };
    res.writeHead(next.status, next.headers.flat());
    res.end(next.body);
  });
};

/** Fields without those of a connection, and without the date, in any order: names are the same in any case (RFC 9110, section 5.1). */
function plain(raw: readonly string[]): readonly string[] {
  const pairs = raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1]!] as const] : []));
  return (
    pairs
      .filter(([name]) => !/^(?:connection|keep-alive|transfer-encoding|host|date|x-api-version)$/i.test(name))
      .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
      // Whether a request without content says so depends on its method alone (RFC 9110, section 8.6).
      .filter((field) => field !== 'content-length: 0')
      .toSorted()
  );
}

function exchange(base: string, { method, path, headers, body, answer }: Sent): Promise<Exchange> {
  next = answer;
  return new Promise((resolve, reject) => {
    const fields = headers.flatMap(([name, value]) => [name, value]);
    const { hostname, port } = new URL(base);
    const length = body === null ? [] : ['Content-Length', String(body.length)];
    const req = send(
      {
        hostname,
        port,
        method,
        path,
        agent: false,
        headers: ['Host', 'books.test', 'X-API-Version', '1', ...fields, ...length] as never,
      },
      (res) => {
        const hash = createHash('sha256');
        res.on('data', (chunk: Buffer) => hash.update(chunk));
        res.on('error', reject);
        res.on('end', () =>
          resolve({ seen, got: { status: res.statusCode, headers: plain(res.rawHeaders), body: hash.digest('hex') } }),
        );
      },
    );
    req.on('error', reject);
    req.end(body ?? undefined);
  });
}

const name = fc.stringMatching(/^X-[A-Za-z][a-z-]{0,8}[a-z]$/).filter((one) => one.toLowerCase() !== 'x-api-version');
const value = fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/);
const fields = fc.uniqueArray(fc.tuple(name, value), { maxLength: 4, selector: ([one]) => one.toLowerCase() });
const bytes = fc.uint8Array({ maxLength: 5_000 });
const text = fc.stringMatching(/^[\w.~%20+!*'()-]{0,12}$/).map((one) => encodeURIComponent(one));
const untouched = fc.record({
  method: fc.constantFrom('GET', 'PUT', 'DELETE', 'PATCH', 'POST'),
  path: fc.oneof(
    text.map((one) => `/covers/${one || 'x'}`),
    fc.tuple(text, text).map(([one, query]) => `/elsewhere/${one}?${query}&a=b&a=c`),
  ),
  headers: fields,
  body: fc.option(fc.uint8Array({ minLength: 1, maxLength: 5_000 })),
  answer: fc.record({
    status: fc.constantFrom(200, 201, 206, 400, 404, 418, 500, 503),
    headers: fields,
    body: bytes,
  }),
});

let direct: string;
let gateway: string;
beforeAll(async () => {
  direct = await opened.listen(createServer(service));
  gateway = await opened.gateway({
    document: booksDocument(),
    shapes,
    ...booksVersions('', ''),
    versioning: { type: 'header', header: 'X-API-Version' },
    upstream: direct,
  });
});

const announced = /^(?:deprecation|sunset): /;

it('what no change reaches is the same on both sides of a gateway, but for the version and its dates', async () => {
  await fc.assert(
    fc.asyncProperty(untouched, async (sent) => {
      const [through, plainly] = [await exchange(gateway, sent), await exchange(direct, sent)];
      expect(through.seen).toEqual(plainly.seen);
      const { headers, ...got } = through.got as { readonly headers: readonly string[] };
      expect({ ...got, headers: headers.filter((field) => !announced.test(field)) }).toEqual(plainly.got);
    }),
    runs(100),
  );
});
