import type { RequestListener } from 'node:http';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { change } from '../changes/change.js';
import { defineVersions } from '../changes/define-versions.js';
import { operation } from '../routing/changes/operation.js';
import { around } from './around.js';
import type { AroundOptions } from './options.js';
import { Opened } from './testing/serve-books.js';

const opened = new Opened();
const seen: string[] = [];
afterEach(() => {
  seen.splice(0);
  return opened.close();
});

const id = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
const params = z.object({ id: z.string() });
const responses = { 200: { description: 'Answered.' } };
const answered = { responses: { 200: null } } as const;

const api = (segment: string, older: string) => {
  const operations = {
    list: { operationId: 'list', method: 'GET', path: `${segment}/books`, ...answered },
    add: { operationId: 'add', method: 'POST', path: `${segment}/books`, ...answered },
    edit: { operationId: 'edit', method: 'PATCH', path: `${segment}/books/{id}`, params, ...answered },
    drop: { operationId: 'drop', method: 'DELETE', path: `${segment}/books/{id}`, params, ...answered },
    read: { operationId: 'read', method: 'GET', path: `${segment}/shelves/{id}`, params, ...answered },
  } as const;
  const { list, edit, read } = operations;
  return {
    document: {
      openapi: '3.1.0',
      info: { title: 'Books', version: '2' },
      paths: {
        [`${segment}/books`]: {
          get: { operationId: 'list', responses },
          post: { operationId: 'add', responses },
        },
        [`${segment}/books/{id}`]: {
          patch: { operationId: 'edit', parameters: id, responses },
          delete: { operationId: 'drop', parameters: id, responses },
        },
        [`${segment}/shelves/{id}`]: { get: { operationId: 'read', parameters: id, responses } },
      },
    },
    operations,
    versions: defineVersions([
      '1',
      {
        version: '2',
        changes: [
          change({
            title: 'Moved',
            operations: [
              operation(list, { before: { path: `${older}/all-books` } }),
              operation(edit, { before: { method: 'PUT', path: `${older}/volumes/{id}` } }),
              operation(read, {
                before: { path: `${older}/shelf`, params: z.object({}), query: z.object({ id: z.string() }) },
                up: ({ query }) => ({ params: { id: query.id }, query: {} }),
              }),
            ],
          }),
        ],
      },
    ]),
    logger: { info() {}, warn() {}, error() {} },
  };
};
const header = { ...api('', ''), versioning: { type: 'header', header: 'V', defaultVersion: '1' } } as AroundOptions;

/** Says who may call what, for each path of its own, as a careful team writes it. */
const allowed: Readonly<Record<string, string>> = {
  '/books': 'GET, POST',
  '/books/7': 'PATCH,DELETE',
  '/books/a%2Fb%': 'PATCH,DELETE',
  '/shelves/0': 'GET,HEAD',
  '/v2/books': 'GET, POST',
};
const answerOf = (method: string, url: string, asked: string | null) => {
  seen.push(`${method} ${url} ${asked}`);
  const methods = allowed[url.split('?', 1)[0]!];
  if (methods === undefined) return { status: 404, headers: {} };
  const fields = { 'Access-Control-Allow-Origin': 'https://a.example', 'Access-Control-Allow-Methods': methods };
  return { status: 204, headers: { ...fields, Allow: `${methods}, OPTIONS` } };
};
const application: RequestListener = (req, res) => {
  const asked = req.headers['access-control-request-method'] ?? null;
  const { status, headers } = answerOf(req.method!, req.url!, asked);
  res.writeHead(status, headers).end();
};

const ways: Readonly<Record<string, (options: AroundOptions) => Promise<string>>> = {
  node: async (options) => opened.listen(around(options).node(application)),
  fetch: async (options) => {
    const call = around(options).fetch(({ method, url, headers }) => {
      const { pathname, search } = new URL(url);
      const answer = answerOf(method, `${pathname}${search}`, headers.get('access-control-request-method'));
      return new Response(null, answer);
    });
    return opened.listen(async (req, res) => {
      const { host: _, connection: __, ...headers } = req.headers as Record<string, string>;
      const answer = await call(new Request(`http://books.test${req.url}`, { method: req.method!, headers }));
      res.writeHead(answer.status, Object.fromEntries(answer.headers)).end();
    });
  },
  express: async (options) => {
    const app = express();
    app.use(around(options).express());
    app.use((req, res) => {
      const { status, headers } = answerOf(
        req.method,
        req.originalUrl,
        req.get('Access-Control-Request-Method') ?? null,
      );
      res.status(status).set(headers).end();
    });
    return opened.listen(app);
  },
  gateway: async (options) => opened.gateway({ ...options, upstream: await opened.listen(application) }),
};

/** Status, `Access-Control-Allow-Methods` and `Allow`. */
const ask = async (url: string, method: string | null, headers: Record<string, string> = {}) => {
  const preflight: Record<string, string> =
    method === null ? {} : { Origin: 'https://a.example', 'Access-Control-Request-Method': method };
  const answer = await fetch(url, { method: 'OPTIONS', headers: { ...preflight, ...headers } });
  return [answer.status, answer.headers.get('access-control-allow-methods'), answer.headers.get('allow')];
};

describe.each(Object.entries(ways))('OPTIONS, by %s', (_, serve) => {
  it('of an address that only older versions have is answered where the application has the operation', async () => {
    const url = await serve(header);
    expect(await ask(`${url}/all-books?a=%`, 'GET')).toEqual([204, 'GET', 'GET, OPTIONS']);
    expect(await ask(`${url}/volumes/7`, 'PUT')).toEqual([204, 'PUT', 'PUT, OPTIONS']);
    expect(await ask(`${url}/volumes/a%2Fb%`, 'PUT')).toEqual([204, 'PUT', 'PUT, OPTIONS']);
    expect(await ask(`${url}/volumes/7/`, 'DELETE')).toEqual([204, 'PUT', 'PUT, OPTIONS']);
    expect(await ask(`${url}/shelf?id=4`, 'GET')).toEqual([204, 'GET, HEAD', 'GET, HEAD, OPTIONS']);
    expect(await ask(`${url}/volumes/7`, null)).toEqual([204, 'PUT', 'PUT, OPTIONS']);
    expect(await ask(`${url}/volumes/7`, null, { V: '1' })).toEqual([204, 'PUT', 'PUT, OPTIONS']);
    expect(seen).toEqual([
      'OPTIONS /books?a=% GET',
      'OPTIONS /books/7 PATCH',
      'OPTIONS /books/a%2Fb% PATCH',
      'OPTIONS /books/7 DELETE',
      'OPTIONS /shelves/0?id=4 GET',
      'OPTIONS /books/7 null',
      'OPTIONS /books/7 null',
    ]);
  });

  it('of an address that the newest version has, or none, passes as it came', async () => {
    const url = await serve(header);
    expect(await ask(`${url}/books?a=1`, 'GET')).toEqual([204, 'GET, POST', 'GET, POST, OPTIONS']);
    expect(await ask(`${url}/books/7`, 'DELETE')).toEqual([204, 'PATCH,DELETE', 'PATCH,DELETE, OPTIONS']);
    expect(await ask(`${url}/none`, 'GET')).toEqual([404, null, null]);
    expect(await ask(`${url}/volumes/%2E%2E`, 'PUT')).toBeDefined();
    expect(seen.slice(0, 3)).toEqual(['OPTIONS /books?a=1 GET', 'OPTIONS /books/7 DELETE', 'OPTIONS /none GET']);
  });

  it('of the path of an older version is answered at that of the newest', async () => {
    const url = await serve({ ...api('/v2', '/v1'), versioning: { type: 'uri' } });
    expect(await ask(`${url}/v1/books`, 'POST')).toEqual([204, 'POST', 'POST, OPTIONS']);
    expect(await ask(`${url}/v1/all-books`, 'GET')).toEqual([204, 'GET', 'GET, OPTIONS']);
    expect(await ask(`${url}/v2/books`, 'GET')).toEqual([204, 'GET, POST', 'GET, POST, OPTIONS']);
    expect(await ask(`${url}/v9/books`, 'GET')).toEqual([404, null, null]);
    expect(seen).toEqual([
      'OPTIONS /v2/books POST',
      'OPTIONS /v2/books GET',
      'OPTIONS /v2/books GET',
      'OPTIONS /v9/books GET',
    ]);
  });

  it('says what the application refuses', async () => {
    const url = await serve(header);
    expect(await ask(`${url}/volumes/8`, 'PUT')).toEqual([404, null, null]);
  });
});
