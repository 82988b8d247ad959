import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWholeService } from '../../service/src/testing/start-whole-service.js';
import { openBrowser } from './open-browser.js';

/** Serves an empty page from its own origin. */
async function servePage() {
  const server = createServer((_req, res) =>
    res.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html>'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

let trusted: Awaited<ReturnType<typeof servePage>>;
let stranger: typeof trusted;
let service: Awaited<ReturnType<typeof startWholeService>>;
let browser: Browser;
beforeAll(async () => {
  [trusted, stranger] = [await servePage(), await servePage()];
  service = await startWholeService({ TRUSTED_ORIGINS: trusted.origin });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
  for (const page of [trusted, stranger]) page?.server.close();
});

/** What a page of that origin receives: the status and body of each answer, or the name of the error. */
async function callFrom(origin: string, calls: readonly (readonly [string, string, unknown?])[]): Promise<unknown[]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(origin);
  const script = `Promise.all([${JSON.stringify(calls)}].map(async (calls) => {
    const answers = [];
    for (const [method, path, body] of calls) {
      const json = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      answers.push(await fetch(${JSON.stringify(service.url)} + '/api' + path, { method, credentials: 'include', ...json })
        .then(async (response) => [response.status, await response.json()], (error) => error.name));
    }
    return answers;
  })).then(([answers]) => answers)`;
  const answers = await page.evaluate<unknown[]>(script);
  await context.close();
  return answers;
}

const account = (email: string) => ({ name: 'Ada', email, password: 'correct horse battery' });

describe('a page of another origin', () => {
  it('signs up, calls with its cookie and signs out where its origin is trusted', async () => {
    const answers = await callFrom(trusted.origin, [
      ['POST', '/auth/sign-up/email', account('trusted@example.com')],
      ['GET', '/profile'],
      ['POST', '/notes', { text: 'from another origin' }],
      ['POST', '/auth/sign-out', {}],
      ['GET', '/profile'],
    ]);
    expect(answers).toMatchObject([
      [200, { user: { email: 'trusted@example.com' } }],
      [200, { email: 'trusted@example.com' }],
      [201, {}],
      [200, { success: true }],
      [401, {}],
    ]);
  });

  it('reads nothing with cookies where its origin is not trusted', async () => {
    const answers = await callFrom(stranger.origin, [
      ['POST', '/auth/sign-up/email', account('stranger@example.com')],
      ['GET', '/profile'],
      ['GET', '/users'],
    ]);
    expect(answers).toEqual(['TypeError', 'TypeError', 'TypeError']);
  });
});
