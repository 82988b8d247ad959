import { change, defineVersions, operation, renamed } from 'svckit';
import { defineGateway } from 'svckit/around';
import { z } from 'zod';

// Books whose titles were names. A tag that was a member of the body is a header now, and an answer had its title in a header.

const Book = z.object({ id: z.string(), title: z.string() }).meta({ id: 'Book' });
const NewBook = z.object({ title: z.string().min(1) }).meta({ id: 'NewBook' });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const text = { type: 'string' };

const document = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '2' },
  paths: {
    '/books': {
      post: {
        operationId: 'addBook',
        parameters: [{ name: 'X-Tag', in: 'header', schema: text }],
        requestBody: { required: true, ...json(ref('NewBook')) },
        responses: { 201: { description: 'The book.', ...json(ref('Book')) } },
      },
    },
    '/books/{id}': {
      get: {
        operationId: 'readBook',
        parameters: [id],
        responses: { 200: { description: 'A book.', ...json(ref('Book')) } },
      },
    },
    '/covers/{id}': {
      get: { operationId: 'readCover', parameters: [id], responses: { 200: { description: 'A picture.' } } },
      put: { operationId: 'writeCover', parameters: [id], responses: { 200: { description: 'Written.' } } },
    },
  },
  components: {
    schemas: {
      Book: { type: 'object', required: ['id', 'title'], properties: { id: text, title: text } },
      NewBook: { type: 'object', required: ['title'], properties: { title: { ...text, minLength: 1 } } },
    },
  },
};

const params = z.object({ id: z.string() });
const operations = {
  addBook: {
    operationId: 'addBook',
    method: 'POST',
    path: '/books',
    headers: z.object({ 'x-tag': z.string().optional() }),
    body: NewBook,
    responses: { 201: Book },
  },
  readBook: { operationId: 'readBook', method: 'GET', path: '/books/{id}', params, responses: { 200: Book } },
  readCover: { operationId: 'readCover', method: 'GET', path: '/covers/{id}', params, responses: { 200: null } },
  writeCover: { operationId: 'writeCover', method: 'PUT', path: '/covers/{id}', params, responses: { 200: null } },
} as const;

const versions = defineVersions([
  '1',
  {
    version: '2',
    changes: [
      change({ title: 'A book has a title', schemas: [renamed(Book, { title: 'name' })] }),
      change({
        title: 'A tag is a header',
        operations: [
          operation(operations.addBook, {
            before: { headers: z.object({}), body: z.object({ name: z.string().min(1), tag: z.string().optional() }) },
            up: ({ body }) => ({ headers: { 'x-tag': body.tag }, body: { title: body.name } }),
          }),
          operation(operations.readBook, {
            before: {},
            down: ({ body }) => ({ headers: { 'X-Title': (body as { readonly title: string }).title } }),
          }),
        ],
      }),
    ],
  },
]);

export default defineGateway({
  upstream: process.env['UPSTREAM']!,
  document,
  shapes: { Book, NewBook },
  operations,
  versions,
  versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' },
  bodyLimit: 100_000,
  answerLimit: 1_000_000,
  timeoutMs: 1_500,
  connectTimeoutMs: 1_000,
});
