import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runs } from '../../../test/property-runs.js';
import { serveForTest } from '../../server/testing/serve-for-test.js';
import { Module } from '../../wiring/module.js';
import { Throttle, UseGuards } from '../declare/decorators.js';
import type { Input } from '../declare/route-schemas.js';
import { Controller, Get, Post } from '../declare/verbs.js';
import { events } from '../declare/streams.js';
import { compileRoutes } from '../table/compile-routes.js';
import { HttpError } from '../table/http-error.js';
import type { ServiceOptions } from '../table/service-options.js';
import type { Change } from '../../changes/change.js';
import { change } from '../../changes/change.js';
import type { CollectOptions } from './collect.js';
import { defineVersions } from '../../changes/define-versions.js';
import { operation, type OperationOptions } from './operation.js';
import { type Reshape, reshape } from '../../changes/reshape.js';
import { renamed } from '../../changes/short-forms.js';

const Book = z.object({ id: z.int(), title: z.string() }).meta({ id: 'Book' });
const BookPage = z.object({ items: z.array(Book), nextCursor: z.string().nullable() }).meta({ id: 'BookPage' });
const BookQuery = z.object({
  q: z.string().optional(),
  cursor: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(50).default(3),
});
const OldQuery = z.object({ q: z.string().optional() });
const list = { query: BookQuery, response: { 200: BookPage } } as const;

type Page = z.infer<typeof BookPage>;
type Query = z.infer<typeof BookQuery>;

const byCursor: CollectOptions<Page, Query> = {
  items: (page) => page.items,
  next: (page, query) => (page.nextCursor === null ? null : { ...query, cursor: page.nextCursor }),
};

interface Shop {
  readonly books: readonly z.infer<typeof Book>[];
  /** What happens before a page. */
  readonly onPage?: (count: number, input: Input<typeof list>) => unknown;
  readonly collect?: CollectOptions<Page, Query>;
  /** Instead of what the operation was. */
  readonly before?: OperationOptions['before'];
  readonly down?: OperationOptions['down'];
  /** Of the version that made pages. */
  readonly schemas?: readonly Reshape[];
  readonly later?: readonly Change[];
  readonly service?: ServiceOptions;
}

const whole = { query: OldQuery, response: { 200: z.array(Book) } };

async function open({
  books,
  onPage,
  collect = byCursor,
  before = whole,
  down,
  schemas = [],
  later = [],
  service = {},
}: Shop) {
  const asked: Query[] = [];
  let guarded = 0;
  class Guard {
    check() {
      guarded += 1;
    }
  }
  @Controller('books')
  class Books {
    @Throttle({ limit: 2, windowSeconds: 3600 })
    @UseGuards(Guard)
    @Get('', list)
    async list(input: Input<typeof list>): Promise<Page> {
      const { q, cursor, limit } = input.query;
      asked.push({ ...input.query });
      await onPage?.(asked.length, input);
      const found = books.filter(({ title }) => title.includes(q ?? ''));
      const from = Number(cursor ?? 0);
      const next = from + limit;
      return { items: found.slice(from, next), nextCursor: next < found.length ? String(next) : null };
    }
    @Get('other', {}) other() {
      return asked.length;
    }
  }
  @Module({ controllers: [Books], providers: [Guard] })
  class Root {}
  const pages = change({
    title: 'Books come in pages',
    schemas,
    operations: [operation(() => Books, 'list', { before, collect, ...(down && { down }) })],
  });
  const versions = defineVersions(['1', { version: '2', changes: [pages] }, { version: '3', changes: later }]);
  const served = await serveForTest(Root, {
    versioning: { type: 'header', header: 'X-API-Version', versions },
    ...service,
  });
  const ask = (version: string, path = '/books') => served.call(path, { headers: { 'X-API-Version': version } });
  const fetched = (version: string, path = '/books') =>
    served.app.fetch(new Request(`http://test${path}`, { headers: { 'X-API-Version': version } }));
  return { ...served, ask, fetched, asked, guarded: () => guarded };
}

const shelf = (count: number) => Array.from({ length: count }, (_, id) => ({ id, title: `Book ${id}` }));

describe('a list that became pages', () => {
  it('is whole in the older version, on sockets and for Requests, and asks guards and throttle once', async () => {
    const { app, ask, fetched, asked, guarded } = await open({ books: shelf(8) });
    const answer = await ask('1');
    expect(answer.json()).toEqual(shelf(8));
    expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, '3', '6']);
    expect(guarded()).toBe(1);
    expect(await (await fetched('1')).json()).toEqual(shelf(8));
    expect((await ask('2')).json<Page>().items).toEqual(shelf(3));
    await app.close();
  });

  it('is what a handler without pages would answer', async () => {
    const named = [change({ title: 'Names', schemas: [renamed(Book, { title: 'name' })] })];
    const texts = fc.constantFrom('', 'a', 'b', 'ab', 'ba');
    const titles = fc.array(texts, { maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(
        titles,
        fc.option(texts),
        fc.boolean(),
        fc.integer({ min: 1, max: 5 }),
        async (all, q, isLater, limit) => {
          const books = all.map((title, id) => ({ id, title }));
          const collect = { ...byCursor, next: nextOf(limit) };
          const { app, fetched } = await open({ books, collect, later: isLater ? named : [] });
          const response = await fetched('1', q === null ? '/books' : `/books?q=${q}`);
          const found = books.filter(({ title }) => title.includes(q ?? ''));
          expect(await response.json()).toEqual(isLater ? found.map(({ id, title }) => ({ id, name: title })) : found);
          await app.close();
        },
      ),
      runs(40),
    );
  });

  const nextOf =
    (limit: number): CollectOptions<Page, Query>['next'] =>
    (page, query) =>
      page.nextCursor === null ? null : { ...query, cursor: page.nextCursor, limit: String(limit) };

  it('may be named by a reshape of the page', async () => {
    const schemas = [reshape(BookPage, { before: z.array(Book), down: ({ items }) => items })];
    const { app, ask } = await open({ books: shelf(7), before: { query: OldQuery }, schemas });
    expect((await ask('1')).json()).toEqual(shelf(7));
    await app.close();
  });

  it('goes down as a whole', async () => {
    const Shelf = z.object({ books: z.array(Book), count: z.int() });
    const down: OperationOptions['down'] = ({ body }) => ({
      body: { books: body, count: (body as readonly unknown[]).length },
    });
    const { app, ask } = await open({ books: shelf(7), before: { response: Shelf }, down });
    expect((await ask('1')).json()).toEqual({ books: shelf(7), count: 7 });
    await app.close();
  });

  it('is made of the pages of its own version, which newer ones have changed', async () => {
    const later = change({
      title: 'Other names',
      schemas: [
        renamed(BookPage, { items: 'entries', nextCursor: 'after' }),
        renamed(BookQuery, { cursor: 'after', limit: 'count' }),
      ],
    });
    const collect = {
      items: (page: unknown) => (page as { readonly entries: readonly unknown[] }).entries,
      next: (page: unknown, query: unknown) => {
        const { after } = page as { readonly after: string | null };
        const { count } = query as { readonly count: number };
        return after === null ? null : { ...(query as object), after, count: count + 1 };
      },
    };
    const { app, ask, asked } = await open({ books: shelf(13), collect, later: [later] });
    expect((await ask('1', '/books?q=B')).json()).toEqual(shelf(13));
    expect(asked).toEqual([
      { q: 'B', limit: 3 },
      { q: 'B', limit: 4, cursor: '3' },
      { q: 'B', limit: 5, cursor: '7' },
      { q: 'B', limit: 6, cursor: '12' },
    ]);
    expect((await ask('2', '/books?count=2&after=12')).json()).toEqual({ entries: shelf(13).slice(12), after: null });
    await app.close();
  });

  it('has at most as many items as the change allows, and is never shortened', async () => {
    const exact = await open({ books: shelf(6), collect: { ...byCursor, atMost: 6 } });
    expect((await exact.ask('1')).json()).toHaveLength(6);
    await exact.app.close();
    const { app, ask, asked } = await open({ books: shelf(20), collect: { ...byCursor, atMost: 6 } });
    const answer = await ask('1');
    expect([answer.status, answer.json()['code']]).toEqual([400, 'list-too-long']);
    expect(asked).toHaveLength(3);
    await app.close();
  });

  it('is a 500 that names the change where next asks for a page again', async () => {
    const collect = { ...byCursor, next: (_: Page, query: Query) => ({ ...query, cursor: '3' }) };
    const { app, ask, asked, logged } = await open({ books: shelf(8), collect });
    expect((await ask('1')).status).toBe(500);
    expect(asked).toHaveLength(2);
    expect(logged.join('\n')).toContain('Books come in pages');
    expect(logged.join('\n')).toContain('collect.next gave the query of an earlier page.');
    await app.close();
  });

  it.each([
    ['a limit beyond the newest maximum', { limit: '51' }],
    ['another type', { cursor: 3 }],
  ])('is a 500 where next gives %s', async (_, given) => {
    const { app, ask, logged } = await open({
      books: shelf(8),
      collect: { ...byCursor, next: (page, query) => ({ ...query, cursor: page.nextCursor, ...given }) },
    });
    expect((await ask('1')).status).toBe(500);
    expect(logged.join('\n')).toContain('Books come in pages');
    await app.close();
  });

  it('answers with the error of any page', async () => {
    const onPage = (count: number) => {
      if (count === 2) throw new HttpError(409, 'The list has changed.', { code: 'changed' });
    };
    const { app, ask, asked } = await open({ books: shelf(8), onPage });
    const answer = await ask('1');
    expect([answer.status, answer.json()['code'], asked.length]).toEqual([409, 'changed', 2]);
    await app.close();
  });

  it('has the headers of the first page', async () => {
    const onPage = (count: number, { res }: Input<typeof list>) => {
      if (count === 2) res.setHeader('X-Late', 'yes');
      res.setHeader('X-Page', String(count));
    };
    const { app, ask } = await open({ books: shelf(8), onPage });
    const { headers } = await ask('1');
    expect([headers['x-page'], headers['x-late']]).toEqual(['1', undefined]);
    expect(headers['content-type']).toContain('application/json');
    await app.close();
  });

  it('lets other requests have a turn between pages', async () => {
    const { app, ask, asked, url } = await open({ books: shelf(300), collect: { ...byCursor, atMost: 1000 } });
    const whole = ask('1');
    const { port } = new URL(url);
    while (asked.length === 0) await turn();
    const other = await fetch(`http://127.0.0.1:${port}/books/other`, { headers: { 'X-API-Version': '1' } });
    expect(Number(await other.text())).toBeLessThan(100);
    expect((await whole).json()).toHaveLength(300);
    await app.close();
  });

  it('stops where the client leaves', async () => {
    let leave = () => {};
    const onPage = async (count: number, { req }: Input<typeof list>) => {
      if (count !== 2) return;
      leave();
      await once(req.socket, 'close');
    };
    const { app, asked, url } = await open({ books: shelf(30), onPage });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    leave = () => void socket.destroy();
    socket.write('GET /books HTTP/1.1\r\nHost: test\r\nX-API-Version: 1\r\n\r\n');
    await once(socket, 'close');
    for (let round = 0; round < 50; round++) await turn();
    expect(asked).toHaveLength(2);
    await app.close();
  });

  it('stops where a Request is aborted', async () => {
    const abort = new AbortController();
    const { app, asked } = await open({ books: shelf(30), onPage: (count) => count === 2 && abort.abort() });
    const request = new Request('http://test/books', { headers: { 'X-API-Version': '1' }, signal: abort.signal });
    await app.fetch(request);
    for (let round = 0; round < 50; round++) await turn();
    expect(asked).toHaveLength(2);
    await app.close();
  });

  it('stops when its time is over', async () => {
    const onPage = () => new Promise((resolve) => setTimeout(resolve, 30));
    const { app, ask, asked } = await open({ books: shelf(300), onPage, service: { requestTimeoutMs: 20 } });
    const answer = await ask('1');
    expect([answer.status, answer.json()['code'], asked.length]).toEqual([503, 'list-timeout', 1]);
    await app.close();
  });
});

describe('a list that cannot be made of pages', () => {
  const Item = z.object({ id: z.int() });
  const query = z.object({ after: z.string().optional() });
  const collect: OperationOptions['collect'] = { items: () => [], next: () => null };

  function problemsOf(verb: typeof Get | typeof Post, schemas: object, options: OperationOptions) {
    @Controller('items')
    class Items {
      @verb('', schemas) list(): unknown {
        return [];
      }
    }
    @Module({ controllers: [Items] })
    class Root {}
    const pages = change({ title: 'Pages', operations: [operation(() => Items, 'list', options as never)] });
    const versions = defineVersions(['1', { version: '2', changes: [pages] }]);
    const { problems } = compileRoutes(Root, { versioning: { type: 'header', header: 'X-API-Version', versions } });
    return problems.map(({ id, message }) => `${id}: ${message}`);
  }

  const page = z.object({ items: z.array(Item) });
  const before = { response: z.array(Item) };

  it.each([
    ['which is a POST', Post, { query, response: page }, { before, collect }],
    ['which was a POST', Get, { query, response: page }, { before: { ...before, method: 'POST' as const }, collect }],
    ['which is a stream', Get, { query, response: { 200: events(Item) } }, { before, collect }],
    ['whose answer is not JSON with a schema', Get, { query }, { before, collect }],
    ['which takes no query', Get, { response: page }, { before, collect }],
    ['and nothing says what older versions answer', Get, { query, response: page }, { before: {}, collect }],
  ])('is a problem at boot: %s', (fault, verb, schemas, options) => {
    expect(problemsOf(verb, schemas, options)).toEqual([
      `invalid-collect: The change "Pages" of version 2 collects the pages of Items.list, ${fault}.`,
    ]);
  });

  const declare = (given: unknown) =>
    operation(
      () =>
        class List {
          list() {}
        },
      'list',
      { before, collect: given as never },
    );

  it.each<readonly [unknown, string]>([
    [5, 'operation(): collect takes an object, but received 5.'],
    [{}, 'operation(): collect has no items.'],
    [{ items: () => [] }, 'operation(): collect has no next.'],
    [{ items: 'items', next: () => null }, 'operation(): collect: items is "items".'],
    [{ ...collect, most: 5 }, 'operation(): collect: unknown member "most". Did you mean "atMost"?'],
    ...[0, 1.5, '10', Infinity].map((atMost) => [{ ...collect, atMost }, 'operation(): collect.atMost is '] as const),
  ])('is a TypeError: %j', (given, message) => {
    expect(() => declare(given)).toThrow(message);
  });
});
