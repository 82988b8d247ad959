import {
  Controller,
  defineService,
  Get,
  type Input,
  Module,
  Post,
  type RouteSchemas,
  type Schema,
  Version,
  VERSION_NEUTRAL,
} from 'svckit';
import { libraries, type LibraryName } from './library.js';

const price = { amount: 9.5, currency: 'EUR', margin: 0.4 };
const row = { id: 1, title: 'Good Omens', authors: ['Pratchett', 'Gaiman'], price, passwordHash: 'x' };

interface Ordered {
  readonly book: { readonly tags: readonly string[] };
  readonly day: Date;
  readonly count: number;
}

/** One service, with the schemas of one library. Its handlers return more than they declare. */
export function shopOf(name: LibraryName) {
  const { versions, ...schemas } = libraries[name];
  const { Book, Page, NewBook, Order, Params, Query, Headers, Cookies, Receipt } = schemas as unknown as Readonly<
    Record<Exclude<keyof typeof schemas, 'changes'>, Schema>
  >;
  const list = { query: Query, headers: Headers, response: { 200: Page } } satisfies RouteSchemas;
  const echo = { query: Query, headers: Headers } satisfies RouteSchemas;
  const find = { params: Params, response: { 200: Book } } satisfies RouteSchemas;
  const create = { body: NewBook, response: { 201: Book } } satisfies RouteSchemas;
  const order = { body: Order, cookies: Cookies, response: { 201: Receipt } } satisfies RouteSchemas;

  @Controller('books')
  class Books {
    @Get('', list) list() {
      return { items: [row, { ...row, id: 2, extra: true }], next: null, cursor: 'secret' };
    }
    @Version(VERSION_NEUTRAL) @Get('echo', echo) echo({ query, headers }: Input<typeof echo>) {
      return { query, headers };
    }
    @Get('item/:id', find) find({ params }: Input<typeof find>) {
      return { ...row, ...(params as { id: number }) };
    }
    @Post('', create) create({ body }: Input<typeof create>) {
      return { ...(body as object), id: 3, price };
    }
    @Post('orders', order) order({ body, cookies }: Input<typeof order>) {
      const { book, day, count } = body as Ordered;
      return { ...(cookies as object), day: day.toISOString(), tags: [...book.tags, 'ordered'], count, book };
    }
  }

  @Module({ controllers: [Books] })
  class Root {}

  return defineService({
    root: Root,
    info: { title: 'Shop', version: '1.0.0' },
    versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '2', versions },
  });
}
