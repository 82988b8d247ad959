import { expect, it } from 'vitest';
import { z } from 'zod';
import { change } from './change.js';
import { defineVersions } from './define-versions.js';
import { frozen } from './frozen.js';
import { reshape } from './reshape.js';

const Author = z.object({ first: z.string(), last: z.string().default('?') }).meta({ id: 'Author' });
const jane = { first: 'Jane', last: 'Austen' };
const Book = z
  .object({
    author: Author.default(jane),
    guest: Author.prefault({ first: 'Ann' }),
    others: z.array(Author).default([jane]),
    none: Author.nullable().default(null),
    pages: z.int().default(1),
    caught: Author.catch(jane),
    first: z.array(Author).catch([jane]),
  })
  .meta({ id: 'Book' });
const down = ({ first, last }: z.output<typeof Author>) => ({ name: `${first} ${last}` });
const oneName = (schema: typeof Author) =>
  change({ title: 'Two names', schemas: [reshape(schema, { before: z.object({ name: z.string() }), down })] });

/** An object of a version, as its document shows it for requests. */
const shown = (versions: ReturnType<typeof defineVersions>, schema: z.ZodType, version: string) => {
  const one = versions.schemaOf(schema, version) as z.ZodType;
  const { $defs = {} } = z.toJSONSchema(z.object({ one }), { io: 'input' });
  return $defs[z.globalRegistry.get(schema)!.id!]!;
};
const defaultsOf = (...given: Parameters<typeof shown>) =>
  Object.fromEntries(
    Object.entries(shown(...given).properties!).map(([name, member]) => [
      name,
      (member as { default?: unknown }).default,
    ]),
  );

it('documents show a default in the shape of their version', () => {
  const versions = defineVersions(['1', { version: '2', changes: [oneName(Author)] }]);
  expect(defaultsOf(versions, Book, '1')).toEqual({
    author: { name: 'Jane Austen' },
    guest: { name: 'Ann ?' },
    others: [{ name: 'Jane Austen' }],
    none: null,
    pages: 1,
    caught: { name: 'Jane Austen' },
    first: [{ name: 'Jane Austen' }],
  });
  expect(defaultsOf(versions, Book, '2')).toMatchObject({ author: jane, others: [jane], caught: jane, first: [jane] });
});

it('documents show no default that a change cannot convert, and may leave it out', () => {
  const failing = change({
    title: 'Two names',
    schemas: [
      reshape(Author, {
        before: z.object({ name: z.string() }),
        down: () => {
          throw new Error('no name');
        },
      }),
    ],
  });
  const versions = defineVersions(['1', { version: '2', changes: [failing] }]);
  expect(defaultsOf(versions, Book, '1')).toMatchObject({ author: undefined, none: null, pages: 1, caught: undefined });
  expect(shown(versions, Book, '1').required).toBeUndefined();
});

it('a default inside a frozen shape has the shape of its version', () => {
  const Author2 = frozen('Author', z.object({ name: z.string() }));
  const Shelf = z.object({ owner: Author }).meta({ id: 'Shelf' });
  const Shelf2 = frozen('Shelf', z.object({ owner: Author2 }));
  const owners = reshape(Shelf2, {
    before: z.object({ holder: Author2.default({ name: 'Nobody' }), found: Author2.catch({ name: 'Anybody' }) }),
    down: ({ owner }) => ({ holder: owner, found: owner }),
  });
  const versions = defineVersions([
    '1',
    { version: '2', changes: [change({ title: 'Owners', schemas: [owners] })] },
    { version: '3', changes: [oneName(Author)] },
  ]);
  expect(defaultsOf(versions, Shelf, '1')).toEqual({ holder: { name: 'Nobody' }, found: { name: 'Anybody' } });
});
