import { describe, expectTypeOf, it } from 'vitest';
import { Get, type Input, Post, reshape, type RouteSchemas } from 'svckit';
import { libraries } from './library.js';

/** What every library says of the same shop. */
interface Shop {
  readonly params: { id: number };
  readonly query: { limit: number; archived?: boolean | undefined; tag?: string[] | undefined };
  readonly headers: { 'x-copies'?: number | undefined };
  readonly cookies: { session: string };
  readonly body: { book: { title: string; authors: string[]; tags: string[] }; count: number; day: Date };
}

const routeOf = <const L extends (typeof libraries)[keyof typeof libraries]>(library: L) =>
  ({
    params: library.Params as L['Params'],
    query: library.Query as L['Query'],
    headers: library.Headers as L['Headers'],
    cookies: library.Cookies as L['Cookies'],
    body: library.Order as L['Order'],
    response: { 200: library.Book as L['Book'] },
  }) satisfies RouteSchemas;

const zod4 = routeOf(libraries['Zod 4']);
const zod3 = routeOf(libraries['Zod 3']);
const valibot = routeOf(libraries.Valibot);
const arktype = routeOf(libraries.ArkType);

const book = { id: 1, title: 'Mort', authors: [], price: { amount: 1, currency: 'EUR' as const } };

// Every line marked as an error has to be one: an unused mark is itself an error to the compiler.
class Handlers {
  @Get('a', zod3) zod3() {
    return book;
  }
  @Get('b', valibot) valibot() {
    return book;
  }
  @Get('c', arktype) arktype() {
    return book;
  }
  // @ts-expect-error the answer is not what 200 declares
  @Get('d', zod3) wrongZod3() {
    return { id: '1' };
  }
  // @ts-expect-error the answer is not what 200 declares
  @Get('e', valibot) wrongValibot() {
    return { id: '1' };
  }
  // @ts-expect-error the answer is not what 200 declares
  @Get('f', arktype) wrongArkType() {
    return { id: '1' };
  }
  // @ts-expect-error the parameter is of another route
  @Post('g', { body: libraries.Valibot.Book }) foreign({ body }: Input<{ body: typeof libraries.ArkType.Order }>) {
    return { id: body.count };
  }
}

describe('the types of a handler', () => {
  it('follow from the schemas of every library', () => {
    expectTypeOf<Pick<Input<typeof zod4>, keyof Shop>>().toEqualTypeOf<Shop>();
    expectTypeOf<Pick<Input<typeof zod3>, keyof Shop>>().toEqualTypeOf<Shop>();
    expectTypeOf<Pick<Input<typeof valibot>, keyof Shop>>().toEqualTypeOf<Shop>();
    expectTypeOf<Input<typeof arktype>['params']>().toEqualTypeOf<Shop['params']>();
    expectTypeOf<Input<typeof arktype>['query']['limit']>().toEqualTypeOf<number>();
    expectTypeOf<Input<typeof arktype>['query']['tag']>().toEqualTypeOf<string[] | undefined>();
    expectTypeOf<Input<typeof arktype>['headers']['x-copies']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Input<typeof arktype>['cookies']>().toEqualTypeOf<Shop['cookies']>();
    expectTypeOf<Input<typeof arktype>['body']>().toEqualTypeOf<Shop['body']>();
    expectTypeOf(Handlers).toBeConstructibleWith();
  });

  it('and so do those of a change', () => {
    const { Book, NewBook } = libraries.Valibot;
    reshape(Book, { before: NewBook, down: (value) => ({ title: value.title, authors: value.authors, tags: [] }) });
    // @ts-expect-error the older shape has other members
    reshape(Book, { before: NewBook, down: (value) => ({ name: value.title }) });
    // What the schema takes: defaults are filled in by the library.
    reshape(NewBook, { before: Book, up: ({ title, authors }) => ({ title, authors }) });
    // @ts-expect-error the newer shape needs its authors
    reshape(NewBook, { before: Book, up: ({ title }) => ({ title }) });
    const { ArkType } = libraries;
    reshape(ArkType.NewBook, { before: ArkType.Book, up: ({ title, authors }) => ({ title, authors }) });
    // @ts-expect-error the newer shape needs its authors
    reshape(ArkType.NewBook, { before: ArkType.Book, up: ({ title }) => ({ title }) });
  });
});
