import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { z } from 'zod';
import { internal } from '../schema/internal.js';
import { printFrozen } from './print-frozen.js';

const freeze = (schemas: Readonly<Record<string, unknown>>) =>
  printFrozen(
    Object.entries(schemas).map(([local, value]) => ({ local, value, specifier: '../book.js' })),
    (schema) => schema,
  );

const Author = z.object({ name: z.string().min(1) }).meta({ id: 'Author' });
const Book = z
  .strictObject({ title: z.string(), author: Author, tags: z.array(z.string()).default([]), pages: z.int().optional() })
  .meta({ id: 'Book', description: 'A book.' });

describe('printFrozen', () => {
  it('writes a constant for each schema with an id, also inside of others', () => {
    const { text, constants, refusals } = freeze({ BookSchema: Book, helper: () => 1, limit: 3 });
    expect({ constants, refusals }).toEqual({ constants: { BookSchema: 'Book' }, refusals: [] });
    expect(text).toMatchInlineSnapshot(`
      "import { frozen } from "svckit";
      import { z } from "zod";

      export const Author = frozen("Author", z.object({ name: z.string().min(1) }));

      /** A book. */
      export const Book = frozen(
        "Book",
        z
          .strictObject({
            title: z.string(),
            author: Author,
            tags: z.array(z.string()).default([]),
            pages: z.int().optional(),
          })
          .meta({ description: "A book." }),
      );
      "
    `);
  });

  it('writes nothing where nothing is a schema', () => {
    expect(freeze({ helper: () => 1 })).toEqual({ text: null, constants: {}, refusals: [] });
  });

  it('says what cannot be frozen, and what to write', () => {
    const when = z.object({ at: z.object({ times: z.array(z.date()) }) }).meta({ id: 'When' });
    const count = z.object({ count: z.coerce.number() }).meta({ id: 'Count' });
    const Price = z.object({ rows: z.array(z.object({ cost: internal(z.int()) })) }).meta({ id: 'Price' });
    expect(freeze({ Name: z.string(), when, count, Price, other: v.string() }).refusals).toMatchInlineSnapshot(`
      [
        "Name of ../book.js has no id. Write .meta({ id: 'Name' }) where it is declared, or write the shape as a constant beside the changes instead of importing it.",
        "when of ../book.js takes another type than it returns at at.times[]: a Date. Write the shape as a constant beside the changes instead of importing it.",
        "count of ../book.js takes another type than it returns at count: a coercion. Write the shape as a constant beside the changes instead of importing it.",
        "Price of ../book.js has the internal member rows.cost, which no JSON Schema shows. Write the shape as a constant beside the changes instead of importing it.",
        "other of ../book.js is a schema of another library than Zod 4, which cannot be written as source. Write the shape as a constant beside the changes instead of importing it.",
      ]
    `);
  });
});
