import { createServer, type RequestListener } from 'node:http';
import express from 'express';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { change } from '../changes/change.js';
import { defineVersions } from '../changes/define-versions.js';
import { reshape } from '../changes/reshape.js';
import { renamed } from '../changes/short-forms.js';
import { operation } from '../routing/changes/operation.js';
import { around } from './around.js';
import { Opened } from './testing/serve-books.js';

const opened = new Opened();
afterAll(() => opened.close());

const ref = (name: string, type = 'application/json') => ({
  content: { [type]: { schema: { $ref: `#/components/schemas/${name}` } } },
});
const shape = {
  type: 'object',
  required: ['id', 'title'],
  properties: {
    id: { type: 'integer', format: 'int64' },
    title: { type: 'string' },
    price: { type: 'number' },
    more: {},
  },
};
const answers = (name: string, type?: string) => ({ 200: { description: 'Answered.', ...ref(name, type) } });
const both = (name: string, operation: string) => ({
  get: { operationId: `read${operation}`, responses: answers(name) },
  post: { operationId: `write${operation}`, requestBody: { required: true, ...ref(name) }, responses: answers(name) },
});
const lines = 'application/x-ndjson';
const document = {
  openapi: '3.1.0',
  info: { title: 'Digits', version: '2' },
  paths: {
    '/named': both('Named', 'Named'),
    '/shaped': both('Shaped', 'Shaped'),
    '/made': both('Made', 'Made'),
    '/things/{id}': {
      get: {
        operationId: 'find',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } },
          { name: 'after', in: 'query', schema: { type: 'integer', format: 'int64' } },
        ],
        responses: { 204: { description: 'Found.' } },
      },
    },
    '/feed': { get: { operationId: 'feed', responses: answers('Named', 'text/event-stream') } },
    '/lines': {
      get: { operationId: 'lines', responses: answers('Named', lines) },
      post: {
        operationId: 'sendLines',
        requestBody: { required: true, ...ref('Shaped', lines) },
        responses: answers('Shaped', lines),
      },
    },
  },
  components: { schemas: { Named: shape, Shaped: shape, Made: shape } },
};

const one = () =>
  z.object({
    id: z.number().multipleOf(1),
    title: z.string(),
    price: z.number().optional(),
    more: z.unknown().optional(),
  });
const Named = one().meta({ id: 'Named' });
const Shaped = one().meta({ id: 'Shaped' });
const Made = one().meta({ id: 'Made' });
const verbs = <const Name extends string, S extends z.ZodType>(name: Name, path: string, schema: S) => ({
  read: { operationId: `read${name}`, method: 'GET', path, responses: { 200: schema } } as const,
  write: { operationId: `write${name}`, method: 'POST', path, body: schema, responses: { 200: schema } } as const,
});
const [named, shaped, made] = [
  verbs('Named', '/named', Named),
  verbs('Shaped', '/shaped', Shaped),
  verbs('Made', '/made', Made),
];
const operations = {
  readNamed: named.read,
  writeNamed: named.write,
  readShaped: shaped.read,
  writeShaped: shaped.write,
  readMade: made.read,
  writeMade: made.write,
  find: {
    operationId: 'find',
    method: 'GET',
    path: '/things/{id}',
    params: z.object({ id: z.number().multipleOf(1) }),
    query: z.object({ after: z.number().multipleOf(1).optional() }),
    responses: { 204: null },
  },
  feed: { operationId: 'feed', method: 'GET', path: '/feed', responses: { 200: Named } },
  lines: { operationId: 'lines', method: 'GET', path: '/lines', responses: { 200: Named } },
  sendLines: { operationId: 'sendLines', method: 'POST', path: '/lines', body: Shaped, responses: { 200: Shaped } },
} as const;

const Older = Made.omit({ id: true, title: true }).extend({ key: z.number(), name: z.string() });
const versions = defineVersions([
  '1',
  {
    version: '2',
    changes: [
      change({
        title: 'A title',
        schemas: [
          renamed(Named, { title: 'name' }),
          reshape(Shaped, {
            before: Shaped.omit({ title: true }).extend({ names: z.array(z.string()) }),
            down: ({ title, ...rest }) => ({ ...rest, names: [title] }),
            up: ({ names, ...rest }) => ({ ...rest, title: names[0] ?? '' }),
          }),
        ],
      }),
      change({
        title: 'An operation of its own',
        operations: [
          operation(operations.find, {
            before: { path: '/items/{id}', query: z.object({ from: z.number().optional() }) },
            up: ({ query: { from } }) => ({ query: { after: from } }),
          }),
          operation(operations.readMade, {
            before: { response: Older },
            down: ({ body: { id, title, ...rest } }) => ({ body: { key: id, name: title, ...rest } }),
          }),
          operation(operations.writeMade, {
            before: { body: Older, response: Older },
            up: ({ body: { key, name, ...rest } }) => ({ body: { ...rest, id: key, title: name } }),
            down: ({ body: { id, title, ...rest } }) => ({ body: { key: id, name: title, ...rest } }),
          }),
        ],
      }),
    ],
  },
]);
const options = {
  document,
  shapes: { Named, Shaped, Made },
  operations,
  versions,
  versioning: { type: 'header', header: 'V', defaultVersion: '1' },
} as const;

/** What the application has got, and what it answers. */
let received = '';
let asked = '';
let next: { readonly type: string; readonly body: string | Buffer; readonly fields?: Record<string, string> };
const answerWith = (body: string | Buffer, type = 'application/json', fields = {}) => (next = { type, body, fields });

const listener: RequestListener = (req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    received = Buffer.concat(chunks).toString();
    asked = req.url!;
    res.writeHead(200, { 'Content-Type': next.type, ...next.fields }).end(next.body);
  });
};

type Serve = () => Promise<(path: string, init?: RequestInit) => Promise<Response>>;
const calling = (url: string) => (path: string, init?: RequestInit) => fetch(url + path, init);
const ways: Readonly<Record<string, Serve>> = {
  node: async () => calling(await opened.listen(around(options).node(listener))),
  express: async () => {
    const app = express();
    app.use(around(options).express());
    app.use(listener);
    return calling(await opened.listen(createServer(app)));
  },
  fetch: async () => {
    const versioned = around(options);
    const answer = versioned.fetch(async (request) => {
      received = Buffer.from(await request.arrayBuffer()).toString();
      asked = request.url.slice('http://digits.test'.length);
      return new Response(next.body as never, { headers: { 'Content-Type': next.type, ...next.fields } });
    });
    return async (path, init) => answer(new Request(`http://digits.test${path}`, init));
  },
  gateway: async () => calling(await opened.gateway({ ...options, upstream: await opened.listen(listener) })),
};

const spelled = [
  '{"id":1192715994825625601,"title":"A","price":1.10}',
  '{"price":1E400,"id":-0,"title":"\\u00e9\\/\u00e9"}',
  '{"id": 1e3, "title": "A", "price": 0.30000000000000004441}',
  '{\n  "title" : "A",\n  "id" : 9007199254740993,\n  "more" : { "a": 1.0, "a": [2.50, -1E-7] }\n}\n',
  '\ufeff{"id":1,"title":"A"}',
  '{"id":1,"title":"A","more":{"z":1,"a":{"b":"\\u0062","1":1}}}',
];
const asName = (text: string) => text.replace('"title"', '"name"');
/** As the function of the change leaves it: with its members in their order, and what is new behind them. */
const asNames = (text: string) => {
  const { title } = JSON.parse(text.replace('\ufeff', '')) as { readonly title: string };
  const [, gap] = /"(?:\s*:\s*)(?:"[^"]*"|[\d.eE+-]+)(\s*,\s*)/.exec(text)!;
  const [, colon] = /"(\s*:\s*)/.exec(text)!;
  const without = text.replace(/(\s*,\s*)"title"\s*:\s*"[^"]*"/, '').replace(/"title"\s*:\s*"[^"]*"\s*,\s*/, '');
  return without.replace(/(\s*\}\s*)$/, `${gap}"names"${colon}${JSON.stringify([title])}$1`);
};
const post = (body: string, type = 'application/json'): RequestInit => ({
  method: 'POST',
  body: Buffer.from(body),
  headers: { 'Content-Type': type },
});
/** A decoder of a Response drops the byte order mark. */
const textOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer()).toString();

describe.each(Object.entries(ways))('by %s', (_, serve) => {
  let call: Awaited<ReturnType<Serve>>;
  beforeAll(async () => void (call = await serve()));

  it.each(spelled)('an answer and a request keep what no change reads: %s', async (text) => {
    answerWith(text);
    expect(await textOf(await call('/named'))).toBe(asName(text));
    expect(await textOf(await call('/shaped'))).toBe(asNames(text));
    const sent = await call('/named', post(asName(text)));
    expect([sent.status, received, await textOf(sent)]).toEqual([200, text, asName(text)]);
  });

  it('a function that passes members on keeps their digits', async () => {
    const text = '{"id":1192715994825625601,"title":"A","price":1.10}';
    answerWith(text);
    await call('/shaped', post('{"names":["A"],"id":1192715994825625601,"price":1.10}'));
    expect(received).toBe('{"id":1192715994825625601,"price":1.10,"title":"A"}');
    expect(await textOf(await call('/made'))).toBe('{"key":1192715994825625601,"price":1.10,"name":"A"}');
    await call('/made', post('{"name":"A","price":1.10,"key":1192715994825625601}'));
    expect(received).toBe('{"price":1.10,"id":1192715994825625601,"title":"A"}');
  });

  it('parameters keep theirs', async () => {
    answerWith('');
    await call('/items/1192715994825625601?from=1192715994825625602');
    expect(asked).toBe('/things/1192715994825625601?after=1192715994825625602');
  });

  it('items of streams keep theirs', async () => {
    const items = ['{"id": 1192715994825625601, "title": "A"}', '{"title":"B","id":1.0}'];
    answerWith(`${items.join('\n')}\n`, lines);
    expect(await textOf(await call('/lines'))).toBe(`${items.map(asName).join('\n')}\n`);
    const sent = '{"names":["A"], "id":1192715994825625601}\r\n{"id":2.0,"names":[]}';
    await call('/lines', post(sent, lines));
    expect(received).toBe('{"id":1192715994825625601, "title":"A"}\r\n{"id":2.0,"title":""}\n');
    answerWith(items.map((item) => `data: ${item}\n\n`).join(''), 'text/event-stream');
    expect(await textOf(await call('/feed'))).toBe(items.map((item) => `data: ${asName(item)}\n\n`).join(''));
  });

  it('a value beyond the range of a double is held to its bounds', async () => {
    answerWith('{}');
    const found = await call('/named', post('{"id":1E400,"name":true}'));
    expect([found.status, ((await found.json()) as { errors: { path: string }[] }).errors.length]).toEqual([400, 1]);
  });

  it('a body in a coding keeps its spelling too', async () => {
    answerWith(gzipSync(spelled[0]!), 'application/json', { 'Content-Encoding': 'gzip' });
    const found = await call('/named', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(found.headers.get('content-type')).toBe('application/json');
    if (found.headers.get('content-encoding') === null) expect(await textOf(found)).toBe(asName(spelled[0]!));
  });
});
