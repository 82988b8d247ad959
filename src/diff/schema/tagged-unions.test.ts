import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.js';
import { diffPlaces } from '../diff-documents.js';

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
