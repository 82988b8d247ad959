import { expect, it } from 'vitest';
import * as z from 'zod/v4';
import { readJsonSchema } from './describe/read-json-schema.js';
import { rebuild, schemasIn } from './zod-tree.js';

const Book = z.object({ title: z.string() }).meta({ id: 'MetadataBook' });
const refer = (schema: () => z.ZodType) => ({ $ref: '#/components/schemas/Any', shape: schema });

it('a schema that metadata refers to is described as one of the definitions', () => {
  const Any = z.looseObject({}).meta({ id: 'MetadataAny', if: { required: ['a'] }, then: refer(() => Book) });
  const { root, definitions } = readJsonSchema(Any, 'input');
  expect(root).toEqual({ $ref: '#/$defs/MetadataAny' });
  expect(definitions['MetadataAny']!.schema).toMatchObject({ then: { $ref: '#/$defs/MetadataBook' } });
  expect(definitions['MetadataBook']).toMatchObject({ id: 'MetadataBook', schema: { required: ['title'] } });
  expect([...schemasIn([Any])]).toContain(Book);
});

it('a schema without an id is a definition without a name, and one may refer to itself', () => {
  const Plain = z.object({ name: z.string() });
  const Tree: z.ZodType = z
    .looseObject({})
    .meta({ id: 'MetadataTree', patternProperties: { '^x-': refer(() => Tree), '^y-': refer(() => Plain) } });
  const { definitions } = readJsonSchema(Tree, 'input');
  expect(definitions['MetadataTree']!.schema['patternProperties']).toEqual({
    '^x-': { $ref: '#/$defs/MetadataTree' },
    '^y-': { $ref: '#/$defs/Schema' },
  });
  expect(definitions['Schema']).toMatchObject({ id: null, schema: { required: ['name'] } });
});

it('a copy of a schema in which others take their places refers to these', () => {
  const Older = z.object({ name: z.string() }).meta({ id: 'MetadataOlder' });
  const Any = z.looseObject({}).meta({ then: refer(() => Book), not: { required: ['b'] } });
  const copy = rebuild(Any, (inner) => (inner === Book ? Older : inner));
  const { root, definitions } = readJsonSchema(copy as z.ZodType, 'input');
  expect(root).toMatchObject({ then: { $ref: '#/$defs/MetadataOlder' }, not: { required: ['b'] } });
  expect(Object.keys(definitions)).toEqual(['MetadataOlder']);
});
