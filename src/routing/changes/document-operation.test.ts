import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { operations, shapes } from '../../../fixtures/shapes/shapes.js';
import { change } from '../../changes/change.js';
import { defineVersions } from '../../changes/define-versions.js';
import { reshape } from '../../changes/reshape.js';
import { added, removed, renamed } from '../../changes/short-forms.js';
import { serveForTest } from '../../server/testing/serve-for-test.js';
import { Module } from '../../wiring/module.js';
import { Controller, Get } from '../declare/verbs.js';
import { documentOperations, operationKey } from './document-operation.js';
import { operation } from './operation.js';

type Book = z.output<typeof shapes.Book>;

describe('an operation of a document', () => {
  it('has the types of its schemas, and of what before names', () => {
    const found = operation(operations.addBook, {
      before: {
        path: '/publications',
        body: z.object({ name: z.string() }),
        response: { 410: z.object({ reason: z.string() }) },
      },
      up: ({ body, query }) => {
        expectTypeOf(body).toEqualTypeOf<{ name: string }>();
        expectTypeOf(query).toEqualTypeOf<undefined>();
        return { body: { id: '1', title: body.name, author: { name: '' } } };
      },
      down: (answer) => {
        if (answer.status === 410) return { body: { reason: answer.body.why } };
        expectTypeOf(answer).toEqualTypeOf<{
          readonly status: 201;
          readonly headers: Readonly<Record<string, string>>;
          readonly body: Book;
        }>();
        return {};
      },
    });
    expect(found).toMatchObject({
      handler: 'addBook',
      before: { path: '/publications' },
      operation: { operationId: 'addBook', method: 'POST', path: '/books', responses: operations.addBook.responses },
    });
    expect(found.operation).toBe(operations.addBook);
    expect(found.controller()).toBe(documentOperations);
  });

  it('passes on what its older request took, where before does not name it', () => {
    operation(operations.listBooks, {
      before: { query: z.object({ page: z.string() }) },
      up: ({ query }) => ({ query: { cursor: query.page, limit: 10 } }),
      down: (answer) => {
        if (answer.status === 200) expectTypeOf(answer.body).toEqualTypeOf<z.output<typeof shapes.Books>>();
        else expectTypeOf(answer.body).toEqualTypeOf<z.output<typeof shapes.Problem>>();
        return {};
      },
    });
    operation(operations['DELETE /books/{id}'], {
      before: { headers: z.object({ reason: z.string() }) },
      up: ({ params, headers }) => {
        expectTypeOf(params).toEqualTypeOf<{ id: string }>();
        return { headers: { 'X-Reason': headers.reason } };
      },
    });
    operation(operations['DELETE /books/{id}'], {
      before: {},
      // @ts-expect-error: the header is text
      up: () => ({ headers: { 'X-Reason': 1 } }),
    });
    // @ts-expect-error: an unknown member
    expect(() => operation(operations.listBooks, { before: {}, upp: () => ({}) })).toThrow(
      'operation(): unknown member "upp". Did you mean "up"?',
    );
  });

  it('may have become pages, and have several older addresses', () => {
    const found = operation(operations.listBooks, {
      before: [
        { path: '/all-books', response: z.array(shapes.Book) },
        {
          path: '/shelf',
          response: z.object({ all: z.array(shapes.Book) }),
          down: (answer) => (answer.status === 200 ? { body: { all: answer.body } } : {}),
        },
      ],
      collect: {
        items: (page) => page.items,
        next: (page, query) => {
          expectTypeOf(query.limit).toEqualTypeOf<number | undefined>();
          return page.next === null ? null : { ...query, cursor: page.next };
        },
      },
      down: (answer) => {
        if (answer.status === 200) expectTypeOf(answer.body).toEqualTypeOf<readonly Book[]>();
        if (answer.status === 404) expectTypeOf(answer.body.title).toEqualTypeOf<string>();
        return answer.status === 200 ? { body: answer.body } : {};
      },
    });
    expect(found.others.map(({ before }) => before.path)).toEqual(['/shelf']);
  });

  it('is named by its operationId, or by its method and path', () => {
    expect(Object.values(operations).map(operationKey)).toEqual(Object.keys(operations));
  });

  it('is refused by a service, which has controllers', async () => {
    @Controller('books')
    class BooksController {
      @Get('', { response: shapes.Books }) list() {
        return { items: [], next: null };
      }
    }
    @Module({ controllers: [BooksController] })
    class Root {}
    const moved = change({
      title: 'Books moved',
      operations: [operation(operations.listBooks, { before: { path: '/all' } })],
    });
    const versions = defineVersions(['1', { version: '2', changes: [moved] }]);
    await expect(serveForTest(Root, { versioning: { type: 'header', header: 'V', versions } })).rejects.toThrow(
      'The change "Books moved" of version 2 names operations.listBooks, which is not served.',
    );
  });

  it.each([[{}], [{ method: 'GET' }], [{ method: 'GET', path: '/books' }], [[]]])('is not %j', (target) => {
    expect(() => operation(target as never, { before: {} })).toThrow(
      'Write an operation as svc shapes writes it: operation(operations.listBooks, ',
    );
  });
});

describe('a shape of a document', () => {
  const Author = renamed(shapes.Author, { country: 'land' });

  it('is changed as a schema of a service is', () => {
    const summary = reshape(shapes.Book, {
      before: z.object({ id: z.string(), name: z.string(), author: shapes.Author }),
      down: ({ id, title, author }) => ({ id, name: title, author }),
      up: ({ id, name, author }) => ({ id, title: name, author }),
    });
    const problem = added(shapes.Problem, { status: 400 });
    expectTypeOf(problem.before.parse({ title: '' })).toEqualTypeOf<{ title: string }>();
    const books = removed(shapes.Books, { total: z.int() }, { down: ({ items }) => ({ total: items.length }) });
    expectTypeOf(books.before.shape.total).toEqualTypeOf<z.ZodInt>();
    const versions = defineVersions([
      '1',
      { version: '2', changes: [change({ title: 'All', schemas: [Author, summary, problem, books] })] },
    ]);
    const ada: Book = { id: '1', title: 'Notes', author: { name: 'Ada', country: 'UK' } };
    const page = { items: [ada], next: null };
    expect(versions.down(shapes.Books, page, '1')).toEqual({
      items: [{ id: '1', name: 'Notes', author: { name: 'Ada', land: 'UK' } }],
      next: null,
      total: 1,
    });
    // @ts-expect-error: an unknown member
    expect(() => added(shapes.Book, { pages: 3 })).toThrow('added(): unknown member "pages".');
    // @ts-expect-error: another type
    added(shapes.Problem, { status: 'wrong' });
  });

  it('that contains itself is changed as any other', () => {
    const tagged = added(shapes.Book, { tags: [] });
    expectTypeOf(tagged.before.shape.title).toEqualTypeOf<z.ZodString>();
    // @ts-expect-error: the member is newer
    void tagged.before.shape.tags;
    const versions = defineVersions(['1', { version: '2', changes: [change({ title: 'Tags', schemas: [tagged] })] }]);
    const author = { name: 'Ada' };
    const sequel = { id: '2', title: 'More', author };
    const older = { id: '1', title: 'Notes', author, sequel };
    const newer = { ...older, tags: [], sequel: { ...sequel, tags: [] } };
    expect(versions.up(shapes.Book, older, '1')).toEqual(newer);
    expect(versions.down(shapes.Book, newer, '1')).toEqual(older);
  });
});
