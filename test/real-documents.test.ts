import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../src/json/json.js';

interface Chosen {
  readonly component: string;
  readonly member: string;
  readonly older: string;
}
const fromBench = (file: string): Promise<unknown> => import(new URL(`../bench/${file}`, import.meta.url).href);
const { readTable } = (await fromBench('diff-corpus/table.mjs')) as {
  readTable: (file: string) => readonly Readonly<Record<string, string>>[];
};
const { chooseMember, withOlderName } = (await fromBench('real/renamed-member.mjs')) as {
  chooseMember: (document: JsonObject) => Chosen | null;
  withOlderName: (document: JsonObject, chosen: Chosen) => JsonObject;
};
const { operationsOf } = (await fromBench('real/documents.mjs')) as {
  operationsOf: (document: JsonObject) => readonly unknown[];
};
const { lostParts } = (await fromBench('real/lost-parts.mjs')) as {
  lostParts: (source: unknown, published: unknown) => readonly string[];
};

const table = (name: string) => readTable(fileURLToPath(new URL(`../bench/real/${name}`, import.meta.url)));
const commit = /^[0-9a-f]{40}$/;

describe('the corpus of real documents', () => {
  it('names each document once, with its commit, its generator and its format', () => {
    const rows = table('corpus.tsv');
    expect(rows.length).toBeGreaterThanOrEqual(40);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    expect(rows.filter((row) => !commit.test(row['commit']!) || !row['generator'])).toEqual([]);
    expect(rows.filter((row) => !/^(2\.0|3\.[012](\.\d)?) (json|yaml)$/.test(row['format']!))).toEqual([]);
  });

  it('has pairs of two revisions of a document', () => {
    const pairs = table('pairs.tsv');
    expect(pairs.length).toBeGreaterThanOrEqual(16);
    expect(pairs.filter((row) => !commit.test(row['base']!) || !commit.test(row['revision']!))).toEqual([]);
    expect(pairs.filter((row) => row['base'] === row['revision'] && !row['revisionPath'])).toEqual([]);
  });
});

const answers = (name: string) => ({
  responses: { 200: { content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } } },
});
const book = { required: ['id', 'kind'], properties: { kind: {}, id: {} }, discriminator: { propertyName: 'kind' } };
const document = {
  paths: {
    '/books': { get: answers('Book'), post: answers('Book'), parameters: [] },
    '/shelves': { $ref: '#/components/pathItems/Shelves' },
    ...Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`/pages/${index}`, { get: answers('Page') }])),
  },
  components: {
    pathItems: { Shelves: { get: answers('Shelf') } },
    schemas: {
      Book: book,
      Page: { properties: { number: {} } },
      Shelf: { properties: { books: { items: { $ref: '#/components/schemas/Book' } } } },
      Unused: { properties: { name: {} } },
    },
  },
};

describe('chooseMember', () => {
  it('takes the component that most operations use, of those that at most a quarter use, but not its discriminator', () => {
    expect(operationsOf(document)).toHaveLength(8);
    const pages = Object.fromEntries([6, 7, 8, 9].map((page) => [`/pages/${page}`, { get: answers('Page') }]));
    const chosen = chooseMember({ ...document, paths: { ...document.paths, ...pages } });
    expect(chosen).toEqual({ component: 'Book', member: 'id', older: 'id_before', uses: 3 });
    expect(chooseMember(document)).toMatchObject({ component: 'Shelf', member: 'books' });
  });

  it('finds none in a document without components, and those of Swagger 2.0 below definitions', () => {
    expect(chooseMember({ paths: {} })).toBeNull();
    const schema = { $ref: '#/definitions/Book' };
    const paths = { '/books': { get: { responses: { 200: { schema } } } } };
    expect(chooseMember({ paths, definitions: { Book: book } })).toMatchObject({ component: 'Book', member: 'id' });
  });
});

describe('withOlderName', () => {
  it('renames the member where it is and where it is required, and leaves the document as it was', () => {
    const older = withOlderName(document, { component: 'Book', member: 'id', older: 'id_before' });
    expect(older).toEqual({
      ...document,
      components: {
        ...document.components,
        schemas: {
          ...document.components.schemas,
          Book: { ...book, required: ['id_before', 'kind'], properties: { kind: {}, id_before: {} } },
        },
      },
    });
    expect(document.components.schemas.Book).toEqual(book);
  });
});

describe('lostParts', () => {
  it('lists what has its members in another order', () => {
    expect(lostParts({ a: { b: 1, c: 2 } }, { a: { c: 2, d: 3, b: 1 } })).toEqual(['/a (order)']);
    expect(lostParts({ a: 1, b: 2 }, { a: 1, c: 3, b: 2 })).toEqual([]);
  });

  it('lists what is missing or different, but no additions and no other version', () => {
    const source = {
      info: { version: '1' },
      tags: ['a', { name: 'b' }],
      servers: [],
      paths: { '/a': { get: 1, put: 2 } },
    };
    expect(lostParts(source, structuredClone(source))).toEqual([]);
    const richer = { ...source, info: { version: '2', title: '' }, tags: ['a', { name: 'b', kind: 'c' }, 'd'] };
    expect(lostParts(source, richer)).toEqual([]);
    expect(lostParts(source, { info: {}, tags: ['a'], servers: {}, paths: { '/a': { get: null } } })).toEqual([
      '/info/version',
      '/tags/1',
      '/servers',
      '/paths/~1a/get',
      '/paths/~1a/put',
    ]);
  });
});
