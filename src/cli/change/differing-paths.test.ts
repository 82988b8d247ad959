import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareContracts } from '../../contract/compare/compare-contracts.js';
import type { JsonObject } from '../../json/json.js';
import { differingPaths } from './differing-paths.js';

const names = ['A', 'B', 'C', 'D'];
const scalar = fc.constantFrom<JsonObject>({ type: 'string' }, { type: 'integer' }, { type: 'boolean' });
const reference = fc.constantFrom(...names).map((name): JsonObject => ({ $ref: `#/components/schemas/${name}` }));
const member = fc.oneof(
  scalar,
  reference,
  reference.map((items): JsonObject => ({ type: 'array', items })),
);
const schema = fc
  .dictionary(fc.constantFrom('a', 'b', 'c'), member, { minKeys: 1, noNullPrototype: true })
  .map((properties): JsonObject => ({ type: 'object', properties }));
const schemas = fc.tuple(schema, schema, schema, schema);
const answers = fc.array(fc.oneof(scalar, reference), { minLength: 4, maxLength: 4 });

const documentOf = (declared: readonly JsonObject[], given: readonly JsonObject[], title: string): JsonObject => ({
  openapi: '3.1.0',
  info: { title, version: '1' },
  paths: Object.fromEntries(
    given.map((one, index) => [
      `/things-${index}`,
      { get: { responses: { 200: { description: 'OK', content: { 'application/json': { schema: one } } } } } },
    ]),
  ),
  components: { schemas: Object.fromEntries(names.map((name, index) => [name, declared[index]!])) },
});

const found = (promised: JsonObject, current: JsonObject) =>
  compareContracts([{ version: '1', document: promised }], [{ version: '1', document: current }], {
    asOf: '2026-11-23',
    minNotice: null,
  }).flatMap(({ findings }) => findings.filter(({ level }) => level !== 'info'));

describe('documents without the paths that are the same', () => {
  it('have the same findings', () => {
    fc.assert(
      fc.property(
        schemas,
        schema,
        fc.nat(3),
        answers,
        fc.array(fc.nat(3), { maxLength: 1 }),
        (all, other, at, given, gone) => {
          const promised = documentOf(all, given, 'One');
          const changed = documentOf(
            all.with(at, other),
            given.filter((_, index) => !gone.includes(index)),
            'One',
          );
          expect(found(...differingPaths(promised, changed))).toEqual(found(promised, changed));
        },
      ),
    );
  });

  it('have only paths that refer to what differs, however far inside', () => {
    const [text, whole] = [{ type: 'string' }, { type: 'integer' }];
    const inside: JsonObject = { type: 'object', properties: { a: { $ref: '#/components/schemas/A' } } };
    const given = [text, { $ref: '#/components/schemas/B' }, { $ref: '#/components/schemas/D' }];
    const documents = [text, whole].map((first) => documentOf([first, inside, text, text], given, 'One')) as [
      JsonObject,
      JsonObject,
    ];
    expect(differingPaths(...documents).map(({ paths }) => Object.keys(paths as JsonObject))).toEqual([
      ['/things-1'],
      ['/things-1'],
    ]);
    const [, titled] = [documents[0], documentOf([whole, inside, text, text], given, 'Two')];
    expect(differingPaths(documents[0], titled)).toEqual([documents[0], titled]);
  });
});
