import { expect, it } from 'vitest';
import { z } from 'zod';
import { readJsonSchema } from './read-json-schema.js';

it('Every id has a definition of its own, also one that no object has as a member', () => {
  const named = ['__proto__', '_proto_', 'a b', 'a_b', 'a/b'].map((id) =>
    z.object({ own: z.literal(id) }).meta({ id }),
  );
  const { definitions } = readJsonSchema(z.tuple(named as never), 'output');
  const own = Object.entries(definitions).map(([key, { id, schema }]) => [
    key,
    id,
    (schema as { readonly properties: { readonly own: { readonly const: string } } }).properties.own.const,
  ]);
  expect(own).toEqual([
    ['_proto_', '__proto__', '__proto__'],
    ['_proto_.2', '_proto_', '_proto_'],
    ['a_b', 'a b', 'a b'],
    ['a_b.2', 'a_b', 'a_b'],
    ['a_b.3', 'a/b', 'a/b'],
  ]);
});
