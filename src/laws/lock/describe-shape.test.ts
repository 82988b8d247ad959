import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeShape } from './describe-shape.js';

describe('the shape of a schema', () => {
  it('is the same whatever is said about it', () => {
    const said = { title: 'Name', externalDocs: { url: 'https://a.co' }, xml: { name: 'n' }, $anchor: 'n', 'x-a': 1 };
    const plain = z.object({ b: z.string(), a: z.int().optional() });
    const documented = z.object({ a: z.int().meta({ deprecated: true }).optional(), b: z.string().meta(said) });
    expect(JSON.stringify(describeShape(documented))).toBe(JSON.stringify(describeShape(plain)));
  });

  it('has properties and data with the names of keywords', () => {
    const names = z.object({ title: z.string(), default: z.object({ examples: z.int() }) });
    expect(describeShape(names)).toMatchObject({
      properties: { title: { type: 'string' }, default: { properties: { examples: { type: 'integer' } } } },
    });
    expect(
      describeShape(
        z.object({
          a: z
            .string()
            .default('a')
            .meta({ default: { title: 'a' } as never }),
        }),
      ),
    ).toMatchObject({
      properties: { a: { default: { title: 'a' } } },
    });
  });

  it('has what is said beside the name of a schema', () => {
    const Author = z.object({ name: z.string() }).meta({ id: 'DescribedAuthor' });
    const described = describeShape(
      z.object({ plain: Author, fixed: Author.readonly(), given: Author.default({ name: 'Ada' }) }),
    ) as { readonly properties: Readonly<Record<string, object>> };
    const { plain, fixed, given } = described.properties;
    expect(fixed).toEqual({ ...plain, readOnly: true });
    expect(given).toEqual({ ...plain, default: { name: 'Ada' } });
  });
});
