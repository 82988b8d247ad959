import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import airline from '../../fixtures/airline/svc.config.js';
import { startWholeService } from '../../service/src/testing/start-whole-service.js';
import { capture, fixture } from '../../src/cli/testing/capture-io.js';
import { serveForTest } from '../../src/server/testing/serve-for-test.js';
import { findAccessibilityProblems } from './accessibility.js';
import { openBrowser, openPage } from './open-browser.js';
import { serveFolder } from './serve-folder.js';

/** Git ignores it; CI keeps it. */
const folder = new URL('../../out/browser/', import.meta.url).pathname;

type Site = 'service' | 'airline' | 'airline-static' | 'documents-static';

const pages: readonly (readonly [site: Site, name: string, path: string])[] = [
  ['service', 'overview', '/api/docs?version=2'],
  ['service', 'get', '/api/docs?version=2&operation=get-api-users'],
  ['service', 'post', '/api/docs?version=2&operation=post-api-users'],
  ['service', 'deprecated', '/api/docs?version=1&operation=get-api-notes-whoami'],
  ['service', 'changes', '/api/docs/changes?version=2'],
  ['service', 'timeline', '/api/docs/versions'],
  ['airline', 'overview', '/docs'],
  ['airline', 'get', '/docs?operation=get-flights'],
  ['airline', 'post', '/docs?operation=post-bookings'],
  ['airline', 'schema', '/docs?schema=Flight'],
  ['airline', 'changes', '/docs/changes?version=2025-01-20'],
  ['airline-static', 'overview', '/docs/2026-09-01/index.html'],
  ['airline-static', 'get', '/docs/2026-09-01/operations/get-flights.html'],
  ['airline-static', 'timeline', '/docs/'],
  ['documents-static', 'overview', '/docs/2/index.html'],
  ['documents-static', 'get', '/docs/2/operations/get-orders.html'],
  ['documents-static', 'changes', '/docs/2/changes.html'],
  ['documents-static', 'timeline', '/docs/'],
];

const looks = {
  wide: { viewport: { width: 1400, height: 900 } },
  'wide-dark': { viewport: { width: 1400, height: 900 }, colorScheme: 'dark' },
  narrow: { viewport: { width: 390, height: 844 }, isMobile: true },
  'narrow-dark': { viewport: { width: 390, height: 844 }, isMobile: true, colorScheme: 'dark' },
} as const;

const closers: (() => unknown)[] = [];
const origins = {} as Record<Site, string>;
let browser: Browser;
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  const sites = mkdtempSync(join(tmpdir(), 'sites-'));
  closers.push(() => rmSync(sites, { recursive: true }));
  const service = await startWholeService();
  closers.push(service.close);
  origins.service = service.url;
  const { root, ...options } = airline;
  const served = await serveForTest(root, options);
  closers.push(() => served.app.close());
  origins.airline = served.url;
  const written = [
    ['airline-static', 'airline/svc.config.ts'],
    ['documents-static', 'documents/svc.config.yaml'],
  ] as const;
  for (const [site, config] of written) {
    const { code, stderr } = await capture(['docs', fixture(config), '--out-dir', site], { cwd: sites });
    expect([code, stderr]).toEqual([0, expect.stringContaining('Wrote')]);
    const host = await serveFolder(join(sites, site));
    closers.push(host.close);
    origins[site] = host.url;
  }
  browser = await openBrowser();
  closers.push(() => browser.close());
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

/** How far what is visible moved while the page loaded (https://web.dev/cls). */
const shiftScript = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(sum), 100);
})`;

describe('every page, wide and narrow, light and dark', () => {
  it.each(pages)('%s: %s', async (site, name, path) => {
    for (const [look, options] of Object.entries(looks)) {
      const { page, complaints } = await openPage(browser, origins[site], options);
      const answer = await page.goto(`${origins[site]}${path}`);
      expect([path, answer!.status()]).toEqual([path, 200]);
      await page.waitForLoadState('networkidle');
      expect([look, await page.evaluate<number>(shiftScript)]).toEqual([look, expect.closeTo(0, 2)]);
      await page.screenshot({ path: join(folder, `${site}-${name}-${look}.png`), fullPage: true });
      // A small screen makes room for what overflows, so that only the size that was asked for counts.
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect({ look, complaints, width }).toEqual({ look, complaints: [], width: options.viewport.width });
      if (look === 'wide-dark' || look === 'narrow')
        expect([look, await findAccessibilityProblems(page)]).toEqual([look, []]);
      await page.context().close();
    }
  });
});
