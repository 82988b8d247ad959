import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readJsonSchema } from './describe/read-json-schema.js';
import { limitsOf } from './zod-limits.js';

describe('bounds of sizes', () => {
  it.each([
    [z.string().min(1.5), { minSize: 2 }, { minLength: 2 }],
    [z.string().max(1.5), { maxSize: 1 }, { maxLength: 1 }],
    [z.string().min(-1), { minSize: 0 }, { minLength: 0 }],
    [z.string().max(Infinity), { maxSize: null }, {}],
    [z.array(z.string()).min(0.5).max(2.5), { minSize: 1, maxSize: 2 }, { minItems: 1, maxItems: 2 }],
    [z.set(z.string()).min(1.5), { minSize: 2 }, null],
    [z.map(z.string(), z.string()).max(1.5), { maxSize: 1 }, null],
    [z.file().min(1.5).max(10.5), { minSize: 2, maxSize: 10 }, { minLength: 2, maxLength: 10 }],
    [z.number().max(Infinity).min(-Infinity), {}, {}],
  ])('are whole numbers, as those of what they bound: %#', (schema, limits, described) => {
    expect(limitsOf(schema)).toMatchObject(limits);
    if (described === null) return;
    const { root } = readJsonSchema(schema, 'input');
    const bounds = Object.entries(root).filter(([keyword]) => /^(?:min|max)/.test(keyword));
    expect(Object.fromEntries(bounds)).toEqual(described);
  });

  it('that no value has are described so', () => {
    expect(readJsonSchema(z.string().max(-1), 'input').root).toEqual({ type: 'string', not: {} });
  });
});
