import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import {
  bytes,
  Controller,
  events,
  file,
  form,
  Get,
  type Input,
  Module,
  multipart,
  ndjson,
  Post,
  type RouteSchemas,
  sendFile,
} from 'svckit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serveForTest } from '../../src/server/testing/serve-for-test.js';
import { openBrowser, openPage } from './open-browser.js';

const upload = {
  body: multipart({
    fields: z.object({ title: z.string(), note: z.string().optional() }),
    files: { picture: file({ mediaTypes: ['image/png'] }), papers: file({ max: 3, optional: true }) },
  }),
} satisfies RouteSchemas;
const raw = { body: bytes() } satisfies RouteSchemas;
const login = { body: form(z.object({ name: z.string(), age: z.int() })) } satisfies RouteSchemas;
const ticks = { response: { 200: events(z.object({ tick: z.int() })) } } satisfies RouteSchemas;
const lines = { response: { 200: ndjson(z.object({ line: z.int() })) } } satisfies RouteSchemas;

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const paper = randomBytes(100_000);
const report = randomBytes(70_000);

/** What arrived last, whatever the route. */
let received: unknown;
/** Lets the stream send its next item. */
let next: () => void = () => {};
let streamEnded = false;

async function* countTicks(signal: AbortSignal) {
  try {
    for (let tick = 1; !signal.aborted; tick++) {
      yield { event: 'tick', data: { tick } };
      await new Promise<void>((resolve) => {
        next = resolve;
        signal.addEventListener('abort', () => resolve());
      });
    }
  } finally {
    streamEnded = true;
  }
}

const json = { body: z.object({ name: z.string().min(1) }) };
const limited = { query: z.object({ limit: z.coerce.number().int().max(50).optional() }) };

@Controller('')
class BodiesController {
  @Post('upload', upload)
  async upload({ body: { fields, files } }: Input<typeof upload>) {
    const read = async (one: typeof files.picture) => ({
      name: one.name,
      mediaType: one.mediaType,
      bytes: await one.bytes(),
    });
    received = { fields, picture: await read(files.picture), papers: await Promise.all(files.papers.map(read)) };
    return { done: true };
  }
  @Post('raw', raw) raw({ body }: Input<typeof raw>) {
    received = body;
    return { bytes: body.length };
  }
  @Post('login', login) login({ body }: Input<typeof login>) {
    received = body;
    return body;
  }
  @Post('json', json) json({ body }: Input<typeof json>) {
    return body;
  }
  @Get('limited', limited) limited({ query }: Input<typeof limited>) {
    return query;
  }
  @Get('report') report() {
    return sendFile(report, { name: 'résumé 2026.pdf', type: 'application/pdf' });
  }
  @Get('ticks', ticks) ticks() {
    return events(countTicks);
  }
  @Get('lines', lines) lines() {
    return ndjson([{ line: 1 }, { line: 2 }]);
  }
}
@Module({ controllers: [BodiesController] })
class AppModule {}

let browser: Browser;
let served: Awaited<ReturnType<typeof serveForTest>>;
beforeAll(async () => {
  served = await serveForTest(AppModule, {
    documents: { info: { title: 'Bodies', version: '1.0.0' } },
    securityHeaders: true,
  });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await served?.app.close();
});
beforeEach(() => {
  received = undefined;
});

async function openOperation(name: string) {
  const watched = await openPage(browser, served.url);
  await watched.page.goto(`${served.url}/docs?operation=${name}`);
  await watched.page.getByRole('button', { name: 'Send' }).waitFor();
  return watched;
}

describe('"try it"', () => {
  it('uploads fields and files of a multipart form, byte for byte', async () => {
    const { page, complaints } = await openOperation('post-upload');
    await page.locator('input[name=title]').fill('Größe "1"');
    await page.locator('input[name=picture]').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: png });
    await page.locator('input[name=papers]').setInputFiles([
      { name: 'a.bin', mimeType: 'application/octet-stream', buffer: paper },
      { name: 'b c.txt', mimeType: 'text/plain', buffer: Buffer.from('two') },
    ]);
    expect(await page.locator('.pane:visible').first().innerText()).toContain('--form picture=@dot.png');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.result .status').waitFor();
    expect(await page.locator('.result').innerText()).toMatch(/^201 Created/);
    expect(received).toEqual({
      fields: { title: 'Größe "1"' },
      picture: { name: 'dot.png', mediaType: 'image/png', bytes: png },
      papers: [
        { name: 'a.bin', mediaType: 'application/octet-stream', bytes: paper },
        { name: 'b c.txt', mediaType: 'text/plain', bytes: Buffer.from('two') },
      ],
    });
    expect(complaints).toEqual([]);
  });

  it('shows why a server refuses a file', async () => {
    const { page } = await openOperation('post-upload');
    await page.locator('input[name=title]').fill('text');
    await page
      .locator('input[name=picture]')
      .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.result .status').waitFor();
    expect(await page.locator('.result').innerText()).toMatch(/^400 Bad Request[\s\S]*picture/);
    expect(received).toBeUndefined();
  });

  it('sends a file as the body, and a form in its encoding', async () => {
    const { page } = await openOperation('post-raw');
    await page
      .locator('input[name=body]')
      .setInputFiles({ name: 'a.bin', mimeType: 'application/octet-stream', buffer: paper });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.result .status').waitFor();
    expect(received).toEqual(paper);
    const { page: other } = await openOperation('post-login');
    await other.locator('input[name=name]').fill('Ada & Co');
    await other.locator('input[name=age]').fill('36');
    await other.getByRole('button', { name: 'Send' }).click();
    await other.locator('.result .status').waitFor();
    expect(received).toEqual({ name: 'Ada & Co', age: 36 });
  });

  it('refuses malformed JSON before anything is sent, and says why at the field', async () => {
    const { page } = await openOperation('post-json');
    await page.locator('textarea').fill('{"name": "Ada",}');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.getByRole('button', { name: 'Send' }).click();
    expect(await page.locator('.field-error').innerText()).toMatch(/^This is not JSON\./);
    expect(await page.locator('textarea').getAttribute('aria-invalid')).toBe('true');
    expect(await page.evaluate('document.activeElement.name')).toBe('body');
    expect(asked).toEqual([]);
    await page.locator('textarea').fill('{"name": ""}');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.result .status').waitFor();
    expect(await page.locator('.field-error').innerText()).toMatch(/^name: /);
  });

  it('shows what a server refuses at its field', async () => {
    const { page } = await openOperation('get-limited');
    await page.locator('input[name=limit]').fill('900');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.field-error').waitFor();
    const described = await page.locator('input[name=limit]').getAttribute('aria-describedby');
    expect(await page.locator(`#${described}`).innerText()).toMatch(/50/);
    await page.locator('input[name=limit]').fill('5');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => page.locator('.field-error').count()).toBe(0);
  });

  it('offers a binary answer as a file with its name', async () => {
    const { page, complaints } = await openOperation('get-report');
    await page.getByRole('button', { name: 'Send' }).click();
    const download = page.waitForEvent('download');
    await page.locator('.result').getByRole('link', { name: 'Download response' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('résumé 2026.pdf');
    expect(await readFile(await saved.path())).toEqual(report);
    expect(complaints).toEqual([]);
  });

  it('shows events as they come, until somebody stops the stream', async () => {
    const { page, complaints } = await openOperation('get-ticks');
    await page.getByRole('button', { name: 'Send' }).click();
    const answer = page.getByRole('region', { name: 'Answer' });
    await expect.poll(() => answer.innerText()).toContain('{"tick":1}');
    expect(await answer.innerText()).not.toContain('{"tick":2}');
    next();
    await expect.poll(() => answer.innerText()).toContain('{"tick":2}');
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Stop' }).isVisible()).toBe(false);
    expect(await answer.innerText()).toContain('{"tick":2}');
    await expect.poll(() => streamEnded).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('shows the lines of NDJSON', async () => {
    const { page } = await openOperation('get-lines');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect
      .poll(() => page.getByRole('region', { name: 'Answer' }).innerText())
      .toMatch(/\{"line":1\}\s+\{"line":2\}/);
  });
});
