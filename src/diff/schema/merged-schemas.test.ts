import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import type { Json, JsonObject } from '../../json/json.js';
import { createOracle } from '../../jsonschema/containment/testing/oracle.js';
import { diffDocuments } from '../diff-documents.js';

const document = (schema: Json): JsonObject => {
  const body = { content: { 'application/json': { schema } } };
  return {
    openapi: '3.1.0',
    info: { title: 'Any', version: '1' },
    paths: { '/any': { post: { requestBody: body, responses: { 200: { description: '', ...body } } } } },
  };
};

/** Levels of the findings, at their most severe place. */
const levels = (base: Json, revision: Json) =>
  diffDocuments(document(base), document(revision), { asOf: '2026-11-20' }).map(({ level }) => level);

/** Asserts that a value, which only `wide` accepts, makes either direction an error. */
function expectBreaks(wide: Json, narrow: Json, value: Json): void {
  const accepts = createOracle();
  expect([accepts(wide)(value), accepts(narrow)(value)]).toEqual([true, false]);
  expect(levels(wide, narrow)).toContain('error');
  expect(levels(narrow, wide)).toContain('error');
}

describe('what members of allOf say of one property', () => {
  const inLast = (count: number, last: JsonObject) => ({
    allOf: Array.from({ length: count }, (_, index) => ({
      properties: { a: { properties: { [`p${index}`]: index === count - 1 ? last : { type: 'string' } } } },
    })),
  });

  it.each([2, 11, 12, 13, 20])('counts in the last of %i', (count) => {
    const value = { a: { [`p${count - 1}`]: 'long' } };
    expectBreaks(inLast(count, { type: 'string' }), inLast(count, { type: 'string', maxLength: 3 }), value);
  });

  it('counts in schemas that contain each other, however many are joined', () => {
    const ring = (count: number, maxLength: number) => ({
      $ref: '#/$defs/Ring0',
      $defs: Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `Ring${index}`,
          {
            allOf: [(index + 1) % count, (index * 2 + 1) % count].map((other) => ({
              properties: {
                next: { $ref: `#/$defs/Ring${other}` },
                text: { type: 'string', ...(index === count - 1 && { maxLength }) },
              },
            })),
          },
        ]),
      ),
    });
    const rooted = ({ $ref, $defs }: ReturnType<typeof ring>) =>
      JSON.parse(
        JSON.stringify({ $ref, $defs }).replaceAll(
          '#/$defs/',
          '#/paths/~1any/post/requestBody/content/application~1json/schema/$defs/',
        ),
      ) as Json;
    const value = Array.from({ length: 6 }).reduce<JsonObject>((next) => ({ next, text: 'long' }), { text: 'long' });
    for (const count of [3, 13, 20]) {
      const [wide, narrow] = [ring(count, 5), ring(count, 3)];
      const accepts = createOracle();
      expect([accepts(wide)(value), accepts(narrow)(value)]).toEqual([true, false]);
      expect(levels(rooted(wide), rooted(narrow)).some((level) => level !== 'info')).toBe(true);
      expect(levels(rooted(narrow), rooted(wide)).some((level) => level !== 'info')).toBe(true);
    }
  });
});

describe('what merged keywords cannot say', () => {
  it.each<readonly [title: string, wide: Json, narrow: Json, value: Json]>([
    [
      'properties beside a schema or null',
      { properties: { a: true }, anyOf: [{ type: 'object', properties: { b: true } }, { type: 'null' }] },
      { properties: { a: true }, anyOf: [{ type: 'object', properties: { b: false } }, { type: 'null' }] },
      { b: 1 },
    ],
    [
      'a type beside a schema or null',
      { type: ['object', 'null'], oneOf: [{ type: 'object' }, { type: 'null' }] },
      { type: 'object', oneOf: [{ type: 'object' }, { type: 'null' }] },
      null,
    ],
    [
      'a limit beside a schema or null',
      { minLength: 1, anyOf: [{ type: 'string', minLength: 2 }, { type: 'null' }] },
      { minLength: 1, anyOf: [{ type: 'string', minLength: 5 }, { type: 'null' }] },
      'abc',
    ],
    [
      'other members, which are those of another member of allOf',
      { allOf: [{ properties: { a: true }, additionalProperties: false }, { additionalProperties: { maxLength: 5 } }] },
      { allOf: [{ properties: { a: true }, additionalProperties: false }, { additionalProperties: { maxLength: 3 } }] },
      { a: 'long' },
    ],
    [
      'items, which are the first ones of another member of allOf',
      { allOf: [{ prefixItems: [true], items: false }, { items: { maxLength: 5 } }] },
      { allOf: [{ prefixItems: [true], items: false }, { items: { maxLength: 3 } }] },
      ['long'],
    ],
  ])('%s', (_, wide, narrow, value) => expectBreaks(wide, narrow, value));

  it('counts: no joined schema breaks silently', () => {
    const part = fc.record<JsonObject>(
      {
        properties: fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom<Json>(true, false, { maxLength: 1 }), {
          noNullPrototype: true,
        }) as never,
        additionalProperties: fc.constantFrom<Json>(true, false, { maxLength: 1 }, { maxLength: 2 }) as never,
        prefixItems: fc.array(fc.constantFrom<Json>(true, { maxLength: 1 }), { minLength: 1, maxLength: 2 }) as never,
        items: fc.constantFrom<Json>(true, false, { maxLength: 1 }, { maxLength: 2 }) as never,
        type: fc.constantFrom<Json>('object', ['object', 'null'], ['array', 'null']) as never,
        patternProperties: fc.constantFrom<Json>({ '^a': { maxLength: 1 } }, { '^b': false }) as never,
      },
      { requiredKeys: [] },
    );
    const nullable = fc.tuple(part, part).map(([own, inner]): Json => ({ ...own, anyOf: [inner, { type: 'null' }] }));
    const schema = fc.oneof(
      fc.array(part, { minLength: 1, maxLength: 3 }).map((allOf): Json => ({ allOf })),
      nullable,
    );
    const text = fc.constantFrom<Json>('', 'x', 'xx', 'xxx');
    const values = fc.array(
      fc.oneof(
        fc.constant<Json>(null),
        fc.array(text, { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), text, { noNullPrototype: true }),
      ) as fc.Arbitrary<Json>,
      { minLength: 30, maxLength: 30 },
    );
    const compile = createOracle();
    fc.assert(
      fc.property(schema, schema, values, (base, revision, samples) => {
        const [before, after] = [compile(base), compile(revision)];
        const found = () => levels(base, revision).some((level) => level !== 'info');
        if (samples.some((value) => before(value) !== after(value))) expect(found()).toBe(true);
      }),
      runs(40),
    );
  });
});

describe('schemas that contain each other through allOf', () => {
  const ring = (entry: number, maxLength: number): JsonObject => {
    const names = Array.from({ length: 5 }, (_, index) => `Ring${index}`);
    const schemas = names.map((name, index) => {
      const own = { properties: { [`p${index}`]: { type: 'string', maxLength: index === 3 ? maxLength : 100 } } };
      return [name, { allOf: [{ $ref: `#/components/schemas/${names[(index + 1) % 5]}` }, own] }];
    });
    const whole = document({ $ref: `#/components/schemas/Ring${entry}` });
    return { ...whole, components: { schemas: Object.fromEntries(schemas) as JsonObject } };
  };

  it.each([0, 2, 3, 4])('say what all of them say, from %i', (entry) => {
    const found = diffDocuments(ring(entry, 100), ring(entry, 50), { asOf: '2026-11-20' });
    expect(found.map(({ level, pointer }) => `${level} ${pointer.split('/').slice(-2).join(' ')}`)).toContainEqual(
      expect.stringMatching(/^error .*(?:p3|maxLength)/),
    );
  });
});
