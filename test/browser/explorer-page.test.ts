import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWholeService } from '../../service/src/testing/start-whole-service.js';
import { findAccessibilityProblems } from './accessibility.js';
import { openBrowser, openPage, type WatchedPage } from './open-browser.js';

let service: Awaited<ReturnType<typeof startWholeService>>;
let browser: Browser;
beforeAll(async () => {
  service = await startWholeService();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

async function openDocs(path = '/api/docs', options = {}): Promise<WatchedPage> {
  const watched = await openPage(browser, service.url, options);
  await watched.page.goto(`${service.url}${path}`);
  await watched.page.locator('.copy, .menu').first().waitFor({ state: 'attached' });
  return watched;
}

const operation = (name: string, version = 2) => `/api/docs?version=${version}&operation=${name}`;

describe('the explorer page in a browser', () => {
  it('loads without errors and without requests to other hosts', async () => {
    const { page, complaints } = await openDocs();
    await page.waitForLoadState('networkidle');
    expect(complaints).toEqual([]);
  });

  it('is readable before, and without, any script', async () => {
    const { page } = await openPage(browser, service.url, { javaScriptEnabled: false });
    await page.goto(`${service.url}/api/docs`);
    expect(await page.locator('h1').innerText()).toBe('svckit bundled service');
    await page.locator('.tag summary', { hasText: 'Users' }).click();
    await page.locator('.sidebar a[title="/api/users"]', { hasText: 'GET' }).click();
    expect(await page.locator('h1').innerText()).toBe('Search users');
    const main = page.getByRole('main');
    for (const text of ['/api/users', 'limit', 'OK', 'curl']) expect(await main.innerText()).toContain(text);
    expect(await page.locator('form.try').isVisible()).toBe(false);
    await page.locator('label', { hasText: /^fetch$/ }).click();
    expect(await page.locator('[data-language]:visible').innerText()).toMatch(/^const response = await fetch\(/);
  });

  it('links from version to version, stays on the operation, and marks the current version', async () => {
    const { page, complaints } = await openDocs(operation('get-api-users', 1));
    const current = page.locator('[aria-label=Versions] [aria-current=page]');
    expect(await current.innerText()).toBe('Version 1 · default · released 2 March');
    await page.getByRole('link', { name: 'Version 2' }).click();
    await expect.poll(() => current.innerText()).toBe('Version 2 · latest · released 1 September');
    expect(new URL(page.url()).search).toBe('?version=2&operation=get-api-users');
    const note = page.getByRole('region', { name: 'Differences from version 1' });
    expect(await note.innerText()).toContain('Users come in pages');
    expect(await page.locator('.mark.new:visible').count()).toBeGreaterThan(2);
    await page.goBack();
    await expect.poll(() => current.innerText()).toBe('Version 1 · default · released 2 March');
    expect(complaints).toEqual([]);
  });

  it('says in a version that does not have the operation where to read on, light, dark and narrow', async () => {
    const { page } = await openDocs(operation('get-api-notes-whoami', 1));
    expect(await page.locator('.heading .badge').first().innerText()).toMatch(/^deprecated, until \d+ \w+ \d{4}$/);
    expect(await page.locator('.sidebar [aria-current]').getAttribute('class')).toBe('deprecated');
    await page.evaluate('window.kept = true');
    await page.getByRole('link', { name: 'Version 2' }).click();
    await page.getByRole('heading', { name: 'GET /api/notes/whoami is not in version 2' }).waitFor();
    expect(await page.evaluate('window.kept')).toBe(true);
    await page.getByRole('link', { name: 'How to move' }).click();
    await page.getByRole('heading', { name: 'From version 1 to version 2' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Read in version 1' }).click();
    await page.getByRole('heading', { name: 'The caller’s address' }).waitFor();
    for (const options of [
      { colorScheme: 'dark' },
      { viewport: { width: 390, height: 800 }, isMobile: true },
    ] as const) {
      const other = await openPage(browser, service.url, options);
      const answer = await other.page.goto(`${service.url}${operation('get-api-notes-whoami')}`);
      expect([answer!.status(), await findAccessibilityProblems(other.page)]).toEqual([404, []]);
      await other.page.context().close();
    }
  });

  it('compares two versions from a menu, with what is gone and new told apart in more than colour', async () => {
    const { page, complaints } = await openDocs(operation('get-api-users'));
    await page.getByText('Compare with', { exact: true }).click();
    await page.locator('.compare').getByRole('link', { name: 'version 1' }).click();
    await page.locator('.pair').waitFor();
    expect(new URL(page.url()).search).toBe('?version=2&operation=get-api-users&from=1');
    const note = await page.getByRole('region', { name: 'Differences from version 1' }).innerText();
    expect(note).toMatch(
      /What changes for you[\s\S]*Users come in pages[\s\S]*The answer is object now, and was array\s+breaking/,
    );
    const mark = (name: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('.pair ${name}'), '::before').content`);
    expect([await mark('del'), await mark('ins')]).toEqual(['"−"', '"+"']);
    expect(await page.locator('.pane:visible').first().innerText()).toContain("--header 'X-API-Version: 1'");
    await page.locator('.sidebar a[title="/api/users"]', { hasText: 'POST' }).click();
    await page.getByRole('heading', { name: 'Create a user' }).waitFor();
    expect(await page.locator('.compare summary').innerText()).toBe('Compared with 1');
    expect(await page.getByRole('main').innerText()).not.toMatch(/response \d+ property|response-/);
    expect(complaints).toEqual([]);
  });

  it('finds an operation by the keyboard alone', async () => {
    const { page } = await openDocs();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('/');
    await page.keyboard.type('zebras');
    expect(await page.locator('.none').isVisible()).toBe(true);
    for (let count = 0; count < 'zebras'.length; count++) await page.keyboard.press('Backspace');
    await page.keyboard.type('post users');
    expect(await page.locator('.results a').first().innerText()).toMatch(/^POST\s+Create a user\s+\/api\/users$/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Create a user' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('page-heading');
  });

  it('finds what the document says about an operation, after what has the words in its name', async () => {
    const { page, complaints } = await openDocs();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('nextcursor');
    await page.locator('.results mark').first().waitFor();
    expect(await page.locator('.results').innerText()).toContain('Walk through entries page by page');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('user');
    await page.locator('.results mark').first().waitFor();
    const found = await page.locator('.results li').allInnerTexts();
    expect(found.findIndex((text) => text.includes('Search users'))).toBeLessThan(
      found.findIndex((text) => text.includes('Read a provider')),
    );
    await page.keyboard.press('Escape');
    expect(await page.locator('.results li').count()).toBe(0);
    expect(await page.locator('.tag').first().isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('finds a word with one letter wrong, and groups what it finds', async () => {
    const { page } = await openDocs();
    await page.keyboard.press('/');
    for (const typo of ['serach user', 'searh user', 'seearch user', 'saarch user']) {
      await page.locator('.search input').fill(typo);
      await expect
        .poll(() => page.locator('.results a').allInnerTexts())
        .toContainEqual(expect.stringContaining('Search users'));
    }
    await page.locator('.search input').fill('user');
    await page.locator('.results mark').first().waitFor();
    expect(await page.locator('.results .kind').allInnerTexts()).toEqual(['Operations', 'Schemas', 'In the text']);
    await page.locator('.search input').fill('xqzvw');
    expect(await page.locator('.none').isVisible()).toBe(true);
  });

  it('keeps the theme that somebody chose, from page to page', async () => {
    const { page, complaints } = await openDocs();
    const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const system = await ground();
    await page.getByRole('button', { name: 'Theme: as the system' }).click();
    expect(await ground()).toBe(system);
    await page.getByRole('button', { name: 'Theme: light' }).click();
    const dark = await ground();
    expect(dark).not.toBe(system);
    await page.reload();
    await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
    expect(await ground()).toBe(dark);
    await page.locator('main a', { hasText: 'Search users' }).first().click();
    await page.getByRole('heading', { name: 'Search users' }).waitFor();
    expect(await page.getByRole('button', { name: 'Theme: dark' }).count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  it('has the sample and the form directly below the description on a phone, and the form one touch away', async () => {
    const { page } = await openDocs(operation('get-api-users'), {
      viewport: { width: 390, height: 800 },
      isMobile: true,
    });
    const top = async (selector: string) => (await page.locator(selector).boundingBox())!.y;
    const tops = [await top('.sides > header'), await top('.request'), await top('.contract')];
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    const jump = page.getByRole('link', { name: 'Try it' });
    expect((await jump.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await jump.click();
    await expect.poll(async () => (await page.locator('form.try').boundingBox())!.y).toBeLessThan(300);
  });

  it('has two columns from 1,100 pixels', async () => {
    for (const [width, isBeside] of [
      [1100, true],
      [1099, false],
    ] as const) {
      const { page } = await openDocs(operation('get-api-users'), { viewport: { width, height: 900 } });
      const [request, contract] = [
        await page.locator('.request').boundingBox(),
        await page.locator('.contract').boundingBox(),
      ];
      expect([width, request!.x > contract!.x + 100]).toEqual([width, isBeside]);
      await page.context().close();
    }
  });

  it('has samples with the credentials that an operation needs, and Authorize beside its 401', async () => {
    const { page } = await openDocs(operation('get-api-reports'));
    expect(await page.locator('[data-language]:visible').innerText()).toContain(
      "--header 'Authorization: Bearer YOUR_TOKEN'",
    );
    await page.locator('summary', { hasText: '401' }).click();
    await page.locator('.answer').getByRole('button', { name: 'Authorize' }).click();
    expect(await page.locator('dialog#authorize').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.result').getByRole('button', { name: 'Authorize' }).click();
    expect(await page.locator('dialog#authorize').isVisible()).toBe(true);
  });

  it('opens the list from a menu on a small screen, and closes it behind a link', async () => {
    const { page, complaints } = await openDocs('/api/docs', { viewport: { width: 390, height: 800 }, isMobile: true });
    const list = page.locator('.sidebar');
    expect(await list.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    expect(await list.isVisible()).toBe(true);
    await page.locator('.tag summary', { hasText: 'Users' }).click();
    await page.locator('.sidebar a[title="/api/users"]', { hasText: 'GET' }).click();
    await page.getByRole('heading', { name: 'Search users' }).waitFor();
    expect(await list.isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });

  it('sends a request with a token, and keeps the code samples true to the form', async () => {
    const token = await service.signUp('page@example.com');
    const { page, complaints } = await openDocs(operation('get-api-reports'));
    await page.locator('.top .authorize').click();
    await page.locator('form.scheme[data-scheme=bearer]').getByLabel('Token').fill(token);
    await page.locator('form.scheme[data-scheme=bearer]').getByRole('button', { name: 'Authorize' }).click();
    await expect.poll(() => page.locator('form.scheme.held').count()).toBe(1);
    await page.keyboard.press('Escape');
    expect(await page.locator('[data-language]:visible').innerText()).toContain(
      `--header 'Authorization: Bearer ${token}'`,
    );
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/reports'));
    await page.getByRole('button', { name: 'Send' }).click();
    expect((await sent).headers().authorization).toBe(`Bearer ${token}`);
    expect(await page.locator('.result .status').innerText()).toBe('403');
    expect(complaints.filter((complaint) => !/403 \(Forbidden\)/.test(complaint))).toEqual([]);
  });

  it('sends a body and shows the answer', async () => {
    const { page } = await openDocs(operation('post-api-users'));
    await page.locator('textarea').fill('{"name": "Grace of the page"}');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.result .status').waitFor();
    expect(await page.locator('.result').innerText()).toMatch(/^201 Created[\s\S]*"name": "Grace of the page"/);
  });

  it('shows an image that an operation returns, in the requested size', async () => {
    const { page, complaints } = await openDocs(operation('get-api-images-render'));
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.result img').waitFor();
    await expect.poll(() => page.evaluate('document.querySelector(".result img").naturalWidth')).toBe(64);
    expect(complaints).toEqual([]);
  });

  it('has one main landmark and one heading of the first level on every page', async () => {
    for (const path of ['/api/docs', '/api/docs/versions', '/api/docs/changes?version=2', operation('get-api-users')]) {
      const { page } = await openDocs(path);
      expect([path, await page.getByRole('main').count(), await page.locator('h1').count()]).toEqual([path, 1, 1]);
      await page.context().close();
    }
  });

  it('prints what the page is about, dark on light', async () => {
    const { page } = await openDocs(operation('get-api-users'), { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.sidebar').isVisible()).toBe(false);
    expect(await page.locator('.try').isVisible()).toBe(false);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
  });

  it('answers 404 for an unknown version', async () => {
    const { page } = await openPage(browser, service.url);
    expect((await page.goto(`${service.url}/api/docs?version=9`))!.status()).toBe(404);
    expect(await page.locator('h1').innerText()).toBe('Version 9 does not exist');
    expect(await page.locator('.version-list li').allInnerTexts()).toContain(
      'Version 2 · latest · released 1 September',
    );
    expect(await findAccessibilityProblems(page)).toEqual([]);
  });

  it.each([
    '/api/docs',
    operation('get-api-users'),
    operation('post-api-users'),
    `${operation('get-api-users')}&from=1`,
    '/api/docs?version=2&schema=UserPage',
    '/api/docs/changes?version=2',
    '/api/docs/versions',
  ])('has no finding of axe-core, light or dark, wide or narrow: %s', async (path) => {
    for (const options of [{}, { colorScheme: 'dark' }, { viewport: { width: 390, height: 800 }, isMobile: true }]) {
      const watched = await openDocs(path, options);
      expect([options, await findAccessibilityProblems(watched.page)]).toEqual([options, []]);
      const { width } = watched.page.viewportSize()!;
      expect(await watched.page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      const button = watched.page.locator('.top .authorize');
      await button.click();
      expect([options, 'dialog', await findAccessibilityProblems(watched.page)]).toEqual([options, 'dialog', []]);
      await watched.page.context().close();
    }
  });

  it('draws versions, deprecations and sunsets over time, also for screen readers', async () => {
    const { page, complaints } = await openDocs('/api/docs/versions');
    const drawing = page.getByRole('img', { name: 'Versions over time' });
    expect(await drawing.isVisible()).toBe(true);
    expect(await page.getByRole('rowheader', { name: /whoami/ }).isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  });
});
