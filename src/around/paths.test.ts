import { expect, it } from 'vitest';
import { z } from 'zod';
import { change } from '../changes/change.js';
import { defineVersions } from '../changes/define-versions.js';
import { renamed } from '../changes/short-forms.js';
import { operation } from '../routing/changes/operation.js';
import { around } from './around.js';

const text = { type: 'string' };
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: text });
const answer = { content: { 'application/json': { schema: { $ref: '#/components/schemas/File' } } } };
const responses = { 200: { description: 'A file.', ...answer } };
const document = (more = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Files', version: '2' },
  paths: {
    '/files/{name}.{ext}': { get: { operationId: 'readFile', parameters: [inPath('name'), inPath('ext')], responses } },
    '/files/{id}': { get: { operationId: 'listFolder', parameters: [inPath('id')], responses } },
    '/orders/{order-id}:cancel': { post: { operationId: 'cancel', parameters: [inPath('order-id')], responses } },
    ...more,
  },
  components: { schemas: { File: { type: 'object', required: ['title'], properties: { title: text } } } },
});

const File = z.object({ title: z.string() }).meta({ id: 'File' });
const answers = { responses: { 200: File } };
const named = z.object({ name: z.string(), ext: z.string() });
const order = z.object({ 'order-id': z.string() });
const operations = {
  readFile: { operationId: 'readFile', method: 'GET', path: '/files/{name}.{ext}', params: named, ...answers },
  listFolder: {
    operationId: 'listFolder',
    method: 'GET',
    path: '/files/{id}',
    params: z.object({ id: z.string() }),
    ...answers,
  },
  cancel: { operationId: 'cancel', method: 'POST', path: '/orders/{order-id}:cancel', params: order, ...answers },
} as const;

const versions = defineVersions([
  '1',
  {
    version: '2',
    changes: [
      change({
        title: 'A file has a title, and an ending',
        schemas: [renamed(File, { title: 'label' })],
        operations: [
          operation(operations.readFile, {
            before: { path: '/endings/{ending}/{name}', params: z.object({ ending: z.string(), name: z.string() }) },
            up: ({ params }) => ({ params: { name: params.name, ext: params.ending } }),
          }),
          operation(operations.cancel, { before: { path: '/orders/{order-id}/cancellation' } }),
        ],
      }),
    ],
  },
]);

const options = {
  document: document(),
  shapes: { File },
  operations,
  versions,
  versioning: { type: 'header', header: 'V', defaultVersion: '1' } as const,
  logger: { info() {}, warn() {}, error() {} },
};

it('parameters beside text, and those with other names than identifiers, are read and written', async () => {
  const asked: string[] = [];
  const call = around(options).fetch(({ method, url }) => {
    asked.push(`${method} ${url.slice('http://t'.length)}`);
    return Response.json({ title: 'A' });
  });
  const ask = async (version: string, method: string, path: string) =>
    (await call(new Request(`http://t${path}`, { method, headers: { V: version } }))).json();
  expect(await ask('1', 'GET', '/endings/txt/a%2Fb.c')).toEqual({ label: 'A' });
  expect(await ask('1', 'GET', '/files/folder')).toEqual({ label: 'A' });
  expect(await ask('1', 'POST', '/orders/4%207/cancellation')).toEqual({ label: 'A' });
  expect(await ask('2', 'GET', '/files/a.b.txt')).toEqual({ title: 'A' });
  expect(await ask('2', 'POST', '/orders/47:cancel')).toEqual({ title: 'A' });
  expect(await ask('1', 'GET', '/files/a:%7Eb%')).toEqual({ label: 'A' });
  for (const [method, path] of [
    ['POST', '/orders/4%/cancellation'],
    ['GET', '/endings/txt/100%'],
  ] as const)
    expect(JSON.stringify(await ask('1', method, path))).toContain('Its percent-encoding is malformed');
  expect(asked).toEqual([
    'GET /files/a%2Fb.c.txt',
    'GET /files/folder',
    'POST /orders/4%207:cancel',
    'GET /files/a.b.txt',
    'POST /orders/47:cancel',
    'GET /files/a:%7Eb%',
  ]);
});

it('a change that reaches an operation whose path no route can have is refused', () => {
  const twoInOne = {
    '/files/{a}{b}': { get: { operationId: 'both', parameters: [inPath('a'), inPath('b')], responses } },
  };
  const both = { operationId: 'both', method: 'GET', path: '/files/{a}{b}', ...answers } as const;
  expect(() => around({ ...options, document: document(twoInOne), operations: { ...operations, both } }).root).toThrow(
    'around(): the changes of version 2 reach GET /files/{a}{b}, whose method and path no route can have, which passes as bytes.',
  );
});
