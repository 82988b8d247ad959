import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Controller, createApp, defineVersions, Get, Module, type ServiceOptions, Version } from '../../index.js';

@Controller('books')
class BooksController {
  handled = 0;

  @Get('', { response: z.string() })
  list() {
    return 'books';
  }

  @Get('new', { response: z.string() })
  @Version('2')
  fresh() {
    return 'new books';
  }

  @Get('page', {
    response: { 200: { description: 'A page or JSON.', mediaTypes: ['text/html', 'application/json'] } },
  })
  page() {
    return new Response('<p>', { headers: { 'content-type': 'text/html' } });
  }

  @Get('any')
  any() {
    return 'any';
  }
}

@Module({ controllers: [BooksController] })
class BooksModule {}

const shared = { defaultVersion: '2', versions: defineVersions(['1', '2']) };
const header = { type: 'header', header: 'X-API-Version', ...shared } as const;

async function statusOf(path: string, accept: string, versioning: ServiceOptions['versioning'] = header) {
  const app = await createApp(BooksModule, { versioning });
  const response = await app.request(path, { headers: { accept } });
  await app.close();
  return response.status;
}

describe('an Accept', () => {
  it.each([
    ['application/json', 200],
    ['application/json;q=0.001', 200],
    ['application/json;q=0', 406],
    ['application/json;q=0.000', 406],
    ['APPLICATION/JSON; Q=0', 406],
    ['application/*;q=0', 406],
    ['*/*;q=0', 406],
    ['*/*;q=0, application/json', 200],
    ['*/*;q=0, application/*;q=0.2', 200],
    ['application/json;q=0, */*', 406],
    ['application/*, application/json;q=0', 406],
    ['application/*;q=0, application/json;q=0.1', 200],
    ['application/json;q=0, application/json', 200],
    ['text/html;q=0', 200],
    ['text/html', 200],
    ['application/json;q=nonsense', 200],
    ['text/plain;note="application/json;q=0"', 200],
    ['', 200],
  ])('of %j gets a status of %d for JSON', async (accept, expected) => {
    expect(await statusOf('/books', accept)).toBe(expected);
  });

  it.each([
    ['text/html;q=0', 200],
    ['text/html;q=0, application/json;q=0', 406],
    ['text/*;q=0, application/*;q=0', 406],
  ])('of %j gets a status of %d for one of two media types', async (accept, expected) => {
    expect(await statusOf('/books/page', accept)).toBe(expected);
  });

  it('refuses nothing of an operation that declares no media type', async () => {
    expect(await statusOf('/books/any', '*/*;q=0')).toBe(200);
  });

  it.each([
    ['/books/new', 'application/json;v=2', 200],
    ['/books/new', 'application/json;v=2;q=0', 406],
    ['/books/new', 'application/json;v=1;q=0, application/json;v=2', 200],
    ['/books/new', 'application/json;v=1;q=0', 200],
    ['/books/new', 'application/json;v=2;q=0, */*', 406],
    ['/books/new', 'application/json;q=0, application/json;v=2', 200],
    ['/books', 'application/json;v=1;q=0.5, application/json;v=2;q=0', 200],
  ])('of %s that names versions, %j, gets %d', async (path, accept, expected) => {
    expect(await statusOf(path, accept, { type: 'media-type', key: 'v=', ...shared })).toBe(expected);
  });
});
