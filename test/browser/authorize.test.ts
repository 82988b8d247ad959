import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { Browser, Locator, Page } from 'playwright-core';
import { Controller, Get, Module, Security, type SecurityScheme } from 'svckit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveForTest } from '../../src/server/testing/serve-for-test.js';
import { openBrowser, openPage } from './open-browser.js';

const names = [
  'bearer',
  'basic',
  'other',
  'header',
  'query',
  'cookie',
  'login',
  'implicit',
  'machine',
  'owner',
  'oidc',
  'certificate',
] as const;
type Name = (typeof names)[number];

@Controller('echo')
class EchoController {
  @Security('bearer') @Get('bearer') bearer() {}
  @Security('basic') @Get('basic') basic() {}
  @Security('other') @Get('other') other() {}
  @Security('header') @Get('header') header() {}
  @Security('query') @Get('query') query() {}
  @Security('cookie') @Get('cookie') cookie() {}
  @Security({ login: ['read'] }) @Get('login') login() {}
  @Security('implicit') @Get('implicit') implicit() {}
  @Security('machine') @Get('machine') machine() {}
  @Security('owner') @Get('owner') owner() {}
  @Security('oidc') @Get('oidc') oidc() {}
  @Security('certificate') @Get('certificate') certificate() {}
}
@Module({ controllers: [EchoController] })
class AppModule {}

const token = '{"access_token":"from-the-provider","token_type":"Bearer"}';

/** An authorization server on another origin: it consents at once, and remembers what it was asked. */
async function startProvider(): Promise<{ server: Server; origin: string; asked: URL[]; forms: URLSearchParams[] }> {
  const asked: URL[] = [];
  const forms: URLSearchParams[] = [];
  const server = createServer(async (req, res) => {
    const url = new URL(req.url!, `http://${req.headers.host}`);
    const cors = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' };
    const json = { ...cors, 'Content-Type': 'application/json' };
    if (req.method === 'OPTIONS') return void res.writeHead(204, cors).end();
    asked.push(url);
    if (url.pathname === '/token') forms.push(new URLSearchParams(await readText(req)));
    if (url.pathname === '/token') return void res.writeHead(200, json).end(token);
    if (url.pathname === '/discovery') return void res.writeHead(200, json).end(JSON.stringify(discovery(url.origin)));
    const { redirect_uri: target, state, response_type: kind } = Object.fromEntries(url.searchParams);
    const answer =
      kind === 'code' ? `?code=c&state=${state}` : `#access_token=implicit-token&token_type=Bearer&state=${state}`;
    res.writeHead(302, { Location: `${target}${answer}` }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, forms };
}

const discovery = (origin: string) => ({
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}/token`,
  scopes_supported: ['openid'],
  grant_types_supported: ['authorization_code'],
});

function schemesAt(origin: string): Readonly<Record<Name, SecurityScheme>> {
  const [authorizationUrl, tokenUrl, scopes] = [`${origin}/authorize`, `${origin}/token`, { read: 'Read' }];
  return {
    bearer: { type: 'http', scheme: 'bearer' },
    basic: { type: 'http', scheme: 'basic' },
    other: { type: 'http', scheme: 'GNAP' },
    header: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    query: { type: 'apiKey', in: 'query', name: 'api_key' },
    cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
    login: { type: 'oauth2', flows: { authorizationCode: { authorizationUrl, tokenUrl, scopes } } },
    implicit: { type: 'oauth2', flows: { implicit: { authorizationUrl, scopes } } },
    machine: { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes } } },
    owner: { type: 'oauth2', flows: { password: { tokenUrl, scopes } } },
    certificate: { type: 'mutualTLS' },
    oidc: { type: 'openIdConnect', openIdConnectUrl: `${origin}/discovery` },
  };
}

let browser: Browser;
let provider: Awaited<ReturnType<typeof startProvider>>;
let served: Awaited<ReturnType<typeof serveForTest>>;
const received: IncomingMessage[] = [];
beforeAll(async () => {
  provider = await startProvider();
  served = await serveForTest(AppModule, {
    documents: { info: { title: 'Echo', version: '1.0.0' } },
    securityHeaders: true,
    securitySchemes: schemesAt(provider.origin),
    authenticate: (req) => {
      received.push(req);
      return { id: 'anyone', roles: [] };
    },
  });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await served?.app.close();
  provider?.server.close();
});

/** Opens the dialog, fills in one scheme and closes the dialog. */
async function authorize(page: Page, name: Name, fill: (form: Locator) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  const form = page.locator(`form.scheme[data-scheme=${name}]`);
  await fill(form);
  await form.getByRole('button', { name: 'Authorize' }).click();
  await form.getByRole('button', { name: 'Log out' }).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
}

/** Executes the operation of a scheme, and returns the request that arrived. */
async function execute(page: Page, name: Name): Promise<IncomingMessage> {
  await page.locator(`.sidebar a[title="/echo/${name}"]`).click();
  await page.locator(`form.try[data-path="/echo/${name}"]`).waitFor();
  const answered = page.waitForResponse((response) => response.url().includes(`/echo/${name}`));
  await page.getByRole('button', { name: 'Send' }).click();
  await answered;
  return received.findLast(({ url }) => url!.startsWith(`/echo/${name}`))!;
}

async function openDocs() {
  const watched = await openPage(browser, served.url);
  await watched.page.goto(`${served.url}/docs`);
  await watched.page.getByRole('button', { name: 'Authorize' }).waitFor();
  return watched;
}

const broken = (complaints: readonly string[]) =>
  complaints.filter((complaint) => !complaint.startsWith(`outside: ${provider.origin}/`));

describe("the page's Authorize", () => {
  it.each<[Name, (form: Locator) => Promise<void>, (req: IncomingMessage) => unknown, string | undefined]>([
    [
      'bearer',
      (form) => form.getByLabel('Token').fill('my-token'),
      ({ headers }) => headers.authorization,
      'Bearer my-token',
    ],
    [
      'basic',
      async (form) => {
        await form.getByLabel('User name').fill('ada');
        await form.getByLabel('Password').fill('pass');
      },
      ({ headers }) => headers.authorization,
      'Basic YWRhOnBhc3M=',
    ],
    ['other', (form) => form.getByLabel('Token').fill('abc'), ({ headers }) => headers.authorization, 'GNAP abc'],
    ['certificate', () => Promise.resolve(), ({ headers }) => headers.authorization, undefined],
    ['header', (form) => form.getByLabel('Key').fill('key-1'), ({ headers }) => headers['x-api-key'], 'key-1'],
    ['query', (form) => form.getByLabel('Key').fill('key 2'), ({ url }) => url, '/echo/query?api_key=key%202'],
    ['cookie', (form) => form.getByLabel('Key').fill('key-3'), ({ headers }) => headers.cookie, 'sid=key-3'],
    [
      'machine',
      (form) => form.getByLabel('Client id').fill('app'),
      ({ headers }) => headers.authorization,
      'Bearer from-the-provider',
    ],
    [
      'owner',
      async (form) => {
        await form.getByLabel('User name').fill('ada');
        await form.getByLabel('Password').fill('pass');
        await form.getByLabel('Client id').fill('app');
      },
      ({ headers }) => headers.authorization,
      'Bearer from-the-provider',
    ],
  ])('sends what was filled in for %s', async (name, fill, read, expected) => {
    const { page, complaints } = await openDocs();
    await authorize(page, name, fill);
    expect(read(await execute(page, name))).toBe(expected);
    expect(broken(complaints)).toEqual([]);
  });

  it('asks for a token with the password, and nothing else', async () => {
    const { page } = await openDocs();
    await authorize(page, 'owner', async (form) => {
      await form.getByLabel('User name').fill('ada');
      await form.getByLabel('Password').fill('pass & word');
      await form.getByLabel('Client id').fill('app');
      await form.getByLabel('read').check();
    });
    expect(Object.fromEntries(provider.forms.at(-1)!)).toEqual({
      grant_type: 'password',
      username: 'ada',
      password: 'pass & word',
      scope: 'read',
      client_id: 'app',
    });
  });

  it('takes the cookie away on logout', async () => {
    const { page } = await openDocs();
    await authorize(page, 'cookie', (form) => form.getByLabel('Key').fill('key-4'));
    expect(await page.evaluate('document.cookie')).toBe('sid=key-4');
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.getByRole('button', { name: 'Log out' }).click();
    expect(await page.evaluate('document.cookie')).toBe('');
  });

  it.each<[Name, string, string, string]>([
    ['login', 'code', 'read', 'Bearer from-the-provider'],
    ['implicit', 'token', 'read', 'Bearer implicit-token'],
    ['oidc', 'code', 'openid', 'Bearer from-the-provider'],
  ])('signs in at the authorization server for %s, and sends its token', async (name, kind, scope, expected) => {
    const { page, complaints } = await openDocs();
    provider.asked.length = 0;
    await authorize(page, name, async (form) => {
      await form.getByLabel('Client id').fill('explorer');
      await form.getByLabel(scope).check();
    });
    const { searchParams } = provider.asked.find(({ pathname }) => pathname === '/authorize')!;
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: kind,
      client_id: 'explorer',
      redirect_uri: `${served.url}/docs/assets/oauth-return.html`,
      scope,
      state: expect.any(String),
      ...(kind === 'code' && { code_challenge: expect.any(String), code_challenge_method: 'S256' }),
    });
    expect((await execute(page, name)).headers.authorization).toBe(expected);
    expect(broken(complaints)).toEqual([]);
  });
});
