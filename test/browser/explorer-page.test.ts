import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWholeService } from '../../service/src/testing/start-whole-service.js';
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
  if (!path.includes('versions')) await watched.page.waitForSelector('.opblock');
  return watched;
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** Serious and critical findings of axe-core; injected through the debugger, because the page's policy forbids it. */
async function seriousFindings({ page }: WatchedPage): Promise<readonly string[]> {
  await page.evaluate(axe);
  const violations = await page.evaluate<readonly Finding[]>(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id} (${nodes.length}): ${nodes[0]!.target.join(' ')} ${nodes[0]!.failureSummary.replaceAll(/\s+/g, ' ')}`,
    );
}

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
    const entry = page.locator('.operations a', { hasText: /^GET \/api\/users$/ });
    expect(await entry.isVisible()).toBe(true);
    await entry.click();
    const reading = page.locator('.reading:target');
    expect((await reading.innerText()).split(/\n+/)).toEqual(
      expect.arrayContaining([
        'GET /api/users',
        'Responses',
        'q (query), limit (query), X-API-Version (header)',
        expect.stringMatching(/^200, 400, 404/),
      ]),
    );
    const { y } = (await reading.boundingBox())!;
    expect([y >= 0, y < page.viewportSize()!.height]).toEqual([true, true]);
  });

  it('links from version to version and marks the current one', async () => {
    const { page, complaints } = await openDocs();
    expect(await page.locator('[aria-label=Versions] [aria-current=page]').innerText()).toBe('Version 1');
    await page.getByRole('link', { name: 'Version 2' }).click();
    await page.waitForSelector('.opblock');
    expect(new URL(page.url()).search).toBe('?version=2');
    expect(await page.locator('[aria-current=page]').innerText()).toBe('Version 2');
    const operations = (prefix: string) => page.locator(`[id^="operations-${prefix}"]`);
    expect(await operations('Users-UsersController').count()).toBeGreaterThan(0);
    expect(await operations('Notes-NotesController_whoami').count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'What is new in version 2' }).count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  it('shows what is deprecated, with its sunset, in the list and in the viewer', async () => {
    const { page } = await openDocs();
    const entry = page.locator('.operations li.deprecated', { hasText: '/api/notes/whoami' });
    expect(await entry.isVisible()).toBe(true);
    expect(await entry.locator('.badge').innerText()).toMatch(/^deprecated, until \d{4}-\d\d-\d\d$/);
    await entry.locator('a').click();
    expect(await page.locator('.opblock-deprecated .opblock-body').innerText()).toMatch(
      /Deprecated since .* It will be removed on \d{4}-\d\d-\d\d/,
    );
  });

  it('opens an operation whose link is followed while the viewer loads', async () => {
    const { page } = await openPage(browser, service.url);
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/openapi.json*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${service.url}/api/docs`);
    await page.locator('.operations li.deprecated a').first().click();
    answer();
    await page.waitForSelector('.opblock-deprecated .opblock-body');
  });

  it('reaches an operation from the list by keyboard', async () => {
    const { page } = await openDocs();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the operations');
    await page.locator('.tag summary', { hasText: 'Trace' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[id^="operations-Trace-"].is-open');
    expect(await page.evaluate('document.activeElement.classList.contains("opblock-summary-control")')).toBe(true);
  });

  it('authorises with a bearer token and executes a request', async () => {
    const token = await service.signUp('page@example.com');
    const { page, complaints } = await openDocs();
    await page.locator('.auth-wrapper .authorize').click();
    const bearer = page.locator('.auth-container', { has: page.locator('code', { hasText: /^bearer$/ }) });
    await bearer.locator('input').fill(token);
    await bearer.locator('button.authorize').click();
    await page.locator('.btn-done').first().click();
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/reports'));
    const operation = page.locator('[id^="operations-Reports-ReportsController_list"]').first();
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('.try-out__btn').click();
    await operation.locator('.execute').click();
    expect((await sent).headers().authorization).toBe(`Bearer ${token}`);
    const status = operation.locator('.live-responses-table .response .response-col_status').first();
    expect(await status.innerText()).toMatch(/^403/);
    expect(complaints.filter((complaint) => !/403 \(Forbidden\)/.test(complaint))).toEqual([]);
  });

  it('shows an image that an operation returns, in the requested size', async () => {
    const { page, complaints } = await openDocs();
    const operation = page.locator('[id^="operations-Images-ImagesController_render"]').first();
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('.try-out__btn').click();
    await operation.locator('.execute').click();
    await operation.locator('.live-responses-table img').waitFor();
    await expect.poll(() => page.evaluate('document.querySelector(".live-responses-table img").naturalWidth')).toBe(64);
    expect(complaints).toEqual([]);
  });

  it('accepts one token for every part of the service', async () => {
    const { page } = await openDocs();
    await page.locator('.auth-wrapper .authorize').click();
    const schemes = page.locator('.auth-container');
    await schemes.first().locator('input').fill('a-token');
    await schemes.first().locator('button.authorize').click();
    await schemes.first().locator('button', { hasText: 'Logout' }).waitFor();
    expect(await schemes.locator('button', { hasText: 'Logout' }).count()).toBe(await schemes.count());
    expect(await schemes.count()).toBe(2);
    await page.keyboard.press('Escape');
    expect(await schemes.count()).toBe(0);
  });

  it('has one main landmark, with and without the viewer', async () => {
    expect(await (await openDocs()).page.getByRole('main').count()).toBe(1);
    const { page } = await openPage(browser, service.url, { javaScriptEnabled: false });
    await page.goto(`${service.url}/api/docs`);
    expect(await page.getByRole('main').innerText()).toMatch(
      /^Details\n\nThe viewer needs JavaScript\. This is a summary of each operation\.\n/,
    );
  });

  it('prints every operation, dark on light, and of the viewer only what is open', async () => {
    const { page } = await openDocs('/api/docs', { colorScheme: 'dark' });
    await page.locator('.operations li.deprecated a').first().click();
    await page.waitForSelector('.opblock-deprecated .opblock-body');
    await page.emulateMedia({ media: 'print' });
    expect(
      await page
        .locator('.operations li')
        .evaluateAll((items) => items.filter((item) => !item.checkVisibility()).length),
    ).toBe(0);
    expect(
      await page.locator('.opblock').evaluateAll((items) => items.filter((item) => item.checkVisibility()).length),
    ).toBe(1);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    expect(await page.evaluate('document.documentElement.classList.contains("dark-mode")')).toBe(false);
  });

  it('answers 404 for an unknown version', async () => {
    const { page } = await openPage(browser, service.url);
    expect((await page.goto(`${service.url}/api/docs?version=9`))!.status()).toBe(404);
  });

  it.each(['/api/docs', '/api/docs?version=2', '/api/docs/versions'])(
    'has no serious finding of axe-core, light or dark, wide or narrow: %s',
    async (path) => {
      for (const options of [{}, { colorScheme: 'dark' }, { viewport: { width: 390, height: 800 }, isMobile: true }]) {
        const watched = await openDocs(path, options);
        if (!path.includes('versions'))
          await watched.page.locator('[id^="operations-Users-"] .opblock-summary-control').first().click();
        expect([options, await seriousFindings(watched)]).toEqual([options, []]);
        expect(await watched.page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
        await watched.page.context().close();
      }
    },
  );

  it('draws versions, deprecations and sunsets over time, also for screen readers', async () => {
    const { page, complaints } = await openDocs('/api/docs/versions');
    const drawing = page.getByRole('img', { name: 'Versions over time' });
    expect(await drawing.isVisible()).toBe(true);
    expect(await page.getByRole('rowheader', { name: /whoami/ }).isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  });
});
