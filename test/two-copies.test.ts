import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import * as here from '../src/index.js';
import * as lenses from '../src/lens/index.js';

vi.resetModules();
/** What a package of controllers brings that was installed with a svckit of its own. */
const other: typeof here = await import('../src/index.js');
const otherLenses: typeof lenses = await import('../src/lens/index.js');
const { Controller, Get, Module, Post } = other;

class Shelf {
  readonly size = 3;
}

const Book = z.object({ title: z.string(), cost: other.internal(z.number()) }).meta({ id: 'Book' });
const NewBook = z.object({ title: z.string() }).meta({ id: 'NewBook' });
const list = { response: Book } as const;
const add = { body: NewBook, response: { 201: Book } } as const;

@Controller('books')
class BooksController {
  private readonly shelf = other.inject(Shelf);

  @Get('', list)
  read() {
    return { title: `${this.shelf.size} books`, cost: 4 };
  }

  @Post('', add)
  add({ body }: here.Input<typeof add>) {
    if (body.title === 'teapot') throw new other.HttpError(418, 'A teapot.');
    return { ...body, cost: 5 };
  }

  @Get('lines', { response: { 200: other.ndjson(z.object({ n: z.int() })) } })
  lines() {
    return other.ndjson([{ n: 1 }, { n: 2 }]);
  }

  @Get('file')
  file() {
    return other.sendFile(Buffer.from('text'), { type: 'text/plain' });
  }
}

const titles = other.change({
  title: 'Names are titles',
  schemas: [
    other.reshape(other.frozen('Book', z.object({ title: z.string(), cost: other.internal(z.number()) })), {
      before: z.object({ name: z.string() }),
      down: ({ title }) => ({ name: title }),
    }),
    other.reshape(NewBook, {
      before: z.object({ name: z.string() }),
      up: ({ name }) => (name === '' ? other.refuse(409, 'A name is needed.') : { title: name }),
    }),
  ],
});

class Settings extends other.HttpOptionsProvider {
  override readonly versioning = {
    type: 'header',
    header: 'X-API-Version',
    defaultVersion: '2',
    versions: other.defineVersions(['1', { version: '2', changes: [titles] }]),
  } as const;
}

@Module({ controllers: [BooksController], providers: [Shelf, Settings] })
class BooksModule {}

describe('two copies of svckit in a process', () => {
  it('recognise what the other one throws', () => {
    expect(other.HttpError).not.toBe(here.HttpError);
    expect(new other.HttpError(404, '')).toBeInstanceOf(here.HttpError);
    expect(new otherLenses.ShapeTooNew('Cart', '3', '2')).toBeInstanceOf(lenses.ShapeTooNew);
    expect(new otherLenses.ShapeTooNew('Cart', '3', '2')).not.toBeInstanceOf(lenses.ShapeMismatch);
  });

  it('keep subclasses apart', () => {
    class Gone extends here.HttpError {}
    expect(new Gone(410, '')).toBeInstanceOf(Gone);
    expect(new Gone(410, '')).toBeInstanceOf(other.HttpError);
    expect(new other.HttpError(404, '')).not.toBeInstanceOf(Gone);
    expect([null, 'text', {}, new Error('x')].some((value) => value instanceof here.HttpError)).toBe(false);
  });

  it('serve together: one creates the application, the other declares everything in it', async () => {
    const app = await here.createApp(BooksModule, { responses: 'check' });
    const ask = async (path: string, version: string, body?: unknown) => {
      const response = await app.request(path, {
        headers: { 'x-api-version': version, 'content-type': 'application/json' },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      });
      return [response.status, await response.text()];
    };
    expect(await ask('/books', '2')).toEqual([200, '{"title":"3 books"}']);
    expect(await ask('/books', '1')).toEqual([200, '{"name":"3 books"}']);
    expect(await ask('/books', '1', { name: 'A' })).toEqual([201, '{"name":"A"}']);
    expect(await ask('/books', '1', { name: '' })).toEqual([409, expect.stringContaining('A name is needed.')]);
    expect(await ask('/books', '2', { title: 'teapot' })).toEqual([418, expect.stringContaining('A teapot.')]);
    expect(await ask('/books/lines', '2')).toEqual([200, '{"n":1}\n{"n":2}\n']);
    expect(await ask('/books/file', '2')).toEqual([200, 'text']);
  });
});
