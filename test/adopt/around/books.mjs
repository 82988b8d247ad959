import { change, defineVersions, operation, renamed } from 'svckit';
import { z } from 'zod';

/** The document of an application that knows version 2 of the books only; its paths name the version where `segment` is given. */
function booksDocument(segment) {
  const content = (schema) => ({ content: { 'application/json': { schema } } });
  const ref = (name) => ({ $ref: `#/components/schemas/${name}` });
  const parameter = (where, name, schema = { type: 'string' }) => ({
    name,
    in: where,
    required: where === 'path',
    schema,
  });
  const items = { type: 'array', items: ref('Book') };
  const page = { type: 'object', required: ['items'], properties: { items, next: { type: 'string' } } };
  const book = {
    type: 'object',
    required: ['id', 'title'],
    properties: { id: { type: 'string' }, title: { type: 'string' } },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Books', version: '2' },
    paths: {
      [`${segment}/books`]: {
        get: {
          operationId: 'listBooks',
          parameters: [parameter('query', 'q')],
          responses: { 200: { description: 'Books.', ...content(items) } },
        },
        post: {
          operationId: 'addBook',
          requestBody: { required: true, ...content(ref('NewBook')) },
          responses: { 201: { description: 'The book.', ...content(ref('Book')) } },
        },
      },
      [`${segment}/books/{id}`]: {
        get: {
          operationId: 'readBook',
          parameters: [parameter('path', 'id')],
          responses: {
            200: { description: 'The book.', ...content(ref('Book')) },
            404: { description: 'None.', ...content(ref('Missing')) },
          },
        },
      },
      [`${segment}/shelf`]: {
        get: {
          operationId: 'readShelf',
          parameters: [parameter('query', 'after')],
          responses: { 200: { description: 'A page.', ...content(page) } },
        },
      },
      [`${segment}/covers/{id}`]: {
        get: {
          operationId: 'readCover',
          parameters: [parameter('path', 'id')],
          responses: { 200: { description: 'A picture.', content: { 'image/png': {} } } },
        },
      },
    },
    components: {
      schemas: {
        Book: book,
        NewBook: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } },
        Missing: { type: 'object', required: ['error'], properties: { error: { type: 'string' } } },
      },
    },
  };
}

const Book = z.object({ id: z.string(), title: z.string() }).meta({ id: 'Book' });
const NewBook = z.object({ title: z.string() }).meta({ id: 'NewBook' });
const Missing = z.object({ error: z.string() }).meta({ id: 'Missing' });
const Params = z.object({ id: z.string() });
const Shelf = z.object({ items: z.array(Book), next: z.string().optional() });

/** What `around` takes, with versions that rename members, move a list, and have the shelf whole. */
export function booksOptions(segment = '', older = '') {
  const at = (operationId, method, path, rest) => ({ operationId, method, path: `${segment}${path}`, ...rest });
  const operations = {
    listBooks: at('listBooks', 'GET', '/books', {
      query: z.object({ q: z.string().optional() }),
      responses: { 200: z.array(Book) },
    }),
    addBook: at('addBook', 'POST', '/books', { body: NewBook, responses: { 201: Book } }),
    readBook: at('readBook', 'GET', '/books/{id}', { params: Params, responses: { 200: Book, 404: Missing } }),
    readShelf: at('readShelf', 'GET', '/shelf', {
      query: z.object({ after: z.string().optional() }),
      responses: { 200: Shelf },
    }),
    readCover: at('readCover', 'GET', '/covers/{id}', { params: Params, responses: { 200: z.unknown() } }),
  };
  const titles = change({
    title: 'A book has a title',
    schemas: [
      renamed(Book, { title: 'name' }),
      renamed(NewBook, { title: 'name' }),
      renamed(Missing, { error: 'message' }),
    ],
    operations: [
      operation(operations.listBooks, {
        before: { path: `${older}/all-books`, query: z.object({ search: z.string().optional() }) },
        up: ({ query }) => ({ query: { q: query.search } }),
      }),
    ],
  });
  const pages = change({
    title: 'The shelf has pages',
    operations: [
      operation(operations.readShelf, {
        before: { query: z.object({}), response: z.array(Book) },
        collect: {
          items: (page) => page.items,
          next: (page, asked) => (page.next === undefined ? null : { ...asked, after: page.next }),
        },
      }),
    ],
  });
  return {
    document: booksDocument(segment),
    shapes: { Book, NewBook, Missing },
    operations,
    versions: defineVersions([
      { version: '1', deprecated: { since: '2026-01-01', sunset: '2099-01-01' } },
      { version: '2', changes: [titles, pages] },
    ]),
    versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' },
  };
}
