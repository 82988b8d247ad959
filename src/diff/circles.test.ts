import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/property-runs.js';
import type { Json, JsonObject } from '../json/json.js';
import { keywords, type Keyword, type SchemaKeyword } from '../jsonschema/keywords.js';
import { holdingOf, targetOf } from '../jsonschema/walk-keywords.js';
import { diffDocuments } from './diff-documents.js';

const options = { asOf: '2026-11-20' };
const schemaKeywords = (Object.keys(keywords) as Keyword[]).filter(
  (keyword): keyword is SchemaKeyword => 'applies' in keywords[keyword],
);

const reference = (name: string | number): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** What a keyword holds, where it holds some schemas. */
function held(keyword: SchemaKeyword, schemas: readonly Json[]): Json {
  const holding = holdingOf(keyword);
  if (holding === 'schema') return schemas[0]!;
  return holding === 'schemas' ? schemas : Object.fromEntries(schemas.map((schema, index) => ['ab'[index]!, schema]));
}

function documentOf(schemas: JsonObject, openapi: string): JsonObject {
  const content = { 'application/json': { schema: reference(Object.keys(schemas)[0]!) } };
  const answer = { description: '', content };
  return {
    openapi,
    info: { title: 'Circles', version: '1.0.0' },
    components: { schemas },
    paths: {
      '/circles': {
        post: {
          parameters: [{ name: 'filter', in: 'query', schema: content['application/json'].schema }],
          requestBody: { content },
          responses: { 200: answer },
        },
      },
    },
  };
}

const inner: Arbitrary<Json> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('A', 'B', 'C').map(reference) },
  { weight: 2, arbitrary: fc.constantFrom('A', 'B', 'C').map((name): Json => ({ allOf: [reference(name)] })) },
  { weight: 1, arbitrary: fc.constantFrom('A', 'B').map((name): Json => ({ ...reference(name), required: ['b'] })) },
  { weight: 1, arbitrary: fc.constantFrom<Json>(true, false, { readOnly: true }, { writeOnly: true }) },
);

const holding = (keyword: SchemaKeyword): Arbitrary<JsonObject> =>
  fc.array(inner, { minLength: 1, maxLength: 2 }).map((schemas): JsonObject => ({ [keyword]: held(keyword, schemas) }));

/** A schema that mostly holds the others, and itself. */
const schema: Arbitrary<JsonObject> = fc
  .tuple(
    fc.record(
      {
        type: fc.constantFrom<Json>('object', 'array', ['object', 'null']),
        required: fc.subarray(['a', 'b']),
        readOnly: fc.constant(true),
        nullable: fc.constant(true),
        minProperties: fc.constant(1),
        $ref: fc.constantFrom('A', 'B', 'C').map((name) => reference(name)['$ref'] as string),
        discriminator: fc.constant({ propertyName: 'a' }),
      },
      { requiredKeys: [] },
    ),
    fc.uniqueArray(fc.constantFrom(...schemaKeywords), { minLength: 1, maxLength: 4 }),
  )
  .chain(([own, held]) => fc.tuple(...held.map(holding)).map((parts): JsonObject => Object.assign({}, own, ...parts)));

const schemas = fc.record({ A: schema, B: schema, C: schema }) as Arbitrary<JsonObject>;
const version = fc.constantFrom('3.0.3', '3.1.0');

describe('schemas that contain themselves', () => {
  const joined = {
    A: { allOf: [{ allOf: [reference('A')] }, { required: ['c'], properties: { c: reference('B') } }] },
    B: { readOnly: true, items: { allOf: [] } },
  };
  it('are compared, whatever leads back to them', () => {
    fc.assert(
      fc.property(schemas, schemas, version, (base, revision, openapi) => {
        const [from, to] = [documentOf(base, openapi), documentOf(revision, openapi)];
        expect(Array.isArray(diffDocuments(from, to, options))).toBe(true);
        expect(diffDocuments(from, structuredClone(from), options)).toEqual([]);
      }),
      { ...runs(15), examples: [[{ A: true, B: true }, joined, '3.1.0']] },
    );
  });
});

describe.each(schemaKeywords.filter((keyword) => targetOf(keyword) === 'value'))('a long way through %s', (keyword) => {
  const length = 2000;
  const links: JsonObject = Object.fromEntries(
    Array.from({ length }, (_, index) => {
      const next = held(keyword, [reference(`Link${(index + 1) % length}`)]);
      return [
        `Link${index}`,
        { ...(keyword === 'then' && { if: true }), ...(keyword === 'else' && { if: false }), [keyword]: next },
      ];
    }),
  );
  it('is no longer than the stack', () => {
    const [base, revision] = [['a'], ['a', 'b']].map((required) =>
      documentOf({ Start: { required, allOf: [reference('Link0')] }, ...links }, '3.1.0'),
    );
    expect(Array.isArray(diffDocuments(base!, revision!, options))).toBe(true);
  });
});
