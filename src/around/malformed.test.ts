import { type IncomingMessage, request, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { around } from './around.js';
import type { AroundOptions } from './options.js';
import { booksDocument, booksVersions, shapes } from './testing/books.js';
import { Opened } from './testing/serve-books.js';

const opened = new Opened();
afterEach(() => opened.close());

const options: AroundOptions = {
  document: booksDocument(),
  shapes,
  ...booksVersions('', ''),
  versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' },
  logger: { info() {}, warn() {}, error() {} },
};

/** What an application gets, and an answer that says so. */
const seen: string[] = [];
afterEach(() => void seen.splice(0));
const application: RequestListener = (req, res) => {
  let sent = '';
  req.on('data', (chunk: Buffer) => (sent += chunk.toString()));
  req.on('end', () => {
    seen.push([req.method, req.url, req.headers['x-api-version'], ...(sent === '' ? [] : [sent])].join(' '));
    const book = { id: '1', title: 'Notes' };
    const isList = req.method === 'GET' && !/books\/[^/?]/.test(req.url!);
    res.writeHead(req.method === 'POST' ? 201 : 200, { 'Content-Type': 'application/json' });
    res.end(JSON.stringify(isList ? [book] : book));
  });
};

const ways: Readonly<Record<string, (more?: Partial<AroundOptions>) => Promise<string>>> = {
  node: async (more) => opened.listen(around({ ...options, ...more }).node(application)),
  fetch: async (more) => {
    const call = around({ ...options, ...more }).fetch(async (asked) => {
      const { pathname, search } = new URL(asked.url);
      const body = await asked.text();
      const version = asked.headers.get('x-api-version') ?? '';
      seen.push([asked.method, `${pathname}${search}`, version, ...(body === '' ? [] : [body])].join(' '));
      const book = { id: '1', title: 'Notes' };
      if (asked.method === 'POST') return Response.json(book, { status: 201 });
      return Response.json(/^\/books\/./.test(pathname) ? book : [book]);
    });
    return opened.listen(async (req, res) => {
      const chunks = await (req as IncomingMessage).toArray();
      const answer = await call(
        new Request(`http://${req.headers.host}${req.url}`, {
          method: req.method!,
          headers: req.headers as Record<string, string>,
          body: chunks.length > 0 ? Buffer.concat(chunks as Buffer[]) : null,
        }),
      );
      res.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
    });
  },
  express: async (more) => {
    const app = express();
    app.use(around({ ...options, ...more }).express());
    app.use(application);
    return opened.listen(app);
  },
  gateway: async (more) => opened.gateway({ ...options, ...more, upstream: await opened.listen(application) }),
};

interface Answered {
  readonly status: number;
  readonly body: unknown;
}

/** As it is, without what a URL makes of it. */
const ask = (url: string, path: string, { version = '1', method = 'GET', body = '' } = {}): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const headers = { 'X-API-Version': version, ...(body !== '' && { 'Content-Type': 'application/json' }) };
    request({ hostname, port, path, method, headers }, async (answer) => {
      const text = Buffer.concat((await answer.toArray()) as Buffer[]).toString();
      resolve({ status: answer.statusCode!, body: text === '' ? '' : JSON.parse(text) });
    })
      .on('error', reject)
      .end(body);
  });

const queries = [
  'trace=100%',
  'trace=caf%E9',
  'trace=%ED%A0%80',
  '%=1',
  '%E9=1&a=%zz',
  '?trace=%',
  'a=1;b=%',
  '=%',
  `trace=${'a'.repeat(9_000)}%`,
];

describe.each(Object.entries(ways))('a malformed percent-encoding, by %s', (_, serve) => {
  it.each(queries)('in a query that no change reads keeps nothing from its version, and stays: %s', async (query) => {
    const url = await serve();
    expect(await ask(url, `/books/1?${query}`)).toEqual({ status: 200, body: { id: '1', name: 'Notes' } });
    expect(await ask(url, `/books/1?${query}`, { version: '9' })).toMatchObject({ status: 404 });
    const added = { method: 'POST', body: '{"name":"More"}' };
    expect(await ask(url, `/books?${query}`, added)).toEqual({ status: 201, body: { id: '1', name: 'Notes' } });
    expect(await ask(url, `/all-books?search=a+b&${query}`)).toEqual({
      status: 200,
      body: [{ id: '1', name: 'Notes' }],
    });
    expect(await ask(url, `/covers/7?${query}`)).toMatchObject({ status: 200 });
    expect(seen).toEqual([
      `GET /books/1?${query} 2`,
      `POST /books?${query} 2 {"title":"More"}`,
      `GET /books?${query}&q=a%20b&limit=50 2`,
      `GET /covers/7?${query} 2`,
    ]);
  });

  it.each(['search=100%', 'search=%ED%A0%80', 'sear%63h=%', 'search=ok&search=%'])(
    'in a parameter that a change reads is a 400 that names it: %s',
    async (query) => {
      const url = await serve();
      const { status, body } = await ask(url, `/all-books?${query}`);
      expect(status).toBe(400);
      expect(JSON.stringify(body)).toContain('Its percent-encoding is malformed');
      expect(JSON.stringify(body)).toContain('"search"');
      expect(seen).toEqual([]);
    },
  );

  it('in a path is the value as it was sent, where its application takes it', async () => {
    const url = await serve();
    expect(await ask(url, '/books/100%?x=%')).toEqual({ status: 200, body: { id: '1', name: 'Notes' } });
    expect(await ask(url, '/books/100%', { version: '9' })).toMatchObject({ status: 404 });
    expect(seen).toEqual(['GET /books/100%?x=% 2']);
  });
});

const raw = (url: string, target: string, fields = 'X-API-Version: 1\r\n'): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(`GET ${target} HTTP/1.1\r\nHost: books.test\r\n${fields}Connection: close\r\n\r\n`);
    let got = '';
    socket.on('data', (chunk: Buffer) => (got += chunk.toString())).on('close', () => resolve(got));
  });

describe.each(['node', 'express', 'gateway'])('a target as no browser sends it, by %s', (way) => {
  it.each([
    ['in absolute form', 'http://books.test/all-books?search=a%'.slice(0, -1)],
    ['in absolute form, with a query that is malformed', 'http://books.test/all-books?search=a&x=%'],
    ['with a fragment', '/all-books?search=a#%'],
    ['with a fragment and no query', '/all-books#?search=a'],
  ])('is one of its version: %s', async (_, target) => {
    const answer = await raw(await ways[way]!(), target);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('[{"id":"1","name":"Notes"}]');
    expect(seen.join()).toMatch(/^GET \/books\?/);
  });

  it('has no path where it is an asterisk', async () => {
    expect(await raw(await ways[way]!(), '*')).toMatch(/^HTTP\/1\.1 (?:200|400) /);
    expect(seen.join()).not.toContain('/');
  });
});

const inPath = {
  document: booksDocument('/v2'),
  ...booksVersions('/v2', '/v1'),
  versioning: { type: 'uri' },
} as const;
const inQuery = { versioning: { type: 'query', parameter: 'version', defaultVersion: '1' } } as const;

describe.each(['node', 'express', 'gateway'])('a version that the address names, by %s', (way) => {
  it.each([
    ['/v1/books/7?q=100%', inPath, 'GET /v2/books/7?q=100%'],
    ['/v1/books/100%?', inPath, 'GET /v2/books/100%?'],
    ['http://books.test/v1/books/7?q=%E9', inPath, 'GET /v2/books/7?q=%E9'],
    ['/v1/books/7?a=b?c#%', inPath, 'GET /v2/books/7?a=b?c#%'],
    ['/books/7?version=1&q=100%', inQuery, 'GET /books/7?q=100%&version=2'],
    ['/books/7??version=9&%E9', inQuery, 'GET /books/7??version=9&%E9&version=2'],
    ['http://books.test/books/7?%&version=1&version=9', inQuery, 'GET /books/7?%&version=2'],
  ])('is read whatever else is malformed: %s', async (target, more, expected) => {
    const url = await ways[way]!(more);
    const answer = await raw(url, target, '');
    expect(answer).toContain('{"id":"1","name":"Notes"}');
    // A listener of Node gets the target in the form that it has.
    expect(seen.map((line) => line.replace('http://books.test', '').trim())).toEqual([expected]);
  });

  it.each([
    ['/books/7?version=%', inQuery],
    ['/books/7?q=%&version=9%', inQuery],
  ])('is refused where it is malformed: %s', async (target, more) => {
    expect(await raw(await ways[way]!(more), target, '')).toMatch(/^HTTP\/1\.1 404 [^]*api-version-unsupported/);
    expect(seen).toEqual([]);
  });
});
