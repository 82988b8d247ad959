import { describe, expect, it } from 'vitest';
import { testApp } from 'svckit/testing';
import { compareVersionDocuments } from '../../src/contract/compare/compare-versions-of-api.js';
import { runLaws } from '../../src/laws/run-laws.js';
import type { JsonObject } from '../../src/json/json.js';
import { problemLine } from '../../src/report/result.js';
import { buildDocument, checkService, compileService } from '../../src/export/index.js';
import { libraries, type LibraryName } from './library.js';
import { shopOf } from './shop.js';

const send = (method: string, body: unknown, headers: Record<string, string> = {}) => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
const version1 = { 'x-api-version': '1' };
const problemsOf = async (response: Response) => {
  const { status, errors } = (await response.json()) as {
    status: number;
    errors: { in: string; path: string; message: string }[];
  };
  return [status, errors.map(({ in: place, path }) => `${place} ${path}`).toSorted()] as const;
};

const price = { amount: 9.5, currency: 'EUR' };
const book = { id: 1, title: 'Good Omens', authors: ['Pratchett', 'Gaiman'], price };
const bookV1 = { id: 1, title: 'Good Omens', author: 'Pratchett and Gaiman', price };

describe.each(Object.keys(libraries) as LibraryName[])('%s', (name) => {
  const shop = () => testApp(shopOf(name));

  it('passes parsed values: numbers, flags and lists from text, defaults, transforms', async () => {
    await using app = await shop();
    const echo = await app.request('/books/echo?limit=5&archived=true&tag=a', { headers: { 'x-copies': '3' } });
    expect(await echo.json()).toEqual({
      query: { limit: 5, archived: true, tag: ['a'] },
      headers: { 'x-copies': 3 },
    });
    expect(await (await app.request('/books/echo')).json()).toEqual({ query: { limit: 10 }, headers: {} });
    expect(await (await app.request('/books/item/7')).json()).toEqual({ ...book, id: 7 });
    const order = { book: { title: 'Mort', authors: [] }, count: 2, day: '2026-11-22' };
    const ordered = await app.request('/books/orders', send('POST', order, { cookie: 'session=abc; other=1' }));
    expect(await ordered.json()).toEqual({
      day: '2026-11-22T00:00:00.000Z',
      tags: ['ordered'],
      count: 2,
      session: 'abc',
    });
  });

  it('refuses what does not fit, with the place of every mistake', async () => {
    await using app = await shop();
    const wrong = send('POST', { title: '', authors: ['a', 5] });
    expect(await problemsOf(await app.request('/books', wrong))).toEqual([400, ['body authors.1', 'body title']]);
    const refined = send('POST', { title: 'Untitled', authors: [] });
    const response = await app.request('/books', refined);
    const { errors } = (await response.json()) as { errors: unknown[] };
    expect(errors).toMatchObject([
      { in: 'body', path: 'title', message: expect.stringContaining('A book needs a title') },
    ]);
    expect(await problemsOf(await app.request('/books?limit=51&archived=2'))).toEqual([
      400,
      ['query archived', 'query limit'],
    ]);
    expect(await problemsOf(await app.request('/books/item/x'))).toEqual([400, ['path id']]);
    expect(await problemsOf(await app.request('/books', { headers: { 'x-copies': 'many' } }))).toEqual([
      400,
      ['header x-copies'],
    ]);
    const order = { book: { title: 'Mort', authors: [] }, count: 0, day: 'x' };
    expect(await problemsOf(await app.request('/books/orders', send('POST', order)))).toEqual([
      400,
      ['body count', 'body day', 'cookie session'],
    ]);
  });

  it('sends what is declared, at every depth', async () => {
    await using app = await shop();
    expect(await (await app.request('/books')).json()).toEqual({ items: [book, { ...book, id: 2 }], next: null });
    expect(await (await app.request('/books/item/1')).json()).toEqual(book);
  });

  it('answers version 1 from the change', async () => {
    await using app = await shop();
    const list = await app.request('/books', { headers: version1 });
    expect(await list.json()).toEqual({ items: [bookV1, { ...bookV1, id: 2 }], next: null });
    const created = await app.request('/books', send('POST', { title: 'Mort', author: 'P and G' }, version1));
    expect(created.status).toBe(201);
    expect(await created.json()).toEqual({ id: 3, title: 'Mort', author: 'P and G', price });
  });

  it('reads requests of version 1: their own mistakes, then the refinements, defaults and transforms of the newest shape', async () => {
    await using app = await shop();
    const without = await app.request('/books', send('POST', { title: '', authors: [] }, version1));
    expect(await problemsOf(without)).toEqual([400, ['body author', 'body title']]);
    const refined = await app.request('/books', send('POST', { title: 'Untitled', author: 'a' }, version1));
    expect(await problemsOf(refined)).toEqual([400, ['body title']]);
    const headers = { ...version1, cookie: 'session=abc' };
    const order = { book: { title: 'Mort', author: 'a' }, count: 2, day: '2026-11-22' };
    const ordered = await app.request('/books/orders', send('POST', order, headers));
    expect(await ordered.json()).toEqual({
      day: '2026-11-22T00:00:00.000Z',
      tags: ['ordered'],
      count: 2,
      session: 'abc',
    });
    const wrong = await app.request('/books/orders', send('POST', { ...order, count: 0, day: 'x' }, headers));
    expect(await problemsOf(wrong)).toEqual([400, ['body count', 'body day']]);
    const inner = await app.request('/books/orders', send('POST', { ...order, book: { title: 'x' } }, headers));
    expect(await problemsOf(inner)).toEqual([400, ['body book.author']]);
  });

  it('is described on both sides, in each version', () => {
    const definition = shopOf(name);
    const schemaOf = (apiVersion: string, path: string, method: string, part: 'body' | number) => {
      const { paths } = buildDocument(compileService(definition), { ...definition, apiVersion });
      const operation = paths[path]![method]!;
      const content = part === 'body' ? operation.requestBody!.content : operation.responses[part]!.content!;
      return content['application/json']!.schema as { properties: Record<string, object>; required: string[] };
    };
    const integer = expect.objectContaining({ type: 'integer' });
    const string = expect.objectContaining({ type: 'string' });
    const strings = expect.objectContaining({ type: 'array', items: string });
    const shownPrice = expect.objectContaining({
      properties: {
        amount: expect.objectContaining({ type: 'number' }),
        currency: expect.objectContaining({ enum: ['EUR', 'USD'] }),
      },
      required: ['amount', 'currency'],
    });
    expect(schemaOf('2', '/books/item/{id}', 'get', 200)).toMatchObject({
      properties: { id: integer, title: string, authors: strings, price: shownPrice },
    });
    expect(schemaOf('1', '/books/item/{id}', 'get', 200).properties).toEqual({
      id: integer,
      title: string,
      author: string,
      price: shownPrice,
    });
    expect(Object.keys(schemaOf('1', '/books', 'get', 200).properties)).toEqual(
      expect.arrayContaining(['items', 'next']),
    );
    expect(schemaOf('2', '/books', 'post', 'body').required.toSorted()).toEqual(['authors', 'title']);
    expect(schemaOf('1', '/books', 'post', 'body').required.toSorted()).toEqual(['author', 'title']);
    expect(schemaOf('2', '/books/orders', 'post', 'body').properties.day).toMatchObject({ type: 'string' });
    const { paths } = buildDocument(compileService(definition), { ...definition, apiVersion: '2' });
    expect(paths['/books']!.get!.parameters).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          name: 'limit',
          in: 'query',
          schema: expect.objectContaining({ type: 'integer', maximum: 50 }),
        }),
        expect.objectContaining({ name: 'tag', in: 'query' }),
        expect.objectContaining({ name: 'x-copies', in: 'header' }),
      ]),
    );
  });

  it('shows in the difference of the versions what the change did, and nothing else', () => {
    const definition = shopOf(name);
    const documentOf = (apiVersion: string) =>
      JSON.parse(
        JSON.stringify(buildDocument(compileService(definition), { ...definition, apiVersion })),
      ) as JsonObject;
    const findings = compareVersionDocuments(documentOf('1'), documentOf('2'), { asOf: '2026-01-01' });
    const messages = findings.map(({ message }) => message).filter((message) => !message.includes('X-API-Version'));
    expect(messages.filter((message) => message.includes('author')).length).toBeGreaterThan(2);
    expect(messages.filter((message) => !/author|tags/.test(message))).toEqual([]);
  });

  it('passes svc check, and its change the laws', () => {
    const definition = shopOf(name);
    const service = { definition, problems: [], sourceOf: () => null };
    const problems = checkService(service as never, { asOf: new Date('2026-01-01') });
    expect(problems.filter(({ severity }) => severity !== 'info').map(problemLine)).toEqual([]);
    const { versions } = libraries[name];
    const { routes, bindings, previews } = compileService(definition);
    const versioning = definition.versioning as never;
    const input = {
      versions,
      versioning,
      routes,
      bindings,
      previews,
      differences: () => [],
      only: null,
      clients: true,
    };
    const { tested, findings } = runLaws({ ...input, runs: 50, seed: 7, asOf: new Date('2026-01-01') });
    expect(tested).toHaveLength(1);
    expect(findings.map(({ law, message }) => `${law} ${message}`)).toEqual([]);
  });
});
