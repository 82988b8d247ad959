import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import express, { type ErrorRequestHandler, type Express, type Request, Router } from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { change } from '../changes/change.js';
import { defineVersions } from '../changes/define-versions.js';
import { operation } from '../routing/changes/operation.js';
import { around } from './around.js';
import { booksDocument, booksOperations, booksVersions, shapes } from './testing/books.js';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const logged: string[] = [];
const say = (message: string, context?: Readonly<Record<string, unknown>>) =>
  void logged.push(`${message} ${JSON.stringify(context)}`);
const logger = { info: say, warn: say, error: say };

const versioning = { type: 'header', header: 'X-API-Version', defaultVersion: '1' } as const;
const make = (declared = booksVersions('', '')) =>
  around({ document: booksDocument(), shapes, ...declared, versioning, logger });

type Call = (path: string, init?: RequestInit) => Promise<Response>;

async function serve(app: Express): Promise<Call> {
  const server = createServer(app);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  open.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  return (path, init = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      ...init,
      headers: { 'X-API-Version': '1', ...(init.headers as Record<string, string>) },
    });
}

const post = (value: unknown): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(value),
  headers: { 'Content-Type': 'application/json' },
});

const book = { id: '1', title: 'Notes', pages: 12 };

/** An application whose middleware we are; `fill` is what the team wrote behind us. */
async function wrap(fill: (app: Express) => unknown, before: (app: Express) => unknown = () => {}): Promise<Call> {
  const versioned = make();
  open.push(() => versioned.close());
  const app = express();
  before(app);
  app.use(versioned.express());
  fill(app);
  return serve(app);
}

describe('an Express application around which versions are', () => {
  it('reads converted JSON with its own parser, in a router below a path', async () => {
    const call = await wrap((app) => {
      const books = Router();
      books.post('/', (req, res) => {
        res.status(201).json({ id: '7', ...(req.body as object), pages: req.headers['x-api-version'] === '2' ? 1 : 0 });
      });
      app.use(express.json());
      app.use('/books', books);
    });
    const added = await call('/books', post({ name: 'More' }));
    expect([added.status, await added.json()]).toEqual([201, { id: '7', name: 'More', pages: 1 }]);
    const wrong = await call('/books', post({ title: 'More' }));
    expect([wrong.status, wrong.headers.get('content-type')]).toEqual([400, 'application/problem+json']);
  });

  it('gives converted bytes to verify hooks and to code that reads them raw', async () => {
    const seen: string[] = [];
    const call = await wrap((app) => {
      const verify = (_req: unknown, _res: unknown, bytes: Buffer) => void seen.push(bytes.toString());
      app.post('/books', express.raw({ type: '*/*', verify }), (req, res) => {
        seen.push((req.body as Buffer).toString(), req.headers['content-length']!);
        res.status(201).json(book);
      });
    });
    expect((await call('/books', post({ name: 'Größe' }))).status).toBe(201);
    const sent = '{"title":"Größe"}';
    expect(seen).toEqual([sent, sent, String(Buffer.byteLength(sent))]);
  });

  it('sees the query and the address of the newest version', async () => {
    const seen: unknown[] = [];
    const call = await wrap((app) => {
      app.get('/books', (req, res) => {
        seen.push(req.query, req.url, req.originalUrl, req.path);
        res.json([book]);
      });
    });
    const found = await call('/all-books?search=No&trace=a%20b');
    expect(await found.json()).toEqual([{ id: '1', name: 'Notes', pages: 12 }]);
    const url = '/books?trace=a%20b&q=No&limit=50';
    expect(seen).toEqual([{ trace: 'a b', q: 'No', limit: '50' }, url, url, '/books']);
  });

  it.each(['json', 'send'] as const)('gives what res.%s answers a tag and a 304 of its version', async (method) => {
    const call = await wrap((app) => app.get('/books/:id', (_req, res) => void res[method](book)));
    const older = await call('/books/1');
    expect(await older.json()).toEqual({ id: '1', name: 'Notes', pages: 12 });
    expect(Number(older.headers.get('content-length'))).toBe(
      JSON.stringify({ id: '1', name: 'Notes', pages: 12 }).length,
    );
    const tag = older.headers.get('etag')!;
    expect(tag).toMatch(/^W\/"[^"]+--v1"$/);
    // Without it, fetch asks with no-cache, which Express answers whole.
    const asked = { 'Cache-Control': 'max-age=0' };
    const again = await call('/books/1', { headers: { ...asked, 'If-None-Match': tag } });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, '']);
    const newest = await call('/books/1', { headers: { 'X-API-Version': '2' } });
    expect([newest.headers.get('etag'), await newest.json()]).toEqual([tag.replace('--v1', ''), book]);
    const other = await call('/books/1', { headers: { ...asked, 'If-None-Match': newest.headers.get('etag')! } });
    expect(other.status).toBe(200);
    const head = await call('/books/1', { method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), head.headers.get('content-length')]).toEqual([200, tag, null]);
  });

  it('converts what its error handler answers, for errors that are thrown, rejected and passed on', async () => {
    const call = await wrap((app) => {
      const fail = (id: unknown) => Object.assign(new Error(`No book ${String(id)}.`), { status: 404 });
      // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Express 5 passes what it rejects with on
      app.get('/books/:id', async (req, res, next) => {
        if (req.params.id === 'thrown') throw fail('thrown');
        if (req.params.id === 'passed') return next(fail('passed'));
        if (req.params.id === 'late') {
          await new Promise((resolve) => void setTimeout(resolve, 5));
          throw fail('late');
        }
        res.json(book);
      });
      const handle: ErrorRequestHandler = (error: Error & { status: number }, _req, res, _next) =>
        void res.status(error.status).json({ error: error.message });
      app.use(handle);
    });
    for (const kind of ['thrown', 'passed', 'late']) {
      const answer = await call(`/books/${kind}`);
      expect([answer.status, await answer.json()]).toEqual([404, { message: `No book ${kind}.` }]);
    }
  });

  it("passes the page of Express's own error handler, and the 404 of what has no route", async () => {
    const call = await wrap((app) => {
      app.set('env', 'test');
      app.get('/books/:id', () => {
        throw new Error('broken');
      });
    });
    const broken = await call('/books/1');
    expect([broken.status, broken.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
    const missing = await call('/all-books');
    expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining('Cannot GET /books')]);
  });

  it("goes on where a handler calls next('route')", async () => {
    const call = await wrap((app) => {
      app.get(
        '/books/:id',
        (_req, _res, next) => next('route'),
        (_req, res) => void res.json({ id: 'wrong', title: '' }),
      );
      app.get('/books/:id', (_req, res) => void res.json(book));
    });
    expect(await (await call('/books/1')).json()).toEqual({ id: '1', name: 'Notes', pages: 12 });
  });

  it('leaves files and streams of what no change reaches as they are', async () => {
    const file = join(tmpdir(), `around-express-${process.pid}.png`);
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 251));
    writeFileSync(file, bytes);
    open.push(() => rmSync(file));
    const call = await wrap((app) => {
      app.get('/covers/file', (_req, res) => res.sendFile(file));
      app.get('/covers/stream', (_req, res) => void Readable.from([bytes]).pipe(res.type('png')));
    });
    const sent = await call('/covers/file');
    expect(sent.headers.get('accept-ranges')).toBe('bytes');
    expect(Buffer.from(await sent.arrayBuffer()).equals(bytes)).toBe(true);
    const part = await call('/covers/file', { headers: { Range: 'bytes=10-19' } });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(10, 20)]);
    const streamed = await call('/covers/stream');
    expect(Buffer.from(await streamed.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('converts what is streamed or sent from a file, whole', async () => {
    const file = join(tmpdir(), `around-express-${process.pid}.json`);
    writeFileSync(file, JSON.stringify(book));
    open.push(() => rmSync(file));
    const call = await wrap((app) => {
      app.get('/books/:id', (req, res) => {
        if (req.params.id === 'file') return res.sendFile(file);
        const text = JSON.stringify(book);
        Readable.from([text.slice(0, 9), text.slice(9)]).pipe(res.type('json'));
      });
    });
    for (const kind of ['file', 'stream']) {
      const answer = await call(`/books/${kind}`, { headers: { Range: 'bytes=0-3' } });
      expect([answer.status, await answer.json()]).toEqual([200, { id: '1', name: 'Notes', pages: 12 }]);
    }
  });

  it('refuses a body that was read before, and says where the middleware belongs', async () => {
    logged.length = 0;
    const received: unknown[] = [];
    const call = await wrap(
      (app) => {
        app.post('/books', (_req, res) => void res.status(201).json(book));
        app.put('/covers/:id', (req: Request, res) => {
          received.push(req.body);
          res.json({ bytes: 1 });
        });
      },
      (app) => app.use(express.json(), express.raw({ type: 'image/png' })),
    );
    const refused = await call('/books', post({ name: 'secret words' }));
    const problem = (await refused.json()) as { readonly detail: string };
    expect([refused.status, problem.detail]).toEqual([
      500,
      'The body was read before svckit could convert it. Put svckit before whatever reads bodies.',
    ]);
    expect(logged.join('\n')).toContain('POST /books');
    expect(logged.join('\n')).not.toContain('secret words');
    const newest = await call('/books', {
      ...post({ title: 'x' }),
      headers: { 'Content-Type': 'application/json', 'X-API-Version': '2' },
    });
    expect(newest.status).toBe(201);
    const untouched = await call('/covers/1', {
      method: 'PUT',
      body: 'bytes',
      headers: { 'Content-Type': 'image/png' },
    });
    expect([untouched.status, String(received[0])]).toEqual([200, 'bytes']);
  });

  it('asks the application itself for every page of a list that an older version has whole', async () => {
    const Page = z.object({ items: z.array(shapes.Book), next: z.string().optional() });
    const document = booksDocument();
    const operations = { ...booksOperations('') };
    const query = z.object({ q: z.string().optional(), after: z.string().optional() });
    const listBooks = { ...operations.listBooks, query, responses: { 200: Page } } as const;
    const { get } = document.paths['/books'] as never as { get: { parameters: object[]; responses: object } };
    get.parameters = ['q', 'after'].map((name) => ({ name, in: 'query', schema: { type: 'string' } }));
    const items = { type: 'array', items: { $ref: '#/components/schemas/Book' } };
    const schema = { type: 'object', required: ['items'], properties: { items, next: { type: 'string' } } };
    get.responses = { 200: { description: 'A page.', content: { 'application/json': { schema } } } };
    const pages = change({
      title: 'The list has pages',
      operations: [
        operation(listBooks, {
          before: { query: z.object({ q: z.string().optional() }), response: z.array(shapes.Book) },
          collect: {
            items: (page) => page.items,
            next: (page, asked) => (page.next === undefined ? null : { ...asked, after: page.next }),
          },
        }),
      ],
    });
    const versions = defineVersions(['1', { version: '2', changes: [pages] }]);
    const versioned = around({
      document,
      shapes,
      operations: { ...operations, listBooks },
      versions,
      versioning,
      logger,
    });
    open.push(() => versioned.close());
    const app = express();
    const before: string[] = [];
    app.use((req, _res, next) => {
      before.push(req.url);
      next();
    });
    app.use(versioned.express());
    const asked: unknown[] = [];
    app.get('/books', (req, res) => {
      asked.push(req.query);
      const at = Number(req.query['after'] ?? 0);
      res.json({ items: [{ id: String(at), title: 'T' }], ...(at < 2 && { next: String(at + 1) }) });
    });
    const call = await serve(app);
    const found = await call('/books?q=a');
    expect([found.status, await found.json()]).toEqual([200, ['0', '1', '2'].map((id) => ({ id, title: 'T' }))]);
    expect(asked).toEqual([{ q: 'a' }, { q: 'a', after: '1' }, { q: 'a', after: '2' }]);
    expect(before).toEqual(['/books?q=a', '/books?q=a', '/books?q=a&after=1', '/books?q=a&after=2']);
  });

  it('stands between middleware that puts its own members on the response', async () => {
    const written: string[] = [];
    const note = (name: string) => (app: Express) =>
      app.use((_req, res, next) => {
        const { end } = res;
        res.end = ((...given: Parameters<typeof end>) => {
          written.push(`${name} ${String(given[0])}`);
          return end.apply(res, given);
        }) as never;
        next();
      });
    const call = await wrap((app) => {
      note('behind')(app);
      app.get('/books/:id', (_req, res) => void res.json(book));
    }, note('before'));
    expect(await (await call('/books/1')).json()).toEqual({ id: '1', name: 'Notes', pages: 12 });
    expect(written).toEqual([
      'behind {"id":"1","title":"Notes","pages":12}',
      'before {"id":"1","name":"Notes","pages":12}',
    ]);
  });

  it('keeps headers that middleware in front of it has set, on its refusals too', async () => {
    const call = await wrap(
      (app) => app.get('/books/:id', (_req, res) => void res.vary('Origin').json(book)),
      (app) =>
        app.use((_req, res, next) => {
          res.set('Access-Control-Allow-Origin', '*');
          next();
        }),
    );
    const answered = await call('/books/1');
    expect(answered.headers.get('access-control-allow-origin')).toBe('*');
    expect(answered.headers.get('vary')).toBe('Origin, X-API-Version');
    const refused = await call('/books/1', { headers: { 'X-API-Version': '7' } });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
  });
});
