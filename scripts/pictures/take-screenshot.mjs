import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { startService } from '../tour/service.mjs';

const places = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** An operation of the bundled service on its explorer page, as a PNG. */
export async function takeScreenshot(file) {
  const executablePath = places.find((place) => place && existsSync(place));
  if (!executablePath) throw new Error('No Chromium was found. Install it, or name it in CHROMIUM_PATH.');
  const folder = mkdtempSync(join(tmpdir(), 'svckit-picture-'));
  const service = await startService(folder, { LOG_LEVEL: 'warn' });
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${service.url}/api/docs?version=2&operation=get-api-users`, { waitUntil: 'networkidle' });
    await page.screenshot({ path: file });
  } finally {
    await browser.close();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
