import { createServer, type RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { change } from '../changes/change.js';
import { defineVersions } from '../changes/define-versions.js';
import { reshape } from '../changes/reshape.js';
import { renamed } from '../changes/short-forms.js';
import { buildDocument } from '../export/document/build-document.js';
import { compileRoutes } from '../routing/table/compile-routes.js';
import type { JsonObject } from '../json/json.js';
import { around } from './around.js';
import { defineGateway } from './gateway/define-gateway.js';
import { Opened } from './testing/serve-books.js';

const opened = new Opened();
afterEach(() => opened.close());

const Book = z.object({ id: z.string(), title: z.string() }).meta({ id: 'Book' });
const Problem = z.object({ error: z.string() }).meta({ id: 'Problem' });
const text = { type: 'string' };
const objectOf = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const json = (name: string) => ({
  description: name,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});

/** `/books` answers a book with 200, and problems together; `/tags` has problems that changes reach, and nothing else. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Ranges', version: '2' },
  paths: {
    '/books': { get: { operationId: 'read', responses: { 200: json('Book'), '4XX': json('Problem') } } },
    '/shelves': { get: { operationId: 'shelf', responses: { 200: json('Book'), default: json('Problem') } } },
    '/tags': { get: { operationId: 'tag', responses: { 204: { description: 'None.' }, default: json('Problem') } } },
  },
  components: { schemas: { Book: objectOf({ id: text, title: text }), Problem: objectOf({ error: text }) } },
};
const operations = {
  read: { operationId: 'read', method: 'GET', path: '/books', responses: { 200: Book, '4XX': Problem } },
  shelf: { operationId: 'shelf', method: 'GET', path: '/shelves', responses: { 200: Book, default: Problem } },
  tag: { operationId: 'tag', method: 'GET', path: '/tags', responses: { 204: null, default: Problem } },
} as const;
const options = {
  document,
  shapes: { Book, Problem },
  operations,
  versions: defineVersions([
    '1',
    {
      version: '2',
      changes: [
        change({
          title: 'Titles and errors',
          schemas: [renamed(Book, { title: 'name' }), renamed(Problem, { error: 'message' })],
        }),
      ],
    },
  ]),
  versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' } as const,
  logger: { info() {}, warn() {}, error() {} },
};

/** Answers the status that the query names. */
const listener: RequestListener = (req, res) => {
  const status = Number(new URL(req.url!, 'http://a').searchParams.get('status'));
  res.writeHead(status, { 'Content-Type': 'application/json' });
  res.end(JSON.stringify(status < 300 ? { id: '1', title: 'Notes' } : { error: `Status ${status}.` }));
};
const ways: Readonly<Record<string, () => Promise<string>>> = {
  node: () => opened.listen(createServer(around(options).node(listener))),
  gateway: async () => opened.gateway({ ...options, upstream: await opened.listen(listener) }),
};

describe.each(Object.entries(ways))('statuses that a document gives together, by %s', (_, serve) => {
  it.each([
    ['/books?status=404', '4XX'],
    ['/shelves?status=418', 'default'],
    ['/shelves?status=503', 'default'],
    ['/tags?status=409', 'default, of an operation that no change reaches otherwise'],
  ])('%s is converted as %s', async (path) => {
    const url = await serve();
    const status = Number(path.slice(-3));
    const older = await fetch(url + path);
    expect([older.status, await older.json()]).toEqual([status, { message: `Status ${status}.` }]);
    expect(older.headers.get('vary')).toBe('X-API-Version');
    const newest = await fetch(url + path, { headers: { 'X-API-Version': '2' } });
    expect([newest.status, await newest.json()]).toEqual([status, { error: `Status ${status}.` }]);
    expect(newest.headers.get('vary')).toBe('X-API-Version');
  });

  it('passes what no range declares', async () => {
    const url = await serve();
    const answer = await fetch(`${url}/books?status=503`);
    expect([answer.status, await answer.json()]).toEqual([503, { error: 'Status 503.' }]);
  });
});

it.each(['4XX', 'default'])(
  'a digest that is declared for %s of an operation that changes reach is refused',
  async (range) => {
    const problem = { ...json('Problem'), headers: { 'Repr-Digest': { schema: text } } };
    const read = { operationId: 'read', responses: { 200: json('Book'), [range]: problem } };
    const given = {
      ...options,
      document: { ...document, paths: { '/books': { get: read } } },
      operations: { read: { ...operations.read, responses: { 200: Book, [range]: Problem } } },
      upstream: 'http://127.0.0.1:9',
    };
    await expect(opened.gateway(given)).rejects.toThrow(
      'GET /books has the header repr-digest, which covers the bytes of a body, and the change "Titles and errors" of version 2 rewrites the body.',
    );
  },
);

it('a digest that is declared for a status of an operation that no change reaches passes', async () => {
  const responses = {
    200: { description: 'None.' },
    default: { description: 'Wrong.', headers: { Digest: { schema: text } } },
  };
  const given = {
    ...options,
    document: {
      ...document,
      paths: { '/books': document.paths['/books'], '/plain': { get: { operationId: 'plain', responses } } },
    },
    operations: {
      read: operations.read,
      plain: { operationId: 'plain', method: 'GET', path: '/plain', responses: { 200: null, default: null } },
    },
    upstream: 'http://127.0.0.1:9',
  };
  await expect(opened.gateway(given)).resolves.toMatch(/^http/);
});

const both = ['/books', '/shelves', '/tags'].map((path) => [path, path === '/books' ? '4XX' : 'default'] as const);

it.each(both)('the documents of %s have %s in the shape of their version', (path, range) => {
  for (const [apiVersion, member] of [
    ['1', 'message'],
    ['2', 'error'],
  ] as const) {
    const { root, prepare: _prepare, ...definition } = defineGateway({ ...options, upstream: 'http://127.0.0.1:9' });
    const { paths, components } = buildDocument(compileRoutes(root, definition), {
      versioning: definition.versioning,
      apiVersion,
    });
    const answer = paths[path]!.get!.responses[range]!;
    expect(answer.description).toBe('Problem');
    const schema = answer.content!['application/json']!.schema as { readonly $ref: string };
    const { properties } = components!.schemas![schema.$ref.split('/').at(-1)!] as JsonObject;
    expect(properties).toEqual({ [member]: text });
  }
});

it('a change without down of what only a range answers is a boot error', async () => {
  const changes = [
    change({ title: 'Errors', schemas: [reshape(Problem, { before: z.object({ message: z.string() }) })] }),
  ];
  const versions = defineVersions(['1', { version: '2', changes }]);
  await expect(opened.gateway({ ...options, versions, upstream: 'http://127.0.0.1:9' })).rejects.toThrow(
    'The change "Errors" of version 2 has no down for Problem, which answers of operations.tag hold.',
  );
});
