import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Authenticated, change, Controller, defineVersions, Get, Module, operation, renamed } from 'svckit';
import { z } from 'zod';
import { capture } from '../../src/cli/testing/capture-io.js';
import { serveForTest } from '../../src/server/testing/serve-for-test.js';
import { findAccessibilityProblems } from './accessibility.js';
import { openBrowser, openPage } from './open-browser.js';
import { serveFolder } from './serve-folder.js';

const Book = z.object({ title: z.string() }).meta({ id: 'Book' });

@Authenticated()
@Controller('books')
class BooksController {
  @Get('', { response: z.array(Book) }) list() {
    return [{ title: 'Emma' }];
  }
  @Get('first', { response: Book }) first() {
    return { title: 'Emma' };
  }
  @Get('count', { response: z.object({ count: z.int() }) }) count() {
    return { count: 1 };
  }
}
@Module({ controllers: [BooksController] })
class Root {}

const versions = defineVersions([
  { version: '1', deprecated: { since: '2026-09-01', sunset: '2027-03-01' } },
  {
    version: '2',
    changes: [
      change({
        title: 'A book has a title',
        schemas: [renamed(Book, { title: 'name' })],
        operations: [operation(() => BooksController, 'count', { before: { doc: { summary: 'Count' } } })],
      }),
    ],
  },
]);

const document = (version: number) => ({
  openapi: '3.1.0',
  info: { title: 'Pets', version: `${version}` },
  paths: Object.fromEntries(
    ['/pets', '/cats', '/dogs'].slice(0, version === 3 ? 2 : 3).map((path) => [
      path,
      {
        get: {
          summary: path,
          parameters:
            version > 1 && path === '/pets'
              ? [{ name: 'limit', in: 'query', required: true, schema: { type: 'integer' } }]
              : [],
          responses: { 200: { description: 'OK' } },
        },
      },
    ]),
  ),
});

const closers: (() => unknown)[] = [];
let browser: Browser;
let served: Awaited<ReturnType<typeof serveForTest>>;
let site: string;
beforeAll(async () => {
  served = await serveForTest(Root, {
    versioning: { type: 'header', header: 'X-Version', defaultVersion: '1', versions },
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    authenticate: ({ headers: { authorization } }) => (authorization ? { id: authorization, roles: [] } : null),
    documents: {},
    usage: true,
  });
  closers.push(() => served.app.close());
  const folder = mkdtempSync(join(tmpdir(), 'your-version-'));
  closers.push(() => rmSync(folder, { recursive: true }));
  for (const version of [1, 2, 3]) writeFileSync(join(folder, `v${version}.json`), JSON.stringify(document(version)));
  writeFileSync(
    join(folder, 'svc.config.yaml'),
    'title: Pets\nversions:\n  "1": v1.json\n  "2": v2.json\n  "3": v3.json\n',
  );
  expect(await capture(['docs', '--out-dir', 'site'], { cwd: folder })).toMatchObject({ code: 0 });
  const host = await serveFolder(join(folder, 'site'), null);
  closers.push(host.close);
  site = host.url;
  browser = await openBrowser();
  closers.push(() => browser.close());
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

it('says to callers who are signed in what they must change, by what they call, with the guide', async () => {
  const ada = { headers: { authorization: 'Bearer ada' } };
  for (const path of ['/books', '/books/count']) expect((await served.call(path, ada)).status).toBe(200);
  const { page, complaints } = await openPage(browser, served.url);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${served.url}/docs?version=2`);
  await page.waitForLoadState('networkidle');
  expect(await page.locator('.yours').isVisible()).toBe(false);
  expect(asked).not.toContain('/usage/mine/operations');
  await page.locator('.top button.authorize').click();
  await page.locator('form.scheme input[name=value]').fill('ada');
  await page.locator('form.scheme button[type=submit]').click();
  await page.locator('dialog .close').click();
  const own = page.getByRole('region', { name: 'Your version' });
  await own.waitFor();
  expect((await own.innerText()).replaceAll(/\s+/g, ' ')).toMatch(
    /^You call version 1: 1 of your 2 operations must change by 1 March( 2027)?\. GET \/books must change$/,
  );
  expect(asked.filter((path) => path.endsWith('/changes/2'))).toHaveLength(1);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await own.getByRole('link').click();
  await page.waitForURL(/\/docs\/changes\?version=2#get-books$/);
  await page.locator('#get-books', { hasText: 'A book has a title' }).waitFor();
  await own.waitFor();
  expect(asked.filter((path) => path === '/usage/mine/operations')).toHaveLength(1);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('adds up the versions in between on a site of files, for the version that the address names', async () => {
  const { page, complaints } = await openPage(browser, site);
  await page.goto(`${site}/docs/3/index.html`);
  await page.locator('.compare summary').click();
  await page.locator('.compare a', { hasText: 'version 1' }).click();
  await page.waitForURL(/3\/changes\.html\?from=1$/);
  const own = page.getByRole('region', { name: 'Your version' });
  await own.waitFor();
  expect((await own.innerText()).replaceAll(/\s+/g, ' ')).toBe(
    'You call version 1: 2 of your 3 operations must change. GET /pets must change GET /dogs is gone',
  );
  await own.getByRole('link', { name: '/pets' }).click();
  await page.waitForURL(/2\/changes\.html#get-pets$/);
  expect(complaints).toEqual([]);
  await page.context().close();
});
