import { afterAll, expect, it } from 'vitest';
import { pairSchemas } from './documents-schemas.js';
import { z } from 'zod';
import {
  change,
  Controller,
  defineVersions,
  Get,
  type Input,
  Module,
  operation,
  Post,
  renamed,
  reshape,
} from '../index.js';
import { testApp } from '../testing/index.js';

const Book = z
  .object({ title: z.string(), words: z.array(z.string()) })
  .meta({ id: 'Book', examples: [{ title: 'Emma', words: ['love', 'wit'] }] });
const BookV2 = z.object({ title: z.string(), words: z.string() }).meta({ id: 'Book', description: 'With text.' });

const create = { body: Book, response: { 201: Book } };
@Controller('books')
class BooksController {
  @Get(':id', { response: Book }) read() {
    return { title: 'Emma', words: ['love'] };
  }
  @Post('', create) create({ body }: Input<typeof create>) {
    return body;
  }
  @Get('count', { response: z.object({ count: z.int() }) }) count() {
    return { count: 1 };
  }
}
@Module({ controllers: [BooksController] })
class AppModule {}

const named = change({
  title: 'A book has a title',
  description: 'It was called `name`.',
  schemas: [renamed(BookV2, { title: 'name' })],
});
const listed = change({
  title: 'Words are a list',
  schemas: [
    reshape(Book, {
      before: BookV2,
      up: ({ title, words }) => ({ title, words: words.split(' ') }),
      down: ({ title, words }) => ({ title, words: words.join(' ') }),
    }),
  ],
  operations: [operation(() => BooksController, 'read', { before: { doc: { summary: 'Look at a book' } } })],
});

const { request, close } = await testApp(AppModule, {
  versioning: {
    type: 'header',
    header: 'X-API-Version',
    versions: defineVersions(['1', { version: '2', changes: [named] }, { version: '3', changes: [listed] }]),
  },
  documents: {},
  now: () => new Date('2026-11-26'),
});
afterAll(() => close());

const read = async (query: string) => {
  const answer = await request(`/docs${query}`, { headers: { accept: 'text/html' } });
  return { status: answer.status, text: (await answer.text()).replaceAll('&amp;', '&') };
};
/** As it reads: removed lines after −, added ones after +. */
const plain = (markup: string) =>
  markup
    .replaceAll('<del>', '−')
    .replaceAll('<ins>', '+')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ');

it('takes one example through the changes for both sides of an answer, and a request up', async () => {
  const { text } = await read('?version=3&operation=post-books&from=1');
  const [, note = ''] = /<section class="difference"[^>]*>([\s\S]*?)<\/section>/.exec(text) ?? [];
  expect(plain(note)).toContain('A book has a title It was called name . Words are a list');
  // What the changes make of it, and no example of either document.
  expect(plain(note)).toContain('Answer version 1 { − "name": "Emma", − "words": "love wit" }');
  expect(plain(note)).toContain('version 3 { + "title": "Emma", + "words": [ + "love", + "wit" + ] }');
  expect(plain(note)).toContain(
    'Request version 1 { − "name": "Emma", − "words": "love wit" } version 3 { + "title": "Emma", + "words": [ + "love", + "wit" + ] }',
  );
});

it('compares neighbours between older versions through the newest too', async () => {
  const { text } = await read('?version=2&operation=get-books-id&from=1');
  expect(plain(text)).toContain(
    '− "name": "Emma", "words": "love wit" } version 2 { + "title": "Emma", "words": "love wit" }',
  );
});

it('names each difference in words, breaking ones first, with the check as a tooltip only', async () => {
  for (const query of ['?version=3&operation=post-books&from=1', '/changes?version=3', '/changes?version=3&from=1']) {
    const { text } = await read(query);
    expect(text).toMatch(/<li class="error" title="[a-z-]+"><code>words<\/code> is array now, and was string/);
    expect(plain(text)).not.toMatch(/response \d+ property|request property|response-|request-property/);
    const levels = [...text.matchAll(/<li class="(error|warning|info)" title/g)].map(([, level]) => level);
    expect(levels.indexOf('error')).toBe(0);
  }
});

it('offers the other versions, the older one first, and stays in the comparison', async () => {
  const { text } = await read('?version=2&operation=get-books-id');
  expect(text).toContain('<a href="/docs?version=2&operation=get-books-id&from=1">version 1</a>');
  expect(text).toContain('<a href="/docs?version=3&operation=get-books-id&from=2">version 3</a>');
  const compared = (await read('?version=3&operation=get-books-id&from=1')).text;
  expect(compared).toContain('<summary>Compared with 1</summary>');
  expect(compared).toContain(
    '<a href="/docs?version=3&operation=get-books-id&from=1" aria-current="true">version 1</a>',
  );
  expect(compared).toContain('href="/docs?version=3&operation=post-books&from=1"');
  expect(compared).toContain('<a href="/docs?version=3&operation=get-books-id">Stop comparing</a>');
  expect((await read('?version=1&operation=get-books-id&from=3')).text).not.toContain('Compared with');
});

it('shows samples and examples of both versions', async () => {
  const { text } = await read('?version=3&operation=post-books&from=1');
  const [, sample = ''] = /aria-label="curl, before and after">([\s\S]*?)<\/pre>/.exec(text) ?? [];
  expect(plain(sample)).toContain("− --header 'X-API-Version: 1' \\ + --header 'X-API-Version: 3'");
  expect(text).toContain('aria-label="Example of 201, before and after"');
});

it('is a 404 for an unknown version to compare with', async () => {
  const { status, text } = await read('?version=2&from=9');
  expect([status, text.includes('Version 9 does not exist')]).toEqual([404, true]);
});

it('writes one file for each version and the one before, which caches keep', async () => {
  const answer = await request('/docs/changes/3');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
  const pair: unknown = await answer.json();
  expect(pairSchemas.response[200].schema.parse(pair)).toEqual(pair);
  expect(pair).toEqual({
    from: '2',
    to: '3',
    guide: '../changes?version=3',
    operations: 3,
    added: [],
    changed: {
      'GET /books/{id}': { level: 'error', now: 'GET /books/{id}', anchor: 'get-books-id', sunset: null },
      'POST /books': { level: 'error', now: 'POST /books', anchor: 'post-books', sunset: null },
    },
  });
  const etag = answer.headers.get('etag')!;
  expect((await request('/docs/changes/3', { headers: { 'if-none-match': etag } })).status).toBe(304);
  for (const version of ['1', '9', 'next'])
    expect([version, (await request(`/docs/changes/${version}`)).status]).toEqual([version, 404]);
});
