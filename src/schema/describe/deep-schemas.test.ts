import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Direction } from './json-schema.js';
import { readJsonSchema } from './read-json-schema.js';

/** Each refers to the one before it, directly, in a list, and where it may be absent; the first one holds itself. */
function chainOf(length: number): z.ZodType {
  const first: z.ZodObject = z
    .object({
      name: z.string().default(''),
      get inner() {
        return z.array(first);
      },
    })
    .meta({ id: 'Node0' });
  let last: z.ZodType = first;
  for (let index = 1; index < length; index++)
    last = z
      .object({ next: last, all: z.array(last), maybe: last.nullable().optional() })
      .meta({ id: `Node${index}`, description: `The node ${index}.` });
  return last;
}

describe('a chain of schemas', () => {
  it.each<Direction>(['input', 'output'])('of any length is described as a short one is: %s', (io) => {
    const [short, long] = [readJsonSchema(chainOf(10), io), readJsonSchema(chainOf(1100), io)];
    expect(Object.keys(long.definitions)).toHaveLength(1100);
    expect(long.root).toEqual({ $ref: '#/$defs/Node1099' });
    for (const [key, definition] of Object.entries(short.definitions))
      expect(long.definitions[key]).toEqual(definition);
  });

  it('names what it cannot describe', () => {
    const last = z.object({ when: z.map(z.string(), z.string()), next: chainOf(1100) });
    expect(() => readJsonSchema(last, 'output')).toThrow('when is a Map, which JSON Schema cannot describe.');
  });
});
