import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.js';
import { diffDocuments, diffPlaces } from '../diff-documents.js';

const text = { type: 'string' };

/** Closed objects whose tag is optional and whose other members are mostly those of all others, as payment methods are. */
const method = (name: string, required: readonly string[] = [], tags: readonly string[] = [name]): JsonObject => ({
  type: 'object',
  additionalProperties: false,
  properties: {
    attempt: text,
    data: text,
    ...Object.fromEntries(required.map((member) => [member, text])),
    type: { type: 'string', enum: tags },
  },
  ...(required.length > 0 && { required }),
});

const names = Array.from({ length: 56 }, (_, index) => `method${index}`);
const methods = Object.fromEntries(names.map((name, index) => [name, method(name, index % 2 ? ['issuer'] : [])]));

const document = (schemas: Readonly<Record<string, JsonObject>>): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Payments', version: '1' },
  paths: {
    '/payments': {
      post: {
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  method: { oneOf: Object.keys(schemas).map((name) => ({ $ref: `#/components/schemas/${name}` })) },
                },
              },
            },
          },
        },
        responses: { 200: { description: '' } },
      },
    },
  },
  components: { schemas },
});

const without = (...gone: readonly string[]) =>
  Object.fromEntries(Object.entries(methods).filter(([name]) => !gone.includes(name)));

const diff = (base: JsonObject, revision: JsonObject) =>
  diffPlaces(base, revision, { asOf: '2026-11-20' })
    .filter(({ id }) => id !== 'api-schema-removed')
    .map(({ level, id, witness }): readonly [string, string, Json | undefined] => [level, id, witness?.value]);

describe('a union of many closed objects with tags', () => {
  it('has a witness of its own for each alternative that it loses', () => {
    expect(diff(document(methods), document(without('method7', 'method21')))).toEqual([
      ['error', 'request-property-one-of-removed', { issuer: '', type: 'method21' }],
      ['error', 'request-property-one-of-removed', { issuer: '', type: 'method7' }],
    ]);
  });

  it('refuses a tag that one of them loses', () => {
    const [base, revision] = [
      ['method4', 'older', 'oldest'],
      ['method4', 'oldest'],
    ].map((tags) => document({ ...methods, method4: method('method4', [], tags) }));
    expect(diff(base!, revision!)).toEqual([['error', 'request-property-enum-value-removed', 'older']]);
  });

  it('is no narrower where an alternative of a new tag is added', () => {
    const added = document({ ...methods, newest: method('newest', ['token', 'type']) });
    expect(diff(document(methods), added).map(([level]) => level)).toEqual(['info']);
  });
});

/** Choices that lead to each other, with one text in the last. */
const chain = (length: number, alternatives: (next: Json, index: number) => readonly JsonObject[], maxLength: number) =>
  Object.fromEntries(
    Array.from({ length }, (_, index): [string, JsonObject] => {
      const next = index + 1 < length ? { $ref: `#/components/schemas/S${index + 1}` } : { type: 'string', maxLength };
      return [`S${index}`, { oneOf: alternatives(next, index) }];
    }),
  );

const tagged = (tagOf: (tag: string) => JsonObject) => (next: Json, index: number) =>
  ['a', 'b'].map((tag) => ({
    type: 'object',
    required: ['tag'],
    properties: { tag: tagOf(`${tag}${index}`), next },
  }));

const results = (base: JsonObject, revision: JsonObject) =>
  diffDocuments(base, revision, { asOf: '2026-11-20' }).map(({ level, id, component }) => [level, id, component]);

const narrower = (schemas: (maxLength: number) => Readonly<Record<string, JsonObject>>) => {
  const [base, revision] = [100, 50].map((maxLength) => ({
    ...document({}),
    components: { schemas: schemas(maxLength) },
  }));
  const at = { paths: document({ S0: {} })['paths']! };
  return results({ ...base!, ...at }, { ...revision!, ...at });
};

describe('a chain of unions', () => {
  it.each([
    ['a constant', (tag: string) => ({ const: tag })],
    ['an enum of one', (tag: string) => ({ type: 'string', enum: [tag] })],
  ])('is decided at any depth where %s decides between its members', (_, tagOf) => {
    expect(narrower((maxLength) => chain(60, tagged(tagOf), maxLength))).toEqual([
      ['error', 'request-property-max-length-decreased', undefined],
      ['error', 'request-property-max-length-decreased', undefined],
    ]);
  });

  it('is told once, also where it leads to a change that has been told at enough other places', () => {
    const closed = (name: string, inner: Json) => ({
      type: 'object',
      properties: { [name]: inner },
      required: [name],
      additionalProperties: false,
    });
    const leaf = { $ref: '#/components/schemas/Leaf' };
    const many = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`member${index}`, leaf]));
    expect(
      narrower((maxLength) => ({
        S0: { type: 'object', properties: { ...many, choice: { $ref: '#/components/schemas/Choice' } } },
        Choice: { oneOf: [closed('one', leaf), closed('other', leaf)] },
        Leaf: { type: 'object', properties: { text: { type: 'string', maxLength } } },
      })),
    ).toEqual([['error', 'request-property-max-length-decreased', 'schema Leaf']]);
  });

  it.each([
    ['the same tag', { const: 'same' }, { const: 'same' }],
    ['tags of which the wider one has all', { enum: ['a', 'b'] }, { enum: ['a', 'b', 'c'] }],
    ['tags that nobody sends', { const: 'a', readOnly: true }, { const: 'b', readOnly: true }],
  ])('is no narrower where another member with %s accepts what one refuses', (_, first, second) => {
    const member = (tag: Json, maxLength: number): JsonObject => ({
      type: 'object',
      required: ['tag'],
      properties: { tag, inner: { type: 'object', properties: { text: { type: 'string', maxLength } } } },
    });
    const found = narrower((maxLength) => ({ S0: { anyOf: [member(first, maxLength), member(second, 100)] } }));
    expect(found.filter(([level]) => level !== 'info')).toEqual([]);
  });
});
