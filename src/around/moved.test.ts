import { createServer, type RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { change } from '../changes/change.js';
import { defineVersions } from '../changes/define-versions.js';
import { operation } from '../routing/changes/operation.js';
import { around } from './around.js';
import { RawConnection } from '../../test/attack/lab/raw-connection.js';
import { Opened } from './testing/serve-books.js';

const opened = new Opened();
afterEach(() => opened.close());

const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
const responses = { 200: { description: 'Answered.' } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Moved', version: '2' },
  paths: {
    '/covers/{id}': { put: { operationId: 'writeCover', parameters, responses } },
    '/shelves/{id}': { get: { operationId: 'readShelf', parameters, responses } },
  },
};
const params = z.object({ id: z.string() });
const operations = {
  writeCover: { operationId: 'writeCover', method: 'PUT', path: '/covers/{id}', params, responses: { 200: null } },
  readShelf: { operationId: 'readShelf', method: 'GET', path: '/shelves/{id}', params, responses: { 200: null } },
} as const;
const versions = defineVersions([
  '1',
  {
    version: '2',
    changes: [
      change({
        title: 'Covers are put at their own address, and shelves have one',
        operations: [
          operation(operations.writeCover, { before: { method: 'POST', path: '/pictures/{id}' } }),
          operation(operations.readShelf, {
            before: { path: '/shelf', params: z.object({}), query: z.object({ id: z.string() }) },
            up: ({ query }) => ({ params: { id: query.id }, query: {} }),
          }),
        ],
      }),
    ],
  },
]);
const options = {
  document,
  shapes: {},
  operations,
  versions,
  versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' } as const,
  logger: { info() {}, warn() {}, error() {} },
};

/** Says what it was asked. */
const echo: RequestListener = (req, res) => {
  let body = '';
  req.on('data', (chunk: Buffer) => (body += chunk.toString()));
  req.on('end', () => res.end(`${req.method} ${req.url} ${body}`));
};

const ways = {
  node: () => opened.listen(createServer(around(options).node(echo))),
  gateway: async () => opened.gateway({ ...options, upstream: await opened.listen(echo) }),
};

describe.each(Object.entries(ways))('an operation that a change only moves, by %s', (_, start) => {
  it('reaches the application by its newest method and path, with the body as it came', async () => {
    const url = await start();
    const moved = await fetch(`${url}/pictures/a%20b%2Fc?x=1&x=%32`, { method: 'POST', body: 'bytes' });
    expect([moved.status, await moved.text()]).toEqual([200, 'PUT /covers/a%20b%2Fc?x=1&x=%32 bytes']);
    const newest = await fetch(`${url}/covers/a%2cb?y`, { method: 'PUT', headers: { 'X-API-Version': '2' } });
    expect(await newest.text()).toBe('PUT /covers/a%2cb?y ');
  });

  it.each(['%2e%2e', '%2E', '.%2e'])('never leads to another address, such as by %s', async (id) => {
    const connection = await RawConnection.open(await start());
    const head = 'Host: books.test\r\nConnection: close';
    connection.write(`POST /pictures/${id} HTTP/1.1\r\n${head}\r\nContent-Length: 0\r\n\r\n`);
    expect(await connection.readUntil(() => false, 5_000)).toMatch(/^HTTP\/1\.1 400 /);
    const given = await RawConnection.open(await start());
    given.write(`GET /shelf?id=${id} HTTP/1.1\r\n${head}\r\n\r\n`);
    expect(await given.readUntil(() => false, 5_000)).toMatch(/^HTTP\/1\.1 400 /);
  });
});
