import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { change } from '../changes/change.js';
import { defineVersions } from '../changes/define-versions.js';
import { renamed } from '../changes/short-forms.js';
import { around } from './around.js';
import { Opened } from './testing/serve-books.js';

const Book = z.object({ id: z.int(), title: z.string() }).meta({ id: 'Book' });
const NewBook = z
  .object({ title: z.string(), cover: z.string().optional(), pages: z.int().optional() })
  .meta({ id: 'NewBook' });

const versions = () =>
  defineVersions([
    '1',
    {
      version: '2',
      changes: [
        change({
          title: 'A book has a title',
          schemas: [renamed(Book, { title: 'name' }), renamed(NewBook, { title: 'name' })],
        }),
      ],
    },
  ]);

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const schemas = {
  Book: {
    type: 'object',
    required: ['id', 'title'],
    properties: { id: { type: 'integer' }, title: { type: 'string' } },
  },
  NewBook: {
    type: 'object',
    required: ['title'],
    properties: { title: { type: 'string' }, cover: { type: 'string', format: 'binary' }, pages: { type: 'integer' } },
  },
};
const describing = (paths: object, more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Books', version: '2' },
  paths,
  components: { schemas, ...more },
});
const answering = (mediaType: string) => ({
  200: { description: 'A book.', content: { [mediaType]: { schema: ref('Book') } } },
});

const opened = new Opened();
afterEach(() => opened.close());

const versionedBy = (document: object) =>
  around({
    document,
    versions: versions(),
    versioning: { type: 'header', header: 'V', defaultVersion: '1' },
    logger: { info() {}, warn() {}, error() {} },
  });

/** What the application gets of a request of version 1, and what comes back. */
async function send(document: object, path: string, init: RequestInit, answer: [string, string]) {
  let sent = { type: '', body: '' };
  const listener = (req: IncomingMessage, res: ServerResponse) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      sent = { type: req.headers['content-type'] ?? '', body: Buffer.concat(chunks).toString() };
      res.writeHead(200, { 'Content-Type': answer[0] }).end(answer[1]);
    });
  };
  const url = await opened.listen(versionedBy(document).node(listener));
  const response = await fetch(`${url}${path}`, init);
  return { sent, status: response.status, text: await response.text() };
}

const book: [string, string] = ['application/json', '{"id":1,"title":"Emma"}'];

describe('a body that a document offers in several media types', () => {
  const content = Object.fromEntries(
    ['application/json', 'text/json', 'application/x-www-form-urlencoded', 'multipart/form-data'].map((type) => [
      type,
      { schema: ref('NewBook') },
    ]),
  );
  const document = describing({
    '/books': { post: { requestBody: { content }, responses: answering('application/json') } },
  });

  it.each([
    ['application/json', '{"name":"Emma"}', '{"title":"Emma"}'],
    ['text/json', '{"name":"Emma"}', '{"title":"Emma"}'],
    ['application/x-www-form-urlencoded', 'name=Emma&pages=3', 'pages=3&title=Emma'],
  ])('is converted as %s', async (type, body, converted) => {
    const found = await send(document, '/books', { method: 'POST', headers: { 'Content-Type': type }, body }, book);
    expect(found).toEqual({ sent: { type, body: converted }, status: 200, text: '{"id":1,"name":"Emma"}' });
  });

  it('is converted in parts, whose files keep their bytes', async () => {
    const form = new FormData();
    form.append('name', 'Emma');
    form.append('cover', new File(['\u0000é\r\n--x'], 'cover.png', { type: 'image/png' }));
    const { sent, status } = await send(document, '/books', { method: 'POST', body: form }, book);
    const received = await new Response(sent.body, { headers: { 'Content-Type': sent.type } }).formData();
    expect([status, received.get('title'), received.has('name')]).toEqual([200, 'Emma', false]);
    expect(await (received.get('cover') as File).text()).toBe('\u0000é\r\n--x');
  });

  it('is refused in another media type, with all that it may have', async () => {
    const init = { method: 'POST', headers: { 'Content-Type': 'text/csv' }, body: 'name' };
    const { status, text } = await send(document, '/books', init, book);
    expect([status, JSON.parse(text).detail]).toEqual([
      415,
      'The request has Content-Type text/csv. Send application/json, text/json, application/x-www-form-urlencoded or multipart/form-data.',
    ]);
  });
});

it.each([
  ['*/*', 'application/json'],
  ['text/json', 'text/json'],
  ['text/plain', 'text/plain'],
  ['application/vnd.books.v2+json', 'application/vnd.books.v2+json'],
])('an answer that is declared as %s is converted', async (declared, type) => {
  const document = describing({ '/books': { get: { responses: answering(declared) } } });
  expect((await send(document, '/books', {}, [type, book[1]])).text).toBe('{"id":1,"name":"Emma"}');
});

it('media types of one answer have schemas of their own', async () => {
  const content = {
    'application/json': { schema: { type: 'object', properties: { total: { type: 'integer' } } } },
    'application/vnd.book+json': { schema: ref('Book') },
  };
  const document = describing({ '/books': { get: { responses: { 200: { description: '', content } } } } });
  expect((await send(document, '/books', {}, ['application/vnd.book+json', book[1]])).text).toBe(
    '{"id":1,"name":"Emma"}',
  );
  expect((await send(document, '/books', {}, ['application/json', '{"total": 1}'])).text).toBe('{"total": 1}');
});

it('what no change reads of a request stays, whatever its document says of it', async () => {
  const requestBody = { content: { 'application/json': { schema: { type: 'object', required: ['never'] } } } };
  const parameters = [{ name: 'limit', in: 'query', schema: { type: 'integer' } }];
  const document = describing({
    '/books': { post: { parameters, requestBody, responses: answering('application/json') } },
  });
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{ "odd": 01' };
  const { sent, text } = await send(document, '/books?limit=many', init, book);
  expect([sent.body, text]).toEqual(['{ "odd": 01', '{"id":1,"name":"Emma"}']);
});

it('operations whose paths differ in a fragment are one for requests', async () => {
  const document = describing({
    '/token': { post: { responses: answering('application/json') } },
    '/token#refresh': { post: { responses: answering('application/json') } },
  });
  expect((await send(document, '/token', { method: 'POST' }, book)).text).toBe('{"id":1,"name":"Emma"}');
});

it('mistakes of a document that no change touches refuse nothing', async () => {
  const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
  const document = describing(
    {
      '/books/{id}': { get: { operationId: 'read', parameters: [id('id')], responses: answering('application/json') } },
      '/': { get: { operationId: 'read', parameters: [id('nowhere')], responses: { default: { description: '' } } } },
      '/shelves/{a}': { get: { security: [{ unknown: [] }], responses: { '4XX': { description: '' } } } },
      '/shelves/{b}': { get: { parameters: [id('b')] } },
      '/shelves/{c}/books': { get: { responses: {} } },
      '/{x}{y}/books': { trace: { responses: {} } },
    },
    { securitySchemes: { odd: { type: 'http' } } },
  );
  expect((await send(document, '/books/1', {}, book)).text).toBe('{"id":1,"name":"Emma"}');
  expect((await send(document, '/shelves/1', {}, ['text/plain', 'as it is'])).text).toBe('as it is');
});
