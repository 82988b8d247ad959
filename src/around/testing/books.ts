import { z } from 'zod';
import { change } from '../../changes/change.js';
import { defineVersions } from '../../changes/define-versions.js';
import { renamed } from '../../changes/short-forms.js';
import { operation } from '../../routing/changes/operation.js';

/** The document of an application that knows version 2 only; its paths name the version where `segment` is given. */
export function booksDocument(segment = '') {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const created = {
    201: { description: 'The book.', headers: { Location: { schema: { type: 'string' } } }, ...json(ref('Book')) },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Books', version: '2.0.0' },
    paths: {
      [`${segment}/books`]: {
        get: {
          operationId: 'listBooks',
          parameters: [
            { name: 'q', in: 'query', schema: { type: 'string' } },
            { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
          ],
          responses: { 200: { description: 'Books.', ...json({ type: 'array', items: ref('Book') }) } },
        },
        post: {
          operationId: 'addBook',
          requestBody: { required: true, ...json(ref('NewBook')) },
          responses: { ...created, 422: { description: 'Wrong.', ...json(ref('Problem')) } },
        },
      },
      [`${segment}/books/{id}`]: {
        get: {
          operationId: 'readBook',
          parameters: [id],
          responses: {
            200: { description: 'A book.', ...json(ref('Book')) },
            404: { description: 'None.', ...json(ref('Problem')) },
          },
        },
        delete: { operationId: 'deleteBook', parameters: [id], responses: { 204: { description: 'Gone.' } } },
      },
      [`${segment}/covers/{id}`]: {
        get: {
          operationId: 'readCover',
          parameters: [id],
          responses: { 200: { description: 'A picture.', content: { 'image/png': {} } } },
        },
        put: {
          operationId: 'writeCover',
          parameters: [id],
          requestBody: { content: { 'image/png': {} } },
          responses: {
            200: { description: 'Its size.', ...json({ type: 'object', properties: { bytes: { type: 'integer' } } }) },
          },
        },
      },
    },
    components: {
      schemas: {
        Book: {
          type: 'object',
          required: ['id', 'title'],
          properties: { id: { type: 'string' }, title: { type: 'string' }, pages: { type: 'integer' } },
        },
        NewBook: { type: 'object', required: ['title'], properties: { title: { type: 'string', minLength: 1 } } },
        Problem: { type: 'object', required: ['error'], properties: { error: { type: 'string' } } },
      },
    },
  };
}

const Book = z.object({ id: z.string(), title: z.string(), pages: z.int().optional() }).meta({ id: 'Book' });
const NewBook = z.object({ title: z.string().min(1) }).meta({ id: 'NewBook' });
const Problem = z.object({ error: z.string() }).meta({ id: 'Problem' });
const Params = z.object({ id: z.string() });

export const shapes = { Book, NewBook, Problem };

/** The operations of the document, as `svc shapes` writes them. */
export function booksOperations<const Segment extends string>(segment: Segment) {
  return {
    listBooks: {
      operationId: 'listBooks',
      method: 'GET',
      path: `${segment}/books`,
      query: z.object({ q: z.string().optional(), limit: z.int().min(1).max(100).optional() }),
      responses: { 200: z.array(Book) },
    },
    addBook: {
      operationId: 'addBook',
      method: 'POST',
      path: `${segment}/books`,
      body: NewBook,
      responses: { 201: Book, 422: Problem },
    },
    readBook: {
      operationId: 'readBook',
      method: 'GET',
      path: `${segment}/books/{id}`,
      params: Params,
      responses: { 200: Book, 404: Problem },
    },
    deleteBook: {
      operationId: 'deleteBook',
      method: 'DELETE',
      path: `${segment}/books/{id}`,
      params: Params,
      responses: { 204: null },
    },
    readCover: {
      operationId: 'readCover',
      method: 'GET',
      path: `${segment}/covers/{id}`,
      params: Params,
      responses: { 200: z.unknown() },
    },
    writeCover: {
      operationId: 'writeCover',
      method: 'PUT',
      path: `${segment}/covers/{id}`,
      params: Params,
      body: z.unknown(),
      responses: { 200: z.object({ bytes: z.int().optional() }) },
    },
  } as const;
}

/** Version 1 calls a title a name, a problem's error a message, and has its list at another path with another parameter. */
export const booksVersions = (segment: string, olderSegment: string) => {
  const operations = booksOperations(segment);
  return {
    operations,
    versions: defineVersions([
      { version: '1', deprecated: { since: '2026-01-01', sunset: '2027-01-01' } },
      {
        version: '2',
        changes: [
          change({
            title: 'A book has a title',
            schemas: [
              renamed(Book, { title: 'name' }),
              renamed(NewBook, { title: 'name' }),
              renamed(Problem, { error: 'message' }),
            ],
            operations: [
              operation(operations.listBooks, {
                before: { path: `${olderSegment}/all-books`, query: z.object({ search: z.string().optional() }) },
                up: ({ query }) => ({ query: { q: query.search, limit: 50 } }),
              }),
            ],
          }),
        ],
      },
    ]),
  };
};
