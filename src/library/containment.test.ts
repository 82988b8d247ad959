import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/property-runs.js';
import type { JsonObject } from '../json/json.js';
import { createOracle } from '../jsonschema/containment/testing/oracle.js';
import { anySchema, anyValue } from '../jsonschema/containment/testing/schemas.js';
import { containment, DocumentError, loadDocument } from './index.js';

const document = (version: string) =>
  loadDocument({
    openapi: version,
    info: { title: 'Orders', version: '1' },
    paths: { '/orders': { post: { requestBody: { $ref: '#/components/requestBodies/Order' } } } },
    components: {
      requestBodies: { Order: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } } },
      schemas: {
        Order: {
          type: 'object',
          required: ['size'],
          properties: { size: { $ref: '#/components/schemas/Size', maximum: 9 } },
        },
        Size: { type: 'integer' },
      },
    },
  });

describe('containment', () => {
  it('holds, or shows a value', () => {
    expect(containment({ type: 'integer' }, { type: 'number' })).toEqual({ holds: true });
    expect(containment({ type: 'number' }, { type: 'integer' })).toEqual({
      holds: false,
      witness: expect.any(Number),
      why: 'must be integer',
    });
    expect([containment(false, true), containment(true, true)]).toEqual([{ holds: true }, { holds: true }]);
    expect(containment(true, false)).toMatchObject({ holds: false });
  });

  it('is undecided where neither a proof nor a value is found', () => {
    expect(containment({ type: 'string' }, { type: 'string', format: 'sku' })).toEqual({ holds: null });
  });

  it('agrees with Ajv about random schemas', () => {
    const compile = createOracle();
    const tries = runs(60);
    const counts = { true: 0, false: 0, null: 0 };
    fc.assert(
      fc.property(
        anySchema,
        anySchema,
        fc.boolean(),
        fc.array(anyValue, { minLength: 30, maxLength: 30 }),
        (one, other, isNear, values) => {
          const outer = (isNear ? { anyOf: [one, other] } : other) as JsonObject;
          const [accepts, alsoAccepts] = [compile(one), compile(outer)];
          const found = containment(one as object, outer);
          counts[`${found.holds}`] += 1;
          if (found.holds === false)
            expect([accepts(found.witness), alsoAccepts(found.witness)]).toEqual([true, false]);
          if (found.holds) expect(values.filter((value) => accepts(value) && !alsoAccepts(value))).toEqual([]);
        },
      ),
      tries,
    );
    expect(Math.min(counts.true, counts.false)).toBeGreaterThan(tries.numRuns / 20);
    expect(counts.null).toBeLessThan(tries.numRuns / 20);
  });

  it('follows the references of a schema, and of the document that a schema is in', async () => {
    const list = { $ref: '#/$defs/List', $defs: { List: { type: 'array', items: { $ref: '#/$defs/List' } } } };
    expect(containment(list, { type: 'array' })).toEqual({ holds: true });
    const inside = async (version: string, pointer: string) => ({ document: await document(version), pointer });
    const order = await inside('3.1.0', '#/components/schemas/Order');
    const sent = await inside('3.1.0', '/paths/~1orders/post/requestBody/content/application~1json/schema');
    expect(containment(order, sent)).toEqual({ holds: true });
    expect(containment(order, { properties: { size: { maximum: 9 } } })).toEqual({ holds: true });
    const older = await inside('3.0.3', '#/components/schemas/Order');
    expect(containment(older, { properties: { size: { maximum: 9 } } })).toMatchObject({ witness: { size: 10 } });
  });

  it('counts members that are never sent, unless a direction is given', () => {
    const make = (keyword: string, type: string) => ({ type: 'object', properties: { id: { type, [keyword]: true } } });
    const ask = (keyword: string, direction?: 'request' | 'response') =>
      containment(make(keyword, 'string'), make(keyword, 'integer'), { direction }).holds;
    expect([ask('readOnly'), ask('readOnly', 'request'), ask('readOnly', 'response')]).toEqual([false, true, false]);
    expect([ask('writeOnly'), ask('writeOnly', 'request'), ask('writeOnly', 'response')]).toEqual([false, false, true]);
    const narrow = { type: 'integer', maximum: 9 };
    for (const direction of ['request', 'response'] as const) {
      expect(containment(narrow, { type: 'integer' }, { direction })).toEqual({ holds: true });
      expect(containment({ type: 'integer' }, narrow, { direction })).toMatchObject({ witness: 10 });
    }
  });

  it('refuses a pointer and a reference that lead nowhere', async () => {
    const pointer = '#/components/schemas/Orders';
    const missing = { document: await document('3.1.0'), pointer };
    expect(() => containment(missing, true)).toThrow(
      new DocumentError(
        `The document has no schema at ${pointer}. Write a pointer such as #/components/schemas/Order.`,
      ),
    );
    expect(() => containment({ $ref: pointer }, { type: 'object' })).toThrow(
      `$ref "${pointer}" leads nowhere in its schema. For a schema of a document, pass { document, pointer }.`,
    );
    expect(() => containment({ document: {}, pointer }, true)).toThrow('This is not a loaded document.');
  });
});
