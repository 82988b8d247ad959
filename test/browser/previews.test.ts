import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import previewed from '../../fixtures/previews/svc.config.js';
import { capture, fixture } from '../../src/cli/testing/capture-io.js';
import { serveForTest } from '../../src/server/testing/serve-for-test.js';
import { findAccessibilityProblems } from './accessibility.js';
import { openBrowser, openPage } from './open-browser.js';
import { serveFolder } from './serve-folder.js';

/** Git ignores it; CI keeps it. */
const folder = new URL('../../out/browser/', import.meta.url).pathname;

const closers: (() => unknown)[] = [];
let browser: Browser;
let url: string;
let site: string;
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  const { root, ...options } = previewed;
  const served = await serveForTest(root, { ...options, documents: {}, now: () => new Date('2026-12-01') });
  closers.push(() => served.app.close());
  url = served.url;
  const sites = mkdtempSync(join(tmpdir(), 'sites-'));
  closers.push(() => rmSync(sites, { recursive: true }));
  const argv = ['docs', fixture('previews/svc.config.ts'), '--out-dir', 'previews', '--as-of', '2026-12-01'];
  expect((await capture(argv, { cwd: sites })).code).toBe(0);
  const host = await serveFolder(join(sites, 'previews'));
  closers.push(host.close);
  site = host.url;
  browser = await openBrowser();
  closers.push(() => browser.close());
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

const pages = () =>
  [
    ['overview', `${url}/docs`],
    ['off', `${url}/docs?operation=get-books-id`],
    ['on', `${url}/docs?version=2&operation=get-books-id&preview=tags-2026-11`],
    ['schema', `${url}/docs?version=2&schema=Book&preview=search-2026-11&preview=tags-2026-11`],
    ['static', `${site}/docs/2+search-2026-11/operations/get-books-search.html`],
  ] as const;

const looks = {
  wide: { viewport: { width: 1400, height: 900 } },
  'wide-dark': { viewport: { width: 1400, height: 900 }, colorScheme: 'dark' },
  narrow: { viewport: { width: 390, height: 844 }, isMobile: true },
  'narrow-dark': { viewport: { width: 390, height: 844 }, isMobile: true, colorScheme: 'dark' },
} as const;

describe('the page of a service with previews', () => {
  it.each(Object.entries(looks))('is in order and fits %s', async (look, options) => {
    for (const [name, address] of pages()) {
      const { page, complaints } = await openPage(browser, new URL(address).origin, options);
      expect([name, (await page.goto(address))!.status()]).toEqual([name, 200]);
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: join(folder, `previews-${name}-${look}.png`), fullPage: true });
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect({ name, complaints, width }).toEqual({ name, complaints: [], width: options.viewport.width });
      expect([name, await findAccessibilityProblems(page)]).toEqual([name, []]);
      await page.context().close();
    }
  });

  it('turns one on with the keyboard, sends the field, and turns it off again', async () => {
    const { page, complaints } = await openPage(browser, url);
    await page.goto(`${url}/docs?operation=get-books-id`);
    const press = async (name: string) => {
      await page.getByRole('link', { name }).focus();
      await page.keyboard.press('Enter');
    };
    const members = () => page.locator('.answer[open] .schema .name').allInnerTexts();
    expect(await members()).toEqual(['id', 'title']);
    await press('Turn on tags-2026-11');
    await expect.poll(members).toEqual(['id', 'title', 'tags']);
    expect(new URL(page.url()).searchParams.getAll('preview')).toEqual(['tags-2026-11']);
    expect(await page.locator('.sidebar .mark.preview').count()).toBe(1);
    await page.locator('[name=id]').fill('1');
    const [request] = await Promise.all([
      page.waitForRequest((one) => new URL(one.url()).pathname === '/books/1'),
      page.getByRole('button', { name: 'Send' }).click(),
    ]);
    expect(request.headers()['api-preview']).toBe('tags-2026-11');
    await expect.poll(() => page.locator('.result').innerText()).toContain('novel');
    await press('Turn off tags-2026-11');
    await expect.poll(members).toEqual(['id', 'title']);
    expect(complaints).toEqual([]);
  });

  it('leads from the list to an operation that only a preview has, also in a static site', async () => {
    for (const start of [`${url}/docs`, `${site}/docs/2/index.html`]) {
      const { page, complaints } = await openPage(browser, new URL(start).origin);
      await page.goto(start);
      await page.getByRole('link', { name: 'Previews', exact: true }).click();
      await page.locator('#previews').getByRole('link', { name: 'GET /books/search' }).click();
      await page.getByRole('region', { name: 'Previews that are on' }).waitFor();
      expect(await page.locator('.operation').innerText()).toContain('New in version 2 with search-2026-11');
      await page.keyboard.press('/');
      await page.keyboard.type('search');
      await expect.poll(() => page.locator('.results').innerText()).toContain('/books/search');
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Turn off search-2026-11' }).click();
      await page.locator('#previews').waitFor();
      expect(await page.getByRole('region', { name: 'Previews that are on' }).count()).toBe(0);
      expect(complaints).toEqual([]);
    }
  });
});
