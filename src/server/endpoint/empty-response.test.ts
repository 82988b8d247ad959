import { Response as UndiciResponse } from 'undici';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serveForTest } from '../testing/serve-for-test.js';
import { change, Controller, defineVersions, Get, Head, type Input, Module, operation, renamed } from '../../index.js';

const Book = z.object({ title: z.string() }).meta({ id: 'Book' });
const json = { 'content-type': 'application/json', 'x-own': 'kept' };

const closed = () => new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });
const late = () =>
  new ReadableStream<Uint8Array>({
    async pull(controller) {
      controller.enqueue(new Uint8Array(0));
      await new Promise(setImmediate);
      controller.close();
    },
  });

const empty: Readonly<Record<string, () => Response>> = {
  nothing: () => new Response(),
  null: () => new Response(null, { headers: json }),
  'no content': () => new Response(null, { status: 204, headers: { 'x-own': 'kept' } }),
  'not modified': () => new Response(null, { status: 304, headers: { etag: '"1"' } }),
  'reset content': () => new Response(null, { status: 205 }),
  accepted: () => new Response(null, { status: 202, headers: { location: '/jobs/1' } }),
  'an error': () => new Response(null, { status: 404 }),
  'a redirect': () => Response.redirect('http://a.example/b', 307),
  'an empty text': () => new Response('', { headers: json }),
  'no bytes': () => new Response(new Uint8Array(0), { headers: json }),
  'a closed stream': () => new Response(closed(), { headers: json }),
  'a stream of nothing': () => new Response(late(), { headers: json }),
  'of undici': () => new UndiciResponse(null, { status: 204 }) as unknown as Response,
  'of undici, with headers': () => new UndiciResponse('', { headers: json }) as unknown as Response,
};
const full: Readonly<Record<string, () => Response>> = {
  json: () => Response.json({ title: 'A' }),
  stream: () => new Response(new Blob(['{}']).stream(), { headers: json }),
  'a later piece': () =>
    new Response(
      new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new Uint8Array(0));
          controller.enqueue(new TextEncoder().encode('{}'));
          controller.close();
        },
      }),
    ),
  'an error': () => Response.json({}, { status: 404 }),
};

const read = { query: z.object({ of: z.string() }), response: Book } as const;
const list = {
  query: z.object({ of: z.string(), page: z.coerce.number().default(1) }),
  response: z.object({ items: z.array(Book) }).meta({ id: 'Books' }),
} as const;

@Controller('books')
class BooksController {
  @Get('empty', read) empty({ query }: Input<typeof read>): never {
    return empty[query.of]!() as never;
  }
  @Head('empty', read) head({ query }: Input<typeof read>): never {
    return empty[query.of]!() as never;
  }
  @Get('full', read) full({ query }: Input<typeof read>): never {
    return full[query.of]!() as never;
  }
  @Get('pages', list) pages({ query }: Input<typeof list>): never {
    return empty[query.of]!() as never;
  }
}
@Module({ controllers: [BooksController] })
class BooksModule {}

const versions = defineVersions([
  '1',
  {
    version: '2',
    changes: [
      change({ title: 'Names are titles', schemas: [renamed(Book, { title: 'name' })] }),
      change({
        title: 'Books come in pages',
        operations: [
          operation(() => BooksController, 'pages', {
            before: { query: z.object({ of: z.string() }), response: z.array(Book) },
            collect: {
              items: ({ items }: { readonly items: readonly unknown[] }) => items,
              next: ({ items }: { readonly items: readonly unknown[] }, { page }: { readonly page: number }) =>
                items.length ? { page: page + 1 } : null,
            },
          } as never),
        ],
      }),
    ],
  },
]);

async function ask(path: string, version: string, method = 'GET') {
  const { app, call } = await serveForTest(BooksModule, {
    versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '2', versions },
    logger: { info() {}, warn() {}, error() {} },
  });
  const { status, text, headers } = await call(path, { method, headers: { 'x-api-version': version } });
  await app.close();
  const kept = ['content-type', 'content-length', 'x-own', 'etag', 'location', 'transfer-encoding'];
  return { status, text, headers: kept.map((name) => [name, headers[name]]) };
}

describe('a Web Response without content', () => {
  it.each(Object.keys(empty))('is the same in every version: %s', async (name) => {
    for (const method of ['GET', 'HEAD']) {
      const [older, newest] = [
        await ask(`/books/empty?of=${encodeURIComponent(name)}`, '1', method),
        await ask(`/books/empty?of=${encodeURIComponent(name)}`, '2', method),
      ];
      expect({ ...older, headers: older.headers.slice(2, 5) }).toEqual({
        ...newest,
        headers: newest.headers.slice(2, 5),
      });
      expect([older.status >= 500, older.text]).toEqual([false, '']);
    }
  });

  it.each(['not modified', 'a redirect', 'a closed stream'])(
    'is the answer of a list that became pages: %s',
    async (name) => {
      const [older, newest] = [
        await ask(`/books/pages?of=${encodeURIComponent(name)}`, '1'),
        await ask(`/books/pages?of=${encodeURIComponent(name)}`, '2'),
      ];
      expect([older.status, older.text]).toEqual([newest.status, '']);
    },
  );
});

describe('a Web Response with content', () => {
  it.each(Object.keys(full))('is refused where changes would have to read it: %s', async (name) => {
    expect((await ask(`/books/full?of=${encodeURIComponent(name)}`, '1')).status).toBe(500);
  });
});
