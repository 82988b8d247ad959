import { afterAll, expect, it } from 'vitest';
import { Controller, Deprecated, Get, Module, Version } from '../index.js';
import { testApp } from '../testing/index.js';

@Controller()
class OthersController {
  @Deprecated({ since: '2026-09-01', sunset: '2027-03-01', link: 'https://example.com/why' })
  @Version('1')
  @Get('legacy')
  legacy() {}
  @Version('2') @Get('fresh') fresh() {}
}

@Module({ controllers: [OthersController] })
class AppModule {}

const { request, close } = await testApp(AppModule, {
  prefix: 'api',
  versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' },
  documents: { info: { title: 'Others', version: '1.0.0' } },
  now: () => new Date('2026-11-26'),
});
afterAll(() => close());

const get = (path: string, headers: Record<string, string> = {}) => request(path, { headers });
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

it('says which version has the operation, what came instead and how to move, to a client that prefers a page', async () => {
  const answer = await get('/api/docs?version=2&operation=get-api-legacy', browser);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  const page = await answer.text();
  for (const part of [
    'GET <span class="path">/api/legacy</span> is not in version 2</h1>',
    'Version 1 is the last one that has it. There it is deprecated since <time datetime="2026-09-01T00:00:00.000Z">',
    '<a href="https://example.com/why" data-outside>',
    '<a class="primary" href="/api/docs?version=1&amp;operation=get-api-legacy">Read in version 1</a>',
    '<a class="secondary" href="/api/docs/changes?version=2#gone-get-api-legacy">How to move</a>',
  ])
    expect(page).toContain(part);
  const changes = await (await get('/api/docs/changes?version=2', browser)).text();
  expect(changes).toContain('id="gone-get-api-legacy"');
});

it('says in an older version which one an operation comes with', async () => {
  const page = await (await get('/api/docs?version=1&operation=get-api-fresh', browser)).text();
  expect(page).toContain('is not in version 1</h1>');
  expect(page).toContain('It comes with version 2.');
  expect(page).not.toContain('How to move');
});

it('lists the versions for one that does not exist, and names an operation that no version has', async () => {
  for (const path of ['/api/docs', '/api/docs/changes']) {
    const unknown = await get(`${path}?version=9`, browser);
    expect(unknown.status).toBe(404);
    const page = await unknown.text();
    expect(page).toContain('Version 9 does not exist</h1>');
    expect(page).toContain(
      '<a href="/api/docs?version=1">Version 1</a><small> · default · <span class="leaves">leaves <time',
    );
  }
  const misspelt = await get('/api/docs?operation=get-api-userz', browser);
  expect(misspelt.status).toBe(404);
  expect(await misspelt.text()).toContain('This document has no operation &quot;get-api-userz&quot;.');
});

it.each([undefined, '*/*', 'application/json'])('is a problem for clients that accept %j', async (accept) => {
  for (const query of ['version=2&operation=get-api-legacy', 'version=9']) {
    const answer = await get(`/api/docs?${query}`, accept === undefined ? {} : { accept });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  }
});

it('has the bar of a life under the title: of an operation that leaves, else of the version that one reads', async () => {
  const barOf = async (query: string) => {
    const page = await (await get(`/api/docs?${query}`, browser)).text();
    return /<div class="lifecycle">[^]*?<p>([^]*?)<\/p>/
      .exec(page)?.[1]!
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
  };
  expect(await barOf('version=2&operation=get-api-legacy')).toMatch(
    /^deprecated 1 September .* leaves 1 March , in 95 days$/,
  );
  expect(await barOf('version=1&operation=get-api-fresh')).toMatch(
    /^deprecated 1 September .* leaves 1 March , in 95 days$/,
  );
  expect(await barOf('version=2&operation=get-nothing')).toBe('promised today 26 November');
  expect(await barOf('version=9')).toBeUndefined();
});
