import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { z as older } from 'zod/v3';
import { describeSchema } from './component-names.js';

describe('describeSchema of a Zod 4 schema', () => {
  it('separates what a client sends from what it receives', () => {
    const schema = z.object({
      limit: z.coerce.number().int().default(10),
      at: z.date(),
      big: z.bigint(),
      length: z.string().transform((text) => text.length),
    });
    const input = describeSchema(schema, 'input').jsonSchema;
    expect(input).toMatchObject({
      properties: {
        limit: { type: 'integer', default: 10 },
        at: { type: 'string', format: 'date-time' },
        big: { type: 'integer', format: 'int64' },
        length: { type: 'string' },
      },
      required: ['at', 'big', 'length'],
    });
    const output = describeSchema(schema, 'output').jsonSchema;
    expect(output).toMatchObject({ properties: { length: {} }, required: ['limit', 'at', 'big', 'length'] });
  });

  it('leaves response objects open unless the schema is strict', () => {
    expect(describeSchema(z.object({ a: z.string() }), 'output').jsonSchema).not.toHaveProperty('additionalProperties');
    expect(describeSchema(z.strictObject({ a: z.string() }), 'output').jsonSchema).toHaveProperty(
      'additionalProperties',
      false,
    );
  });

  it('shares a schema with an id as a component, including the root', () => {
    const User = z.object({ name: z.string() }).meta({ id: 'User' });
    expect(describeSchema(z.object({ one: User, two: User }), 'output')).toEqual({
      jsonSchema: {
        type: 'object',
        properties: { one: { $ref: '#/components/schemas/User' }, two: { $ref: '#/components/schemas/User' } },
        required: ['one', 'two'],
      },
      components: { User: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
    });
    expect(describeSchema(User, 'output').jsonSchema).toEqual({ $ref: '#/components/schemas/User' });
  });

  it('separates two schemas with the same id', () => {
    const schema = z.object({
      one: z.object({ a: z.string() }).meta({ id: 'Thing' }),
      two: z.object({ b: z.string() }).meta({ id: 'Thing' }),
      three: z.object({ a: z.string() }).meta({ id: 'Thing' }),
    });
    const { jsonSchema, components } = describeSchema(schema, 'output');
    expect(Object.keys(components)).toEqual(['Thing', 'Thing2']);
    expect(jsonSchema.properties).toEqual({
      one: { $ref: '#/components/schemas/Thing' },
      two: { $ref: '#/components/schemas/Thing2' },
      three: { $ref: '#/components/schemas/Thing' },
    });
  });

  it('names a schema that refers to itself', () => {
    const Tree = z.object({
      name: z.string(),
      get children() {
        return z.array(Tree);
      },
    });
    const { jsonSchema, components } = describeSchema(Tree, 'output');
    expect(jsonSchema).toEqual({ $ref: '#/components/schemas/Schema' });
    expect(components.Schema).toMatchObject({
      properties: { children: { items: { $ref: '#/components/schemas/Schema' } } },
    });
  });

  it('omits a default that differs each time', () => {
    const schema = z.object({
      id: z.string().default(() => Math.random().toString(36)),
      at: z.date().default(() => new Date()),
      caught: z.date().catch(() => new Date()),
      fixed: z.string().default('a'),
    });
    const { properties } = describeSchema(schema, 'input').jsonSchema as { properties: Record<string, object> };
    expect(
      Object.entries(properties)
        .filter(([, property]) => 'default' in property)
        .map(([name]) => name),
    ).toEqual(['fixed']);
  });

  it('names the place of a type that JSON Schema cannot describe', () => {
    const nested = z.object({ items: z.array(z.object({ by: z.map(z.string(), z.number()) })) });
    expect(() => describeSchema(nested, 'output')).toThrow(
      'items[].by is a Map, which JSON Schema cannot describe. Use a type that JSON has, or give it .meta({ type: … }).',
    );
    expect(() => describeSchema(z.set(z.string()), 'input')).toThrow('The schema is a Set,');
    expect(() => describeSchema(z.object({ when: z.custom<Temporal>() }), 'input')).toThrow(
      'when is of a custom kind,',
    );
    expect(describeSchema(z.custom<Temporal>().meta({ type: 'string', format: 'time' }), 'input').jsonSchema).toEqual({
      type: 'string',
      format: 'time',
    });
  });
});

type Temporal = { readonly hour: number };

describe('describeSchema of a zod/v3 schema', () => {
  it('produces the same as for Zod 4', () => {
    const schema = older.object({
      limit: older.coerce.number().int().default(10),
      at: older.date(),
      pair: older.tuple([older.string(), older.number()]),
      name: older.string().nullable(),
      length: older.string().transform((text) => text.length),
    });
    expect(describeSchema(schema as never, 'input').jsonSchema).toEqual({
      type: 'object',
      properties: {
        limit: { type: 'integer', default: 10 },
        at: { type: 'string', format: 'date-time' },
        pair: { type: 'array', minItems: 2, maxItems: 2, prefixItems: [{ type: 'string' }, { type: 'number' }] },
        name: { type: ['string', 'null'] },
        length: { type: 'string' },
      },
      required: ['at', 'pair', 'name', 'length'],
    });
    expect(describeSchema(schema as never, 'output').jsonSchema).toMatchObject({ properties: { length: {} } });
    expect(describeSchema(older.object({}).strict() as never, 'output').jsonSchema).toMatchObject({
      additionalProperties: false,
    });
  });

  it('references a schema that refers to itself, and repeats one that does not', () => {
    interface Tree {
      readonly name: string;
      readonly children: readonly Tree[];
    }
    const Tree: older.ZodType<Tree> = older.object({
      name: older.string(),
      children: older.lazy(() => older.array(Tree)),
    });
    const { jsonSchema, components } = describeSchema(Tree as never, 'output');
    expect(jsonSchema).toEqual({ $ref: '#/components/schemas/Schema' });
    expect(components.Schema).toMatchObject({
      properties: { children: { items: { $ref: '#/components/schemas/Schema' } } },
    });
    const Address = older.object({ city: older.string() });
    expect(
      JSON.stringify(describeSchema(older.object({ home: Address, work: Address }) as never, 'output')),
    ).not.toContain('$ref');
  });

  it('names the place of a type that JSON Schema cannot describe', () => {
    const nested = older.object({
      items: older.array(older.object({ by: older.map(older.string(), older.number()) })),
    });
    expect(() => describeSchema(nested as never, 'output')).toThrow('items[].by is a Map,');
  });
});

describe('describeSchema of another Standard Schema', () => {
  const standard = { version: 1, vendor: 'acme', validate: (value: unknown) => ({ value }) } as const;

  it('uses its JSON Schema, and describes any value when it has none', () => {
    const jsonSchema = { input: () => ({ $schema: 'x', type: 'string' }), output: () => ({ type: 'number' }) };
    expect(describeSchema({ '~standard': { ...standard, jsonSchema } } as never, 'input').jsonSchema).toEqual({
      type: 'string',
    });
    expect(describeSchema({ '~standard': standard }, 'input').jsonSchema).toEqual({});
  });
});
