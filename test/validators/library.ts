import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';
import { z as older } from 'zod/v3';
import { change, defineVersions, reshape } from 'svckit';

/** The schemas of one small shop, written with one library, and the change that its version 2 made. */
const zod4Price = z.object({ amount: z.number(), currency: z.enum(['EUR', 'USD']) });
const zod4Book = z.object({ id: z.int(), title: z.string(), authors: z.array(z.string()), price: zod4Price });
const zod4BookV1 = z.object({ id: z.int(), title: z.string(), author: z.string(), price: zod4Price });
const zod4NewBook = z
  .object({ title: z.string().min(1), authors: z.array(z.string()), tags: z.array(z.string()).default([]) })
  .refine(({ title }) => title !== 'Untitled', { message: 'A book needs a title', path: ['title'] });
const zod4Order = z.object({
  book: zod4NewBook,
  count: z.int().min(1),
  day: z.iso.date().transform((day) => new Date(day)),
});
const zod4 = {
  Book: zod4Book,
  Page: z.object({ items: z.array(zod4Book), next: z.string().nullable() }),
  NewBook: zod4NewBook,
  Order: zod4Order,
  Params: z.object({ id: z.int() }),
  Query: z.object({
    limit: z.int().max(50).default(10),
    archived: z.boolean().optional(),
    tag: z.array(z.string()).optional(),
  }),
  Headers: z.object({ 'x-copies': z.number().optional() }),
  Cookies: z.object({ session: z.string() }),
  Receipt: z.object({ day: z.string(), tags: z.array(z.string()), count: z.int(), session: z.string() }),
  changes: [
    reshape(zod4Book, {
      before: zod4BookV1,
      down: ({ authors, ...book }) => ({ ...book, author: authors.join(' and ') }),
    }),
    reshape(zod4NewBook, {
      before: z.object({ title: z.string().min(1), author: z.string() }),
      up: ({ author, ...book }) => ({ ...book, authors: author.split(' and ') }),
    }),
  ],
} as const;

const zod3Price = older.object({ amount: older.number(), currency: older.enum(['EUR', 'USD']) });
const zod3Book = older.object({
  id: older.number().int(),
  title: older.string(),
  authors: older.array(older.string()),
  price: zod3Price,
});
const zod3NewBook = older
  .object({
    title: older.string().min(1),
    authors: older.array(older.string()),
    tags: older.array(older.string()).default([]),
  })
  .refine(({ title }) => title !== 'Untitled', { message: 'A book needs a title', path: ['title'] });
const zod3 = {
  Book: zod3Book,
  Page: older.object({ items: older.array(zod3Book), next: older.string().nullable() }),
  NewBook: zod3NewBook,
  Order: older.object({
    book: zod3NewBook,
    count: older.number().int().min(1),
    day: older
      .string()
      .date()
      .transform((day) => new Date(day)),
  }),
  Params: older.object({ id: older.number().int() }),
  Query: older.object({
    limit: older.number().int().max(50).default(10),
    archived: older.boolean().optional(),
    tag: older.array(older.string()).optional(),
  }),
  Headers: older.object({ 'x-copies': older.number().optional() }),
  Cookies: older.object({ session: older.string() }),
  Receipt: older.object({
    day: older.string(),
    tags: older.array(older.string()),
    count: older.number().int(),
    session: older.string(),
  }),
  changes: [
    reshape(zod3Book, {
      before: older.object({
        id: older.number().int(),
        title: older.string(),
        author: older.string(),
        price: zod3Price,
      }),
      down: ({ authors, ...book }) => ({ ...book, author: authors.join(' and ') }),
    }),
    reshape(zod3NewBook, {
      before: older.object({ title: older.string().min(1), author: older.string() }),
      up: ({ author, ...book }) => ({ ...book, authors: author.split(' and ') }),
    }),
  ],
} as const;

const valibotPrice = v.object({ amount: v.number(), currency: v.picklist(['EUR', 'USD']) });
const valibotBook = v.object({
  id: v.pipe(v.number(), v.integer()),
  title: v.string(),
  authors: v.array(v.string()),
  price: valibotPrice,
});
const valibotNewBook = v.pipe(
  v.object({
    title: v.pipe(v.string(), v.minLength(1)),
    authors: v.array(v.string()),
    tags: v.optional(v.array(v.string()), []),
  }),
  v.forward(
    v.check(({ title }) => title !== 'Untitled', 'A book needs a title'),
    ['title'],
  ),
);
const valibot = {
  Book: valibotBook,
  Page: v.object({ items: v.array(valibotBook), next: v.nullable(v.string()) }),
  NewBook: valibotNewBook,
  Order: v.object({
    book: valibotNewBook,
    count: v.pipe(v.number(), v.integer(), v.minValue(1)),
    day: v.pipe(
      v.string(),
      v.isoDate(),
      v.transform((day) => new Date(day)),
    ),
  }),
  Params: v.object({ id: v.pipe(v.number(), v.integer()) }),
  Query: v.object({
    limit: v.optional(v.pipe(v.number(), v.integer(), v.maxValue(50)), 10),
    archived: v.optional(v.boolean()),
    tag: v.optional(v.array(v.string())),
  }),
  Headers: v.object({ 'x-copies': v.optional(v.number()) }),
  Cookies: v.object({ session: v.string() }),
  Receipt: v.object({
    day: v.string(),
    tags: v.array(v.string()),
    count: v.pipe(v.number(), v.integer()),
    session: v.string(),
  }),
  changes: [
    reshape(valibotBook, {
      before: v.object({
        id: v.pipe(v.number(), v.integer()),
        title: v.string(),
        author: v.string(),
        price: valibotPrice,
      }),
      down: ({ authors, ...book }) => ({ ...book, author: authors.join(' and ') }),
    }),
    reshape(valibotNewBook, {
      before: v.object({ title: v.pipe(v.string(), v.minLength(1)), author: v.string() }),
      up: ({ author, ...book }) => ({ ...book, authors: author.split(' and ') }),
    }),
  ],
} as const;

const arkPrice = type({ amount: 'number', currency: "'EUR' | 'USD'" });
const arkBook = type({ id: 'number.integer', title: 'string', authors: 'string[]', price: arkPrice });
const arkNewBook = type({ title: 'string >= 1', authors: 'string[]', tags: type('string[]').default(() => []) }).narrow(
  ({ title }, context) => title !== 'Untitled' || context.reject({ message: 'A book needs a title', path: ['title'] }),
);
const arktype = {
  Book: arkBook,
  Page: type({ items: arkBook.array(), next: 'string | null' }),
  NewBook: arkNewBook,
  Order: type({ book: arkNewBook, count: 'number.integer >= 1', day: 'string.date.iso.parse' }),
  Params: type({ id: 'number.integer' }),
  Query: type({ limit: 'number.integer <= 50 = 10', 'archived?': 'boolean', 'tag?': 'string[]' }),
  Headers: type({ 'x-copies?': 'number' }),
  Cookies: type({ session: 'string' }),
  Receipt: type({ day: 'string', tags: 'string[]', count: 'number.integer', session: 'string' }),
  changes: [
    reshape(arkBook, {
      before: type({ id: 'number.integer', title: 'string', author: 'string', price: arkPrice }),
      down: ({ authors, ...book }) => ({ ...book, author: authors.join(' and ') }),
    }),
    reshape(arkNewBook, {
      before: type({ title: 'string >= 1', author: 'string' }),
      up: ({ author, ...book }) => ({ ...book, authors: author.split(' and ') }),
    }),
  ],
} as const;

const withVersions = <L extends { readonly changes: readonly never[] | readonly ReturnType<typeof reshape>[] }>(
  shop: L,
) => ({
  ...shop,
  versions: defineVersions([
    '1',
    { version: '2', changes: [change({ title: 'A book has several authors', schemas: shop.changes as never })] },
  ]),
});

export const libraries = {
  'Zod 4': withVersions(zod4),
  'Zod 3': withVersions(zod3),
  Valibot: withVersions(valibot),
  ArkType: withVersions(arktype),
} as const;

export type LibraryName = keyof typeof libraries;
