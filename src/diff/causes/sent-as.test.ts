import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import type { Json, JsonObject } from '../../json/json.js';
import { formats, type Format } from '../../report/formats.js';
import { render } from '../../report/testing/render.js';
import { diffDocuments } from '../diff-documents.js';
import { diffReport } from '../diff-report.js';

const asOf = '2026-11-20';
const options = { asOf, withoutFamilies: new Set(['version-bump'] as const) };
const asking = (parameter: JsonObject): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Any', version: '1.0.0' },
  paths: { '/users/{id}/pets': { get: { parameters: [parameter], responses: { 204: { description: '' } } } } },
});
const answering = (header: JsonObject): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Any', version: '1.0.0' },
  paths: { '/users': { get: { responses: { 204: { description: '', headers: { 'X-Count': header } } } } } },
});
const errorsOf = (base: JsonObject, revision: JsonObject) =>
  diffDocuments(base, revision, options).filter(({ level }) => level === 'error');
const sentAs = (parameter: JsonObject, base: Json, revision: Json) =>
  errorsOf(asking({ ...parameter, schema: base }), asking({ ...parameter, schema: revision })).map(
    ({ witness }) => witness?.sentAs ?? witness?.value,
  );
const number = { type: 'integer' };
const list = (items: JsonObject) => ({ type: 'array', items, minItems: 1 });
const range = (items: JsonObject) => ({
  type: 'object',
  properties: { from: items },
  required: ['from'],
  additionalProperties: false,
});
const least = { type: 'integer', minimum: 1 };

describe('the witness of a parameter', () => {
  it.each<[string, JsonObject, Json, Json, Json]>([
    ['a query parameter', { name: 'limit', in: 'query' }, number, least, '?limit=0'],
    ['a name that is encoded', { name: 'a&b', in: 'query' }, number, least, '?a%26b=0'],
    ['an empty text', { name: 'q', in: 'query' }, { type: 'string' }, { type: 'string', minLength: 1 }, '?q='],
    ['a list, its items alone', { name: 'ids', in: 'query' }, list(number), list(least), '?ids=0'],
    [
      'a list in one text',
      { name: 'ids', in: 'query', style: 'pipeDelimited', explode: false },
      { ...list(number), minItems: 2 },
      { ...list(number), minItems: 3 },
      '?ids=0|0',
    ],
    ['members of an object', { name: 'time', in: 'query' }, range(number), range(least), '?from=0'],
    [
      'a deep object',
      { name: 'time', in: 'query', style: 'deepObject', explode: true },
      range(number),
      range(least),
      '?time%5Bfrom%5D=0',
    ],
    ['a header', { name: 'X-Size', in: 'header' }, number, least, 'X-Size: 0'],
    ['a part of the path', { name: 'id', in: 'path', required: true }, number, least, '/users/0/pets'],
    [
      'a label',
      { name: 'id', in: 'path', required: true, style: 'label' },
      { enum: ['a', 'b/c'] },
      { enum: ['a'] },
      '/users/.b%2Fc/pets',
    ],
    [
      'a matrix',
      { name: 'id', in: 'path', required: true, style: 'matrix', explode: true },
      list(number),
      list(least),
      '/users/;id=0/pets',
    ],
    ['a cookie', { name: 'seen', in: 'cookie' }, number, least, 'Cookie: seen=0'],
    [
      'an alternative',
      { name: 'p', in: 'query' },
      { oneOf: [number, { const: 'x' }] },
      { oneOf: [least, { const: 'x' }] },
      '?p=0',
    ],
    [
      'a member called items',
      { name: 'p', in: 'query' },
      { type: 'object', properties: { items: number } },
      { type: 'object', properties: { items: least } },
      '?items=0',
    ],
    [
      'an empty list that is sent as nothing',
      { name: 'ids', in: 'query' },
      { type: 'array' },
      { type: 'array', minItems: 1 },
      [],
    ],
  ])('is written as it is sent: %s', (_, parameter, base, revision, expected) => {
    expect(sentAs(parameter, base, revision)).toEqual([expected]);
  });

  it('in content is JSON in the query', () => {
    const make = (schema: Json) => asking({ name: 'f', in: 'query', content: { 'application/json': { schema } } });
    expect(errorsOf(make(range(number)), make(range(least))).map(({ witness }) => witness?.sentAs)).toEqual([
      '?f=%7B%22from%22%3A0%7D',
    ]);
  });

  it('follows the style that clients know where that changed, and reads as a list where it became one', () => {
    const parameter = { name: 'ids', in: 'query', schema: list(number) };
    const found = errorsOf(
      asking({ ...parameter, explode: false }),
      asking({ ...parameter, schema: list(least), explode: true }),
    );
    expect(found.find(({ id }) => id.includes('min'))?.witness?.sentAs).toBe('?ids=0');
    const one = { name: 'ids', in: 'query' };
    expect(
      errorsOf(asking({ ...one, schema: { enum: ['a', 'b'] } }), asking({ ...one, schema: list({ enum: ['a'] }) })).map(
        ({ witness }) => witness?.sentAs,
      ),
    ).toEqual(['?ids=b']);
  });

  it('of a response header is a header', () => {
    const found = errorsOf(answering({ schema: least }), answering({ schema: number }));
    expect(found.map(({ witness }) => witness?.sentAs)).toEqual(['X-Count: 0']);
  });

  it('of a body is JSON', () => {
    const body = (schema: Json): JsonObject => ({
      openapi: '3.1.0',
      info: { title: 'Any', version: '1.0.0' },
      paths: {
        '/a': {
          post: {
            requestBody: { content: { 'application/json': { schema } } },
            responses: { 204: { description: '' } },
          },
        },
      },
    });
    expect(errorsOf(body(number), body(least)).map(({ witness }) => witness?.sentAs)).toEqual([undefined]);
  });

  it('is what a parser of query strings reads', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', minLength: 1 }), (value, name) => {
        const [text] = sentAs({ name, in: 'query' }, { enum: [value, `${value}.`] }, { enum: [`${value}.`] });
        expect([...new URLSearchParams(text as string)]).toEqual([[name, value]]);
      }),
      runs(40),
    );
  });

  it.each(Object.keys(formats) as Format[])('is in %s', (format) => {
    const parameter = { name: 'limit', in: 'query' };
    const findings = errorsOf(asking({ ...parameter, schema: number }), asking({ ...parameter, schema: least }));
    const text = render(diffReport({ asOf, failOn: 'error', base: 'a', revision: 'b', findings }), format);
    expect(text).toContain(format === 'json' ? '"sentAs": "?limit=0"' : '?limit=0 was accepted and is refused now');
  });
});
