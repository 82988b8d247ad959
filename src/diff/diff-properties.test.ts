import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/property-runs.js';
import { classifyChange } from './classify-change.js';
import { diffDocuments } from './diff-documents.js';
import type { Json, JsonObject } from '../json/json.js';

const asOf = '2026-11-20';
const names = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', 'description');
const { schema } = fc.letrec<{ schema: Json }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constant<Json>(true),
    fc.record({
      $ref: fc.constantFrom('#/components/schemas/a', '#/components/schemas/b', '#/components/schemas/none'),
    }),
    fc.record(
      {
        type: fc.oneof(
          fc.constantFrom('string', 'integer', 'object', 'array'),
          fc.subarray(['string', 'number', 'null', 'object']),
        ),
        nullable: fc.boolean(),
        maxLength: fc.nat(9),
        minimum: fc.nat(9),
        exclusiveMinimum: fc.oneof(fc.boolean(), fc.nat(9)),
        enum: fc.array(fc.oneof(fc.string(), fc.constant(null)), { maxLength: 3 }),
        const: fc.string(),
        default: fc.string(),
        readOnly: fc.boolean(),
        required: fc.array(names, { maxLength: 2 }),
        properties: fc.dictionary(names, tie('schema'), { maxKeys: 3, noNullPrototype: true }),
        items: tie('schema'),
        additionalProperties: tie('schema'),
        allOf: fc.array(tie('schema'), { maxLength: 2 }),
        oneOf: fc.array(tie('schema'), { maxLength: 3 }),
        anyOf: fc.array(tie('schema'), { maxLength: 2 }),
        not: tie('schema'),
        deprecated: fc.boolean(),
        'x-sunset': fc.string(),
      },
      { requiredKeys: [] },
    ),
  ),
}));

const document = fc.record({ a: schema, b: schema, body: schema, answer: schema, parameter: schema }).map(
  ({ a, b, body, answer, parameter }): JsonObject => ({
    openapi: '3.1.0',
    info: { title: 'Any', version: '1.0.0' },
    components: { schemas: { a, b } },
    paths: {
      '/any/{id}': {
        post: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: parameter }],
          requestBody: { content: { 'application/json': { schema: body } } },
          responses: { 200: { description: '', content: { 'application/json': { schema: answer } } } },
        },
      },
    },
  }),
);

const junk = fc.jsonValue({ maxDepth: 6 }).map((value) => value as Json);

describe('any documents', () => {
  it('equal ones have no differences', () => {
    fc.assert(
      fc.property(document, (one) => {
        expect(diffDocuments(one, structuredClone(one), { asOf })).toEqual([]);
        expect(classifyChange(one, structuredClone(one), { asOf }).kind).toBe('unchanged');
      }),
      runs(15),
    );
  });

  it('an equal list that no value fits is still one', () => {
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'array', const: '' } }];
    const one: JsonObject = {
      openapi: '3.1.0',
      info: { title: 'Any', version: '1.0.0' },
      paths: { '/any/{id}': { get: { parameters, responses: { 200: { description: '' } } } } },
    };
    expect(diffDocuments(one, structuredClone(one), { asOf })).toEqual([]);
  });

  it('different ones are compared the same way every time, and pointers are well formed', () => {
    fc.assert(
      fc.property(document, document, (base, revision) => {
        const found = diffDocuments(base, revision, { asOf });
        expect(diffDocuments(structuredClone(base), structuredClone(revision), { asOf })).toEqual(found);
        for (const { pointer, message } of found) {
          expect(pointer).toMatch(/^(?:\/(?:[^~/]|~0|~1)*)*$/);
          expect(message).not.toContain('undefined');
        }
      }),
      runs(15),
    );
  });

  it('malformed parts are skipped and never throw', () => {
    fc.assert(
      fc.property(junk, junk, junk, (paths, components, webhooks) => {
        const one = { openapi: '3.1.0', paths, components, webhooks } as JsonObject;
        const other = {
          openapi: '3.0.0',
          paths: {
            '/a': paths,
            '/b': { get: components, post: { parameters: webhooks, responses: paths, requestBody: components } },
          },
          components: { schemas: webhooks },
        } as JsonObject;
        expect(Array.isArray(diffDocuments(one, other, { asOf }))).toBe(true);
        expect(diffDocuments(other, structuredClone(other), { asOf })).toEqual([]);
      }),
      runs(15),
    );
  });
});
