import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createApp } from '../server/create-app.js';
import { around } from './around.js';
import { defineGateway } from './gateway/define-gateway.js';
import { booksDocument, booksVersions, shapes } from './testing/books.js';
import { BooksApplication, picture } from './testing/books-application.js';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

type Call = (path: string, init?: RequestInit) => Promise<Response>;

function wrap() {
  const application = new BooksApplication();
  const versioned = around(example());
  open.push(() => versioned.close());
  return { application, versioned };
}

async function listen(server: Server): Promise<Call> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  open.push(() => new Promise((resolve) => server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  return (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init);
}

const example = () => ({
  document: booksDocument(),
  shapes,
  ...booksVersions('', ''),
  versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' } as const,
});

/** The same application in each way that it may be wrapped. */
const ways = {
  fetch: async () => {
    const { application, versioned } = wrap();
    const handler = versioned.fetch(application.fetch);
    const call: Call = async (path, init) => handler(new Request(`http://books.test${path}`, init));
    return { application, versioned, call };
  },
  node: async () => {
    const { application, versioned } = wrap();
    const call = await listen(createServer(versioned.node(application.listener)));
    return { application, versioned, call };
  },
  gateway: async () => {
    const application = new BooksApplication();
    const server = createServer(application.listener);
    await listen(server);
    const { port } = server.address() as AddressInfo;
    const { root, ...options } = defineGateway({ ...example(), upstream: `http://127.0.0.1:${port}` });
    const app = await createApp(root, options);
    open.unshift(() => app.close());
    const url = await app.listen();
    const call: Call = (path, init) => fetch(`${url}${path}`, init);
    return { application, call };
  },
};

const inVersion = (version: string, init: RequestInit = {}): RequestInit => ({
  ...init,
  headers: { 'X-API-Version': version, ...(init.headers as Record<string, string>) },
});
const post = (value: unknown): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(value),
  headers: { 'Content-Type': 'application/json' },
});

describe.each(Object.entries(ways))('an application around which versions are, by %s', (_, start) => {
  it('answers version 1 in its shape, and version 2 as it is', async () => {
    const { application, call } = await start();
    const older = await call('/books/1', inVersion('1'));
    expect([older.status, await older.json()]).toEqual([200, { id: '1', name: 'Notes', pages: 12 }]);
    expect(older.headers.get('x-application')).toBe('books');
    expect(older.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(older.headers.get('vary')).toBe('X-API-Version');
    expect(older.headers.get('deprecation')).toBe('@1767225600');
    const newest = await call('/books/1', inVersion('2'));
    expect(await newest.text()).toBe('{"id":"1","title":"Notes","pages":12}');
    // A cache must not give it to version 1.
    expect(newest.headers.get('vary')).toBe('X-API-Version');
    expect(application.seen.map(({ version }) => version)).toEqual(['2', '2']);
  });

  it('converts an address with a slash at its end, as the application knows it', async () => {
    const { application, call } = await start();
    expect(await (await call('/books/1/', inVersion('1'))).json()).toEqual({ id: '1', name: 'Notes', pages: 12 });
    expect(application.seen.at(-1)!.url).toBe('/books/1/');
  });

  it('takes a request up, and says what version 1 sent wrongly', async () => {
    const { application, call } = await start();
    const added = await call('/books', inVersion('1', post({ name: 'More' })));
    expect([added.status, await added.json()]).toEqual([201, { id: '2', name: 'More', pages: 1 }]);
    expect(added.headers.get('location')).toBe('/books/2');
    expect(application.seen.at(-1)).toMatchObject({ method: 'POST', url: '/books', body: '{"title":"More"}' });
    const wrong = await call('/books', inVersion('1', post({ title: 'More' })));
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { errors: [{ in: 'body', path: 'name' }] }]);
    expect(application.seen).toHaveLength(1);
  });

  it('moves an older address, and what its query says', async () => {
    const { application, call } = await start();
    const found = await call('/all-books?search=Not&trace=a%20b', inVersion('1'));
    expect(await found.json()).toEqual([{ id: '1', name: 'Notes', pages: 12 }]);
    expect(application.seen.at(-1)!.url).toBe('/books?trace=a%20b&q=Not&limit=50');
  });

  it('takes declared errors down too', async () => {
    const { call } = await start();
    const missing = await call('/books/9', inVersion('1'));
    expect([missing.status, await missing.json()]).toEqual([404, { message: 'No book 9.' }]);
  });

  it('passes bytes of what no change reaches, in every version', async () => {
    const { application, call } = await start();
    const cover = await call('/covers/1', inVersion('1'));
    expect(Buffer.from(await cover.arrayBuffer()).equals(picture)).toBe(true);
    expect(cover.headers.get('vary')).toBe(null);
    const written = await call('/covers/1', inVersion('1', { method: 'PUT', body: picture }));
    expect(await written.text()).toBe('{"bytes":256}');
    expect(application.seen.at(-1)).toMatchObject({ body: picture.toString('latin1'), version: '2' });
    const deleted = await call('/books/1', inVersion('1', { method: 'DELETE' }));
    expect([deleted.status, deleted.headers.get('deprecation')]).toEqual([204, '@1767225600']);
  });

  it('passes what its document does not have, as it came', async () => {
    const { application, call } = await start();
    const other = await call('/health?deep', inVersion('7'));
    expect([other.status, await other.text()]).toEqual([404, 'no GET /health?deep']);
    expect(application.seen.at(-1)!.version).toBe('7');
    const unknown = await call('/books', inVersion('7'));
    expect(unknown.status).toBe(404);
    expect(application.seen).toHaveLength(1);
  });

  it('gives each version tags of its own, and the application its own', async () => {
    const { call } = await start();
    const older = await call('/books/1', inVersion('1'));
    expect(older.headers.get('etag')).toBe('"book-1--v1"');
    const again = await call('/books/1', inVersion('1', { headers: { 'If-None-Match': '"book-1--v1"' } }));
    expect([again.status, again.headers.get('etag')]).toEqual([304, '"book-1--v1"']);
    const newest = await call('/books/1', inVersion('1', { headers: { 'If-None-Match': '"book-1"' } }));
    expect(newest.status).toBe(200);
    const head = await call('/books/1', inVersion('1', { method: 'HEAD' }));
    expect([head.status, head.headers.get('etag'), head.headers.get('content-length')]).toEqual([
      200,
      '"book-1--v1"',
      null,
    ]);
  });

  it('converts a compressed answer, and compresses it again', async () => {
    const { call } = await start();
    const found = await call('/all-books', inVersion('1', { headers: { 'Accept-Encoding': 'gzip, zstd' } }));
    expect(found.headers.get('content-encoding')).toBe('gzip');
    const bytes = Buffer.from(await found.arrayBuffer());
    const text = bytes[0] === 0x1f ? (await import('node:zlib')).gunzipSync(bytes).toString() : bytes.toString();
    expect(JSON.parse(text)).toEqual([{ id: '1', name: 'Notes', pages: 12 }]);
  });
});
