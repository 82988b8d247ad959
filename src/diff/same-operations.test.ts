import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { JsonObject } from '../json/json.js';
import { openDocument } from '../openapi/open-document.js';
import { alignOperations } from '../openapi/operations/align-operations.js';
import { listOperations } from '../openapi/operations/list-operations.js';
import { openComparison } from './compare-documents.js';
import { openSameOperations } from './same-operations.js';

function open(from: JsonObject, to: JsonObject) {
  const [base, revision] = [from, to].map(openDocument);
  const operations = alignOperations(listOperations(base!), listOperations(revision!), 'unversioned path');
  const pair = { base: base!, revision: revision!, operations };
  const context = { policy: { today: 20_000, minNotice: 0, beside: null }, alignment: 'unversioned path' } as const;
  const comparison = openComparison(pair, context, new Set());
  const isSame = openSameOperations(from, to);
  return operations.common.map((one) => {
    const compared = comparison.withCallbacks(one);
    const found = comparison.around(compared).length + comparison.inSchemas(compared, Infinity).length;
    return { isSame: isSame(one), found };
  });
}

const api = (own: JsonObject, schemas: JsonObject = {}, beside: JsonObject = {}): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Books', version: '1.0.0' },
  paths: { '/books': { get: { responses: { 200: { description: 'OK', content: { 'application/json': own } } } } } },
  components: { schemas },
  ...beside,
});
const book = { schema: { $ref: '#/components/schemas/Book' } };
const schemas = {
  Book: { type: 'object', properties: { author: { $ref: '#/components/schemas/Author' } } },
  Author: { type: 'object', properties: { name: { type: 'string' } } },
  Other: { type: 'string' },
};

const keyIn = (place: string): JsonObject => ({
  security: [{ key: [] }],
  components: { schemas, securitySchemes: { key: { type: 'apiKey', name: 'key', in: place } } },
});

it.each<[string, JsonObject, JsonObject, boolean]>([
  ['equal documents', api(book, schemas), api(book, schemas), true],
  ['another schema', api(book, schemas), api(book, { ...schemas, Other: { type: 'integer' } }), true],
  ['a schema inside its schema', api(book, schemas), api(book, { ...schemas, Author: { type: 'string' } }), false],
  ['its own node', api(book, schemas), api({ schema: { type: 'string' } }, schemas), false],
  ['what all must send', api(book, schemas), api(book, schemas, { security: [{ key: [] }] }), false],
  ['a scheme that it requires', api(book, schemas, keyIn('header')), api(book, schemas, keyIn('query')), false],
  ['the version of OpenAPI', api(book, schemas), api(book, schemas, { openapi: '3.0.3' }), false],
  ['a file elsewhere', api({ schema: { $ref: 'book.yaml' } }), api({ schema: { $ref: 'book.yaml' } }), false],
])('compares %s', (_what, from, to, isSame) => {
  expect(open(from, to).map((one) => one.isSame)).toEqual([isSame]);
});

it('finds nothing in what is written alike, in the documents of the fixtures', () => {
  const read = (name: string) =>
    JSON.parse(
      readFileSync(new URL(`../../fixtures/documents/${name}.openapi.json`, import.meta.url), 'utf8'),
    ) as JsonObject;
  const found = ['header', 'media-type', 'query', 'story'].flatMap((name) =>
    open(read(`${name}.v1`), read(`${name}.v2`)),
  );
  expect(found.filter((one) => one.isSame && one.found > 0)).toEqual([]);
  expect(found.some((one) => one.isSame)).toBe(true);
  expect(found.some((one) => !one.isSame && one.found > 0)).toBe(true);
});
