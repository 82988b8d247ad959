import { connect } from 'node:net';
import { createServer, type IncomingMessage, request, type RequestListener } from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { change } from '../changes/change.js';
import { defineVersions } from '../changes/define-versions.js';
import { renamed } from '../changes/short-forms.js';
import { operation } from '../routing/changes/operation.js';
import { around } from './around.js';
import type { AroundOptions } from './options.js';
import { Opened } from './testing/serve-books.js';

const opened = new Opened();
afterEach(() => opened.close());

const json = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});
const answers = (media: object) => ({ 200: { description: 'Answered.', ...media } });
const item = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } };
const parameter = (name: string) => ({ name, in: 'query', schema: { type: 'integer' } });

const document = {
  openapi: '3.1.0',
  info: { title: 'Edges', version: '2' },
  paths: {
    '/items': {
      get: {
        operationId: 'list',
        parameters: [parameter('after'), parameter('limit')],
        responses: answers(json('Page')),
      },
      post: {
        operationId: 'add',
        requestBody: json('Item'),
        responses: { ...answers(json('Item')), '4XX': { description: 'Refused.', ...json('Refusal') } },
      },
    },
    '/feed': {
      get: {
        operationId: 'feed',
        responses: answers({ content: { 'text/event-stream': { schema: { $ref: '#/components/schemas/Item' } } } }),
      },
    },
    '/lines': {
      get: {
        operationId: 'lines',
        responses: answers({ content: { 'application/x-ndjson': { schema: { $ref: '#/components/schemas/Item' } } } }),
      },
    },
    '/form': {
      post: {
        operationId: 'send',
        requestBody: {
          content: { 'application/x-www-form-urlencoded': { schema: { $ref: '#/components/schemas/Item' } } },
        },
        responses: answers(json('Item')),
      },
    },
  },
  components: {
    schemas: {
      Item: item,
      Page: {
        type: 'object',
        required: ['items', 'next'],
        properties: {
          items: { type: 'array', items: { $ref: '#/components/schemas/Item' } },
          next: { type: ['integer', 'null'] },
        },
      },
      Refusal: { type: 'object', required: ['why'], properties: { why: { type: 'string' } } },
    },
  },
};

const Item = z.object({ title: z.string() }).meta({ id: 'Item' });
const Page = z.object({ items: z.array(Item), next: z.int().nullable() }).meta({ id: 'Page' });
const Refusal = z.object({ why: z.string() }).meta({ id: 'Refusal' });
const operations = {
  list: {
    operationId: 'list',
    method: 'GET',
    path: '/items',
    query: z.object({ after: z.int().optional(), limit: z.int().optional() }),
    responses: { 200: Page },
  },
  add: { operationId: 'add', method: 'POST', path: '/items', body: Item, responses: { 200: Item, '4XX': Refusal } },
  feed: { operationId: 'feed', method: 'GET', path: '/feed', responses: { 200: Item } },
  lines: { operationId: 'lines', method: 'GET', path: '/lines', responses: { 200: Item } },
  send: { operationId: 'send', method: 'POST', path: '/form', body: Item, responses: { 200: Item } },
} as const;

const versions = defineVersions([
  '1',
  {
    version: '2',
    changes: [
      change({ title: 'A title', schemas: [renamed(Item, { title: 'name' }), renamed(Refusal, { why: 'reason' })] }),
      change({
        title: 'Pages',
        operations: [
          operation(operations.list, {
            before: { query: z.object({}), response: z.array(Item) },
            collect: {
              items: (page) => page.items,
              next: (page) => (page.next === null ? null : { after: page.next }),
            },
          }),
        ],
      }),
    ],
  },
]);

const warnings: string[] = [];
afterEach(() => void warnings.splice(0));
const logger = {
  info: () => {},
  warn: (message: string) => void warnings.push(message),
  error: (message: string) => void warnings.push(message),
};
const options: AroundOptions = {
  document,
  shapes: { Item, Page, Refusal },
  operations,
  versions,
  versioning: { type: 'header', header: 'V', defaultVersion: '1' },
  logger,
};

const text =
  (body: string, type = 'application/json', more: Record<string, string> = {}): RequestListener =>
  (_, res) =>
    void res.writeHead(200, { 'Content-Type': type, ...more }).end(body);

/** The application, wrapped and behind a gateway. */
const ways: Readonly<Record<string, (listener: RequestListener, more?: Partial<AroundOptions>) => Promise<string>>> = {
  node: async (listener, more) => {
    const versioned = around({ ...options, ...more });
    opened.add(() => versioned.close());
    return opened.listen(versioned.node(listener));
  },
  gateway: async (listener, more) => opened.gateway({ ...options, ...more, upstream: await opened.listen(listener) }),
};

describe.each(Object.entries(ways))('by %s', (_, serve) => {
  it('a list that became pages is one list again', async () => {
    const asked: string[] = [];
    const url = await serve((req, res) => {
      asked.push(req.url!);
      const after = Number(new URL(req.url!, 'http://t').searchParams.get('after') ?? 0);
      const page = { items: [{ title: `t${after}` }], next: after < 2 ? after + 1 : null };
      res.writeHead(200, { 'Content-Type': 'application/json', 'X-Page': String(after) }).end(JSON.stringify(page));
    });
    const found = await fetch(`${url}/items`);
    expect(await found.json()).toEqual([{ name: 't0' }, { name: 't1' }, { name: 't2' }]);
    expect(found.headers.get('x-page')).toBe('0');
    expect(asked).toEqual(['/items', '/items?after=1', '/items?after=2']);
  });

  it('events and lines are converted as they come', async () => {
    let release = () => {};
    const url = await serve((req, res) => {
      const isFeed = req.url === '/feed';
      res.writeHead(200, { 'Content-Type': isFeed ? 'text/event-stream' : 'application/x-ndjson' });
      res.write(isFeed ? ':beat\n\nid: 7\nevent: added\ndata: {"title":"One"}\n\n' : '{"title":"One"}\n{"ti');
      release = () => res.end(isFeed ? 'data: {"title":\ndata: "Two"}\n\n' : 'tle":"Two"}\n');
    });
    for (const [path, first, second] of [
      ['/feed', ':beat\n\nevent: added\nid: 7\ndata: {"name":"One"}\n\n', 'data: {"name":\ndata: "Two"}\n\n'],
      ['/lines', '{"name":"One"}\n', '{"name":"Two"}\n'],
    ] as const) {
      const body = (await fetch(`${url}${path}`)).body!.getReader();
      let got = '';
      while (got !== first) got += Buffer.from((await body.read()).value!).toString();
      release();
      got = '';
      for (let part = await body.read(); !part.done; part = await body.read())
        got += Buffer.from(part.value).toString();
      expect(got).toBe(second);
    }
  });

  it('fields of the application keep characters of Latin-1, whatever the body has', async () => {
    const url = await serve((req, res) => {
      const [type, body] = ({
        '/feed': ['text/event-stream', 'data: {"title":"\u00fc"}\n\n'],
        '/lines': ['application/x-ndjson', '{"title":"\u00fc"}\n'],
      }[req.url!] ?? ['application/json', '{"title":"\u00fc"}']) as [string, string];
      res.writeHead(200, { 'Content-Type': type, 'X-Name': 'caf\u00e9' }).end(Buffer.from(body));
    });
    for (const path of ['/feed', '/lines', '/items']) {
      const body = path === '/items' ? '{"name":"x"}' : null;
      const method = body === null ? 'GET' : 'POST';
      const found = await fetch(url + path, { method, headers: { 'Content-Type': 'application/json' }, body });
      expect([found.headers.get('x-name'), await found.text()]).toEqual([
        'caf\u00e9',
        expect.stringContaining('{"name":"\u00fc"}'),
      ]);
    }
  });

  it('a form is written anew where a change reaches it', async () => {
    let sent = '';
    const url = await serve((req, res) => {
      req.on('data', (chunk: Buffer) => (sent += chunk.toString()));
      req.on('end', () => text('{"title":"x"}')(req, res));
    });
    await fetch(`${url}/form`, { method: 'POST', body: new URLSearchParams({ name: 'a b', other: '1' }) });
    expect(new URLSearchParams(sent).get('title')).toBe('a b');
  });

  it('a body in a coding is decoded for its changes, and encoded again', async () => {
    let sent = Buffer.alloc(0);
    let coding: unknown;
    const url = await serve((req, res) => {
      coding = req.headers['content-encoding'];
      req.on('data', (chunk: Buffer) => (sent = Buffer.concat([sent, chunk])));
      req.on('end', () => text('{"title":"x"}')(req, res));
    });
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    const body = gzipSync('{"name":"x"}');
    expect(await (await fetch(`${url}/items`, { method: 'POST', headers, body })).json()).toEqual({ name: 'x' });
    expect([coding, gunzipSync(sent).toString()]).toEqual(['gzip', '{"title":"x"}']);
    const wrong = await fetch(`${url}/items`, { method: 'POST', headers, body: 'plain' });
    expect(wrong.status).toBe(415);
    const bomb = await fetch(`${url}/items`, { method: 'POST', headers, body: gzipSync(Buffer.alloc(5_000_000)) });
    expect(bomb.status).toBe(413);
  });

  it('a digest goes with the bytes that it covers', async () => {
    let digest: unknown;
    const covered = { 'Content-Digest': 'sha-256=:YQ==:' };
    const url = await serve((req, res) => {
      digest = req.headers['content-digest'];
      text('{"title":"x"}', 'application/json', covered)(req, res);
    });
    for (const [version, member, expected] of [
      ['1', 'name', [undefined, null]],
      ['2', 'title', ['sha-256=:YQ==:', 'sha-256=:YQ==:']],
    ] as const) {
      const headers = { 'Content-Type': 'application/json', V: version, ...covered };
      const found = await fetch(`${url}/items`, { method: 'POST', headers, body: JSON.stringify({ [member]: 'x' }) });
      expect([digest, found.headers.get('content-digest')]).toEqual(expected);
    }
  });

  it('statuses that a document gives together are converted too', async () => {
    const url = await serve(
      (_, res) => void res.writeHead(409, { 'Content-Type': 'application/json' }).end('{"why":"taken"}'),
    );
    const headers = { 'Content-Type': 'application/json' };
    const refused = await fetch(`${url}/items`, { method: 'POST', headers, body: '{"name":"x"}' });
    expect([refused.status, await refused.json()]).toEqual([409, { reason: 'taken' }]);
  });

  it('what the document does not say passes, and is logged once', async () => {
    const url = await serve((_, res) => void res.writeHead(418, { 'Content-Type': 'text/plain' }).end('tea'));
    for (let count = 0; count < 2; count++) {
      const found = await fetch(`${url}/feed`);
      expect([found.status, await found.text()]).toEqual([418, 'tea']);
    }
    expect(warnings).toEqual(['GET /feed answers what its document does not say']);
  });

  it.each([
    ['no JSON', '{"title":', 502],
    ['another type', '{"title":5}', 200],
  ])('an answer that is %s is reported', async (_, body, status) => {
    const url = await serve(text(body));
    const headers = { 'Content-Type': 'application/json' };
    const found = await fetch(`${url}/items`, { method: 'POST', headers, body: '{"name":"x"}' });
    expect(found.status).toBe(status);
    expect(warnings).toContain('POST /items answers what its document does not say');
  });

  it('an answer that differs is refused where that is asked for', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const differs: RequestListener = (_, res) =>
      res
        .writeHead(200, 'Fine', {
          ...headers,
          ETag: '"1"',
          'X-Request-Id': '7\u00e9',
          'Content-Digest': 'sha-256=:YQ==:',
        })
        .end(Buffer.from('{"title":5}'));
    const url = await serve(differs, { drift: 'refuse' });
    const found = await fetch(`${url}/items`, { method: 'POST', headers, body: '{"name":"x"}' });
    expect([found.status, await found.json()]).toMatchObject([502, { code: 'answer-differs-from-document' }]);
    expect(found.statusText).toBe('Bad Gateway');
    expect(['x-request-id', 'etag', 'content-digest'].map((name) => found.headers.get(name))).toEqual([
      '7\u00e9',
      null,
      null,
    ]);
  });

  it('an answer that unpacks to too much, or never ends, is refused', async () => {
    const packed = gzipSync(Buffer.alloc(3_000_000, ' '));
    const logged: string[] = [];
    const logger = { info() {}, warn: (message: string) => void logged.push(message), error() {} };
    const url = await serve(
      (req, res) => {
        res.writeHead(200, {
          'Content-Type': 'application/json',
          ...(req.url === '/items' && { 'Content-Encoding': 'gzip' }),
        });
        res.end(packed);
      },
      { answerLimit: 100_000, logger },
    );
    const headers = { 'Content-Type': 'application/json' };
    const post = () => fetch(`${url}/items`, { method: 'POST', headers, body: '{"name":"x"}' });
    const refused = {
      status: 502,
      code: 'answer-too-large',
      detail: 'The answer of POST /items is too large to be converted.',
    };
    for (const found of [await post(), await post()]) expect(await found.json()).toMatchObject(refused);
    expect(logged).toEqual(['POST /items answers more than answerLimit, so older versions get 502']);
    const endless = await serve(
      (_, res) => {
        res.writeHead(200, { 'Content-Type': 'application/json' });
        const pour = () => void (!res.destroyed && res.write(Buffer.alloc(50_000, ' '), pour));
        pour();
      },
      { answerLimit: 100_000 },
    );
    expect((await fetch(`${endless}/items`, { method: 'POST', headers, body: '{"name":"x"}' })).status).toBe(502);
  });

  it('an application that does not answer is 504', async () => {
    const url = await serve(() => {}, { timeoutMs: 100 });
    const headers = { 'Content-Type': 'application/json' };
    const found = await fetch(`${url}/items`, { method: 'POST', headers, body: '{"name":"x"}' });
    expect(found.status).toBe(504);
  });

  it('a version that stands for the connection alone is refused', async () => {
    const url = new URL(await serve(text('{}')));
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(url.port), '127.0.0.1');
      socket.write('GET /feed HTTP/1.1\r\nHost: t\r\nV: 1\r\nConnection: close, V\r\n\r\n');
      let got = '';
      socket.on('data', (chunk: Buffer) => (got += chunk.toString()));
      socket.on('close', () => resolve(got));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });
});

const asking = (protocol: string) => `Upgrade: ${protocol}\r\nConnection: Upgrade\r\n`;
const handshake = `${asking('websocket')}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n`;

describe('a gateway', () => {
  it('answers 502 where its upstream is not there', async () => {
    const url = await opened.gateway({ ...options, upstream: 'http://127.0.0.1:9' });
    for (const path of ['/feed', '/other']) {
      const found = await fetch(`${url}${path}`);
      expect([found.status, found.headers.get('content-type')]).toEqual([502, 'application/problem+json']);
    }
  });

  it('logs an upstream that goes away, and that it answers again, whatever passes or is converted', async () => {
    const logged: unknown[] = [];
    const note = (message: string, fields: object = {}) => void logged.push({ message, ...fields });
    let isAway = true;
    const upstream = await opened.listen((req, res) => {
      if (isAway) return void req.socket.destroy();
      res.writeHead(200, { 'Content-Type': 'application/json' }).end('{"title":"x"}');
    });
    const logger = { info: note, warn: note, error: note };
    const url = await opened.gateway({ ...options, upstream, logger });
    const headers = { 'Content-Type': 'application/json' };
    const statuses = async () => [
      (await fetch(`${url}/other`)).status,
      (await fetch(`${url}/items`, { method: 'POST', headers, body: '{"name":"x"}' })).status,
    ];
    expect([await statuses(), await statuses()]).toEqual([
      [502, 502],
      [502, 502],
    ]);
    isAway = false;
    expect(await statuses()).toEqual([200, 200]);
    expect(logged.filter((line) => JSON.stringify(line).includes('upstream'))).toMatchObject([
      { message: 'The upstream breaks off', upstream, failed: 1 },
      { message: 'The upstream answers again', upstream, failed: 4 },
    ]);
  });

  it('logs an upstream that is silent, whatever passes or is converted, and no client that leaves', async () => {
    const logged: unknown[] = [];
    const note = (message: string, fields: object = {}) => void logged.push({ message, ...fields });
    const upstream = await opened.listen(() => {});
    const gateway = { ...options, upstream, logger: { info: note, warn: note, error: note } };
    const headers = { 'Content-Type': 'application/json' };
    const post = (url: string, signal: AbortSignal | null = null) =>
      fetch(`${url}/items`, { method: 'POST', headers, body: '{"name":"x"}', signal });
    const patient = await opened.gateway(gateway);
    await expect(post(patient, AbortSignal.timeout(200))).rejects.toThrow();
    expect(logged).toEqual([]);
    const url = await opened.gateway({ ...gateway, timeoutMs: 100 });
    expect((await post(url)).status).toBe(504);
    await expect.poll(() => logged).toMatchObject([{ message: 'The upstream does not answer', upstream, failed: 1 }]);
  });

  it('passes the trailers of what it passes, and those of nothing that it converts', async () => {
    const url = await opened.gateway({
      ...options,
      upstream: await opened.listen((_, res) => {
        res.writeHead(200, { 'Content-Type': 'application/json', Trailer: 'X-Sum' });
        res.write('{"title":');
        res.addTrailers({ 'X-Sum': '13' });
        res.end('"x"}');
      }),
    });
    for (const [version, body, trailers] of [
      ['2', '{"title":"x"}', { 'x-sum': '13' }],
      ['1', '{"name":"x"}', {}],
    ] as const) {
      const headers = { V: version, 'Content-Type': 'application/json' };
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const sent = request(`${url}/items`, { method: 'POST', headers }, resolve).on('error', reject);
        sent.end(version === '2' ? '{"title":"x"}' : '{"name":"x"}');
      });
      const got = Buffer.concat((await answer.toArray()) as Buffer[]).toString();
      expect([got, answer.trailers, answer.headers.trailer]).toEqual([
        body,
        trailers,
        version === '2' ? 'X-Sum' : undefined,
      ]);
    }
  });

  it.each([
    ['of a HEAD', 'HEAD', {}, ''],
    ['of an answer with a length', 'GET', { 'Content-Length': '2' }, '{}'],
    ['to a client of HTTP/1.0', 'GET', {}, '{}'],
  ])('announces no trailers %s', async (what, method, more, body) => {
    const upstream = await opened.listen((_, res) => {
      res.socket!.end(
        `HTTP/1.1 200 OK\r\nTrailer: X-Sum\r\nConnection: close\r\n${Object.entries(more)
          .map(([name, value]) => `${name}: ${String(value)}\r\n`)
          .join('')}\r\n${body}`,
      );
    });
    const url = new URL(await opened.gateway({ ...options, upstream }));
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(url.port), '127.0.0.1');
      const protocol = what.endsWith('1.0') ? '1.0' : '1.1';
      socket.write(`${method} /other HTTP/${protocol}\r\nHost: t\r\nConnection: close\r\n\r\n`);
      let got = '';
      socket.on('data', (chunk: Buffer) => (got += chunk.toString())).on('close', () => resolve(got));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).not.toContain('Trailer');
    expect(answer.endsWith(`\r\n\r\n${body}`)).toBe(true);
  });

  it('breaks off with an upstream that breaks off', async () => {
    const url = await opened.gateway({
      ...options,
      upstream: await opened.listen((_, res) => {
        res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
        res.write('begun', () => res.destroy());
      }),
    });
    await expect(fetch(`${url}/other`).then((found) => found.text())).rejects.toThrow();
    // The status is not sent before the answer is whole.
    const headers = { 'Content-Type': 'application/json' };
    const touched = await fetch(`${url}/items`, { method: 'POST', headers, body: '{"name":"x"}' });
    expect([touched.status, await touched.json()]).toMatchObject([502, { code: 'answer-broken-off' }]);
  });

  it('hands connections that change their protocol to the upstream', async () => {
    const server = createServer();
    server.on('upgrade', (req, socket) => {
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\nX-Path: ${req.url}\r\n\r\n`,
      );
      socket.pipe(socket);
    });
    const upstream = await opened.listen(server);
    const url = new URL(await opened.gateway({ ...options, upstream }));
    const got = await new Promise<string>((resolve) => {
      const socket = connect(Number(url.port), '127.0.0.1');
      let text = '';
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (text.endsWith('\r\n\r\n')) socket.write('hello');
        if (text.endsWith('hello')) {
          socket.destroy();
          resolve(text);
        }
      });
      socket.write(`GET /chat HTTP/1.1\r\nHost: t\r\n${handshake}\r\n`);
    });
    expect(got).toMatch(/^HTTP\/1\.1 101 [^]*X-Path: \/chat[^]*hello$/);
  });

  it.each([
    ['a WebSocket that the upstream refuses', 'GET /items', handshake, /^HTTP\/1\.1 200 [^]*"title":"One"/],
    ['a WebSocket without its key', 'GET /items', asking('websocket'), /^HTTP\/1\.1 200 [^]*\[\{"name":"One"\}\]/],
    ['another protocol', 'POST /items', asking('h2c'), /^HTTP\/1\.1 400 /],
    ['another protocol, for an older version', 'GET /items', asking('h2c'), /^HTTP\/1\.1 200 [^]*\[\{"name":"One"\}\]/],
  ])('passes no connection on for %s', async (_, line, fields, expected) => {
    const asked: string[] = [];
    const upstream = await opened.listen((req, res) => {
      asked.push(req.url!);
      res.writeHead(200, { 'Content-Type': 'application/json' }).end('{"items":[{"title":"One"}],"next":null}');
    });
    const url = new URL(await opened.gateway({ ...options, upstream }));
    const got = await new Promise<string>((resolve) => {
      const socket = connect(Number(url.port), '127.0.0.1');
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.on('close', () => resolve(text));
      const body = line.startsWith('POST') ? 'Content-Length: 2\r\n\r\n{}' : '\r\n';
      socket.write(`${line} HTTP/1.1\r\nHost: t\r\n${fields}${body}`);
      socket.write('GET /behind HTTP/1.1\r\nHost: t\r\n\r\n');
    });
    expect(got).toMatch(expected);
    expect(asked).not.toContain('/behind');
  });

  it.each([
    ['an address with a path', 'http://t/base', 'has more than a host and a port'],
    ['another protocol', 'ftp://t', 'is neither http nor https'],
    ['no address', 'books', 'which is not an address'],
  ])('refuses %s', async (_, upstream, message) => {
    await expect(opened.gateway({ ...options, upstream })).rejects.toThrow(message);
  });
});

it.each(['Content-Digest', 'Signature', 'X-Shop-Signature'])(
  'a change of what is answered with %s is refused',
  async (name) => {
    const add = document.paths['/items'].post;
    const sealed = { ...add.responses['200'], headers: { [name]: { schema: { type: 'string' } } } };
    const post = { ...add, responses: { ...add.responses, 200: sealed } };
    const described = { ...document, paths: { ...document.paths, '/items': { ...document.paths['/items'], post } } };
    await expect(opened.gateway({ ...options, document: described, upstream: 'http://127.0.0.1:9' })).rejects.toThrow(
      `POST /items has the header ${name.toLowerCase()}, which covers the bytes of a body, and the change "A title" of version 2 rewrites the body.`,
    );
  },
);

it('a change that reaches what passes as bytes is refused', () => {
  const media = { 'application/xml': { schema: { $ref: '#/components/schemas/Item' } } };
  const upload = {
    post: { operationId: 'upload', requestBody: { content: media }, responses: answers(json('Refusal')) },
  };
  const versioned = around({
    ...options,
    document: { ...document, paths: { ...document.paths, '/upload': upload } },
    operations: {
      ...operations,
      upload: { operationId: 'upload', method: 'POST', path: '/upload', body: Item, responses: { 200: Refusal } },
    },
  });
  expect(() => versioned.root).toThrow(
    'around(): the changes of version 2 reach the body as application/xml of POST /upload, which passes as bytes. Give it a schema of its own in the document, or keep an older operation in the application.',
  );
});
