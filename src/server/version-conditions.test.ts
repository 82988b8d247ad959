import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  change,
  Controller,
  defineVersions,
  Delete,
  Get,
  HttpError,
  type Input,
  Module,
  Put,
  renamed,
} from '../index.js';
import { around } from '../around/around.js';
import { booksDocument, booksVersions, shapes } from '../around/testing/books.js';
import { Opened } from '../around/testing/serve-books.js';
import { callForTest, serveForTest } from './testing/serve-for-test.js';

const Book = z.object({ id: z.string(), title: z.string() }).meta({ id: 'Book' });
const NewBook = z.object({ title: z.string() }).meta({ id: 'NewBook' });
const read = { response: { 200: Book, 304: null } } as const;
const write = { body: NewBook, response: { 200: Book } } as const;

/** A book at an instant, for an application of either kind. */
const state = { title: 'Notes', revision: 1 };
const date = 'Sat, 01 Aug 2026 00:00:00 GMT';
const tag = () => `"book-${state.revision}"`;
type Conditions = Readonly<Record<string, unknown>>;
const isHeld = (headers: Conditions) =>
  headers['if-none-match'] === undefined
    ? headers['if-modified-since'] !== undefined
    : String(headers['if-none-match']).includes(tag());
const isLost = (headers: Conditions) =>
  headers['if-match'] !== undefined && !String(headers['if-match']).includes(tag());
const refused = () => new HttpError(412, 'Somebody else has changed it.');

@Controller('books/1')
class BooksController {
  @Get('', read) read({ req, res }: Input<typeof read>) {
    res.setHeader('ETag', tag());
    res.setHeader('Last-Modified', date);
    if (isHeld(req.headers)) {
      res.writeHead(304).end();
      return undefined as never;
    }
    return { id: '1', title: state.title };
  }
  @Put('', write) write({ req, res, body }: Input<typeof write>) {
    if (isLost(req.headers)) throw refused();
    Object.assign(state, { title: body.title, revision: state.revision + 1 });
    res.setHeader('ETag', tag());
    return { id: '1', title: state.title };
  }
  @Delete() remove({ req }: Input) {
    if (isLost(req.headers)) throw refused();
    state.revision = 1;
  }
}
@Module({ controllers: [BooksController] })
class Root {}

const versions = defineVersions([
  '1',
  {
    version: '2',
    changes: [
      change({ title: 'A title', schemas: [renamed(Book, { title: 'name' }), renamed(NewBook, { title: 'name' })] }),
    ],
  },
]);

let pinned = '1';
const versioning = { type: 'header', header: 'X-API-Version', defaultVersion: '1', pin: () => pinned } as const;
const authenticate = () => ({ id: 'a', roles: [] });
const opened = new Opened();

const serving = {
  'a service': async () => {
    const served = await serveForTest(Root, { authenticate, versioning: { ...versioning, versions } });
    opened.add(() => served.app.close());
    return () => served.url;
  },
  'around an application': async () => {
    const document = booksDocument() as unknown as { paths: Record<string, Record<string, object>> };
    document.paths['/books/{id}']!['put'] = {
      ...(document.paths['/books'] as { post: object }).post,
      operationId: 'writeBook',
      parameters: (document.paths['/books/{id}']!['get'] as { parameters: object }).parameters,
      responses: (document.paths['/books/{id}']!['get'] as { responses: object }).responses,
    };
    const { versions: booksOf } = booksVersions('', '');
    const versioned = (defaultVersion: string) =>
      around({
        document,
        shapes,
        versions: booksOf,
        versioning: { type: 'header', header: 'X-API-Version', defaultVersion },
        logger: { info() {}, warn() {}, error() {} },
      });
    const listener = (req: IncomingMessage, res: ServerResponse) => {
      const head = { ETag: tag(), 'Last-Modified': date, 'Content-Type': 'application/json' };
      const book = () => JSON.stringify({ id: '1', title: state.title });
      if (req.method === 'GET')
        return isHeld(req.headers) ? res.writeHead(304, head).end() : res.writeHead(200, head).end(book());
      if (isLost(req.headers)) return res.writeHead(412).end();
      if (req.method === 'DELETE') {
        state.revision = 1;
        return res.writeHead(204).end();
      }
      let text = '';
      req.on('data', (chunk: Buffer) => (text += chunk.toString()));
      req.on('end', () => {
        Object.assign(state, { title: (JSON.parse(text) as typeof state).title, revision: state.revision + 1 });
        res.writeHead(200, { ...head, ETag: tag() }).end(book());
      });
      return undefined;
    };
    // Nobody is pinned around an application; its default changes.
    const open = async (defaultVersion: string) => {
      const application = versioned(defaultVersion);
      opened.add(() => application.close());
      return opened.listen(application.node(listener));
    };
    const addresses: Readonly<Record<string, string>> = { 1: await open('1'), 2: await open('2') };
    return (version: string) => addresses[version]!;
  },
};

describe.each(Object.entries(serving))('conditions across a change of version, of %s', (_, serve) => {
  let address: (version: string) => string = () => '';
  beforeAll(async () => void (address = await serve()));
  afterAll(() => opened.close());
  beforeEach(() => {
    pinned = '1';
    Object.assign(state, { title: 'Notes', revision: 1 });
  });
  const send = (method: string, headers: Record<string, string> = {}, body?: object) =>
    callForTest(address(pinned), '/books/1', {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const inVersion = (version: string, title: string) => (version === '1' ? { name: title } : { title });
  const both = [
    ['1', '2'],
    ['2', '1'],
  ] as const;

  it.each(['1', '2'])('a tag of version %s holds in it', async (version) => {
    pinned = version;
    const { headers } = await send('GET');
    const held = await send('GET', { 'if-none-match': headers['etag'] as string });
    expect([held.status, held.headers['etag']]).toEqual([304, headers['etag']]);
    const put = await send('PUT', { 'if-match': headers['etag'] as string }, inVersion(version, 'New'));
    expect(put.status).toBe(200);
    expect((await send('PUT', { 'if-match': headers['etag'] as string }, inVersion(version, 'Lost'))).status).toBe(412);
    expect((await send('DELETE', { 'if-match': headers['etag'] as string })).status).toBe(412);
    expect((await send('DELETE', { 'if-match': put.headers['etag'] as string })).status).toBe(204);
  });

  it.each(both)('a tag of version %s is none of version %s: no 304, and no update', async (before, after) => {
    pinned = before;
    const { headers } = await send('GET');
    pinned = after;
    const again = await send('GET', { 'if-none-match': headers['etag'] as string });
    expect([again.status, JSON.parse(again.text)]).toEqual([200, { id: '1', ...inVersion(after, 'Notes') }]);
    expect(again.headers['etag']).not.toBe(headers['etag']);
    expect((await send('PUT', { 'if-match': headers['etag'] as string }, inVersion(after, 'x'))).status).toBe(412);
    expect(state.title).toBe('Notes');
  });

  it.each(both)('a tag that a 304 of version %s repeats is none of version %s', async (before, after) => {
    pinned = before;
    const first = await send('GET');
    const held = await send('GET', { 'if-none-match': first.headers['etag'] as string });
    pinned = after;
    expect((await send('GET', { 'if-none-match': held.headers['etag'] as string })).status).toBe(200);
  });

  it.each(both)(
    'a date of version %s is no 304 in version %s, unless the request names its version',
    async (before, after) => {
      pinned = before;
      const { headers } = await send('GET');
      pinned = after;
      const condition = { 'if-modified-since': headers['last-modified'] as string };
      expect((await send('GET', condition)).status).toBe(200);
      expect((await send('GET', { ...condition, 'x-api-version': after })).status).toBe(304);
    },
  );
});
