import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { Controller, Get, Module } from 'svckit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { capture } from '../../src/cli/testing/capture-io.js';
import { serveForTest } from '../../src/server/testing/serve-for-test.js';
import { openBrowser, openPage } from './open-browser.js';
import { serveFolder } from './serve-folder.js';

@Controller('pets')
class PetsController {
  @Get() list() {
    return [{ name: 'Rex' }];
  }
}
@Module({ controllers: [PetsController] })
class Pets {}

const document = (version: string, server: string) => ({
  openapi: '3.1.0',
  info: { title: 'Pets', version },
  servers: [{ url: server }],
  paths: {
    '/pets': {
      get: {
        summary: 'List pets',
        description: '<img src=x onerror="document.title=1"><script>document.title=2</script>',
        responses: { 200: { description: `Pets of version ${version}` } },
      },
    },
  },
});

const closers: (() => unknown)[] = [];
let browser: Browser;
let origin: string;
let api: string;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'static-site-'));
  closers.push(() => rmSync(folder, { recursive: true }));
  const served = await serveForTest(Pets, { cors: { origin: true, credentials: true } });
  closers.push(() => served.app.close());
  api = served.url;
  // Only the second version names the server, so the first page that is opened does not.
  writeFileSync(join(folder, 'v1.json'), JSON.stringify(document('1', '/elsewhere')));
  writeFileSync(join(folder, 'v2.json'), JSON.stringify(document('2', api)));
  writeFileSync(join(folder, 'svc.config.yaml'), 'title: Pets\nversions:\n  "1": v1.json\n  "2": v2.json\n');
  expect(await capture(['docs', '--out-dir', 'site'], { cwd: folder })).toMatchObject({ code: 0 });
  const host = await serveFolder(join(folder, 'site'), null);
  closers.push(host.close);
  origin = host.url;
  browser = await openBrowser();
  closers.push(() => browser.close());
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

it('works under its own policy: styles, navigation and requests to the servers of every version', async () => {
  const { page, complaints } = await openPage(browser, origin);
  await page.goto(`${origin}/docs/1/index.html`);
  expect(await page.evaluate('getComputedStyle(document.querySelector(".columns")).display')).toBe('grid');
  await page.evaluate('window.kept = true');
  await page.locator('.versions a', { hasText: '2' }).click();
  await page.locator('main a', { hasText: 'List pets' }).click();
  await page.locator('form button[type=submit]').click();
  await page.locator('.result', { hasText: 'Rex' }).waitFor();
  expect(await page.evaluate('window.kept')).toBe(true);
  expect(complaints.filter((one) => one !== `outside: ${api}/pets`)).toEqual([]);
  await page.context().close();
});

it('lets nothing else run, load or be asked', async () => {
  const { page, complaints } = await openPage(browser, origin);
  await page.goto(`${origin}/docs/2/operations/get-pets.html`);
  const title = await page.title();
  await page.evaluate(`{
    const script = document.createElement('script');
    script.textContent = 'document.title = "inline"';
    document.body.append(script);
    const loaded = document.createElement('script');
    loaded.src = '../openapi.json';
    document.body.append(loaded);
    document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="document.title = 3"><base href="/other/">');
  }`);
  await expect(page.evaluate('fetch("http://127.0.0.1:9/")')).rejects.toThrow();
  expect(await page.title()).toBe(title);
  expect(complaints.filter((one) => one.includes('Content Security Policy')).length).toBeGreaterThanOrEqual(4);
  expect(await page.evaluate('document.baseURI')).toBe(`${origin}/docs/2/operations/get-pets.html`);
  await page.context().close();
});
