import { createServer, get, IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { replaceField, rewriteHead } from './rewrite-head.js';
import { versionedBooks } from '../testing/versioned-books.js';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** Sends requests, each with several fields of one name where its values are a list, and gives the last answer and the head that the application got. */
async function pass(
  listener: (req: IncomingMessage, res: ServerResponse) => void,
  ...requests: readonly Record<string, string | string[]>[]
) {
  const versioned = versionedBooks();
  const seen: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'headersDistinct'>[] = [];
  const server = createServer(
    versioned.node((req, res) => {
      const { headers, rawHeaders, headersDistinct } = req;
      seen.push({ headers, rawHeaders, headersDistinct });
      listener(req, res);
    }),
  );
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  open.push(
    () => versioned.close(),
    () => new Promise((resolve) => server.close(() => resolve())),
  );
  const { port } = server.address() as AddressInfo;
  const ask = (headers: Record<string, string | string[]>) =>
    new Promise<IncomingMessage>((resolve, reject) =>
      get({ port, path: '/covers/7', headers, agent: false }, (answer) => resolve(answer.resume())).on('error', reject),
    );
  // The first waits until changes are read, and takes another way.
  await ask({ 'X-API-Version': '2' });
  let answer!: IncomingMessage;
  for (const headers of requests) answer = await ask(headers);
  return { answer, seen: seen.slice(1) };
}

/** A request as Node's parser makes it. */
function cameWith(raw: readonly string[]): IncomingMessage {
  const req = new IncomingMessage(new Socket());
  const parsed = req as unknown as { _addHeaderLines(fields: string[], count: number): void };
  parsed._addHeaderLines([...raw], raw.length);
  return Object.assign(req, { method: 'GET', url: '/covers/7' });
}

const rawOf = (raw: readonly string[], name: string) =>
  raw.flatMap((one, index) => (index % 2 === 0 && one.toLowerCase() === name ? [one, raw[index + 1]!] : []));

describe('a request of Node that passes', () => {
  it('names the version of the application once, where the first of the name stood', async () => {
    const { seen } = await pass((_, res) => res.end('cover'), { 'X-Api-VERSION': ['1'], 'X-Own': 'a' }, {});
    expect(seen.map(({ headers }) => headers['x-api-version'])).toEqual(['2', '2']);
    expect(seen.map(({ headersDistinct }) => headersDistinct['x-api-version'])).toEqual([['2'], ['2']]);
    expect(seen[0]!.rawHeaders.slice(0, 4)).toEqual(['X-Api-VERSION', '2', 'X-Own', 'a']);
    expect(rawOf(seen[1]!.rawHeaders, 'x-api-version')).toEqual(['x-api-version', '2']);
  });

  it.each([
    ['one that came', ['Host', 'a', 'X-API-Version', '1', 'X-Own', 'b']],
    ['one that did not', ['Host', 'a', 'X-Own', 'b']],
  ])('has the fields of its other head in every form, for %s, also where somebody has read them before', (_, raw) => {
    for (const isRead of [true, false])
      for (const rewrite of [
        (req: IncomingMessage) => replaceField(req, 'x-api-version', '2'),
        (req: IncomingMessage) =>
          rewriteHead(req, { method: 'GET', url: '/covers/7', headers: { 'x-api-version': '2' } }),
      ]) {
        const req = cameWith(raw);
        if (isRead) expect(req.headersDistinct['x-own']).toEqual(['b']);
        rewrite(req);
        const distinct = { host: ['a'], 'x-own': ['b'], 'x-api-version': ['2'] };
        expect(req.headers).toEqual({ host: 'a', 'x-own': 'b', 'x-api-version': '2' });
        expect({ ...req.headersDistinct }).toEqual(distinct);
      }
  });

  it('gets the headers of its version, beside those of the application', async () => {
    const { answer } = await pass((_, res) => res.writeHead(200, { Vary: 'Origin', 'X-Own': 'a' }).end(), {});
    expect([answer.headers.vary, answer.headers['x-own']]).toEqual(['Origin', 'a']);
    expect(answer.headers['deprecation']).toBe(`@${Date.parse('2026-01-01') / 1000}`);
  });

  it('is answered with 500 where the listener throws, in its version', async () => {
    const { answer } = await pass(
      ({ headers }, res) => {
        if (headers['x-fail'] !== undefined) throw new Error('lost');
        res.end('cover');
      },
      { 'X-Fail': 'yes' },
    );
    expect(answer.statusCode).toBe(500);
  });
});
