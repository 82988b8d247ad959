import { describe, expect, it } from 'vitest';
import { Controller, Get, Module, Post, type ServiceOptions, Version } from '../index.js';
import { type Call, serveForTest } from './testing/serve-for-test.js';

@Controller('items')
class ItemsController {
  @Version('1') @Get() list() {
    return 1;
  }
  @Version('2') @Post() create() {
    return 2;
  }
  @Get('plain') plain() {
    return 3;
  }
}
@Module({ controllers: [ItemsController] })
class AppModule {}

const versioning = { type: 'header', header: 'X-API-Version' } as const;
const origin = 'https://app.example';

async function ask(options: ServiceOptions, path: string, call: Call) {
  const { app, call: send } = await serveForTest(AppModule, { versioning, ...options });
  const answer = await send(path, call);
  await app.close();
  return answer;
}

const preflight = (method: string, requested = 'x-api-version, content-type'): Call => ({
  method: 'OPTIONS',
  headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': requested },
});

describe('a preflight', () => {
  it('needs no version, covers all of them, and echoes the requested headers', async () => {
    const { status, headers, text } = await ask({ cors: { origin: [origin] } }, '/items', preflight('POST'));
    expect([status, text]).toEqual([204, '']);
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': 'x-api-version, content-type',
      'access-control-allow-methods': 'GET,HEAD,POST',
      vary: 'Origin, Access-Control-Request-Headers, X-API-Version',
    });
  });

  it('allows the version header besides a fixed list', async () => {
    const { headers } = await ask({ cors: { origin, allowedHeaders: ['Content-Type'] } }, '/items', preflight('POST'));
    expect(headers['access-control-allow-headers']).toBe('Content-Type,X-API-Version');
    const named = await ask(
      { cors: { origin, allowedHeaders: 'content-type, x-api-version' } },
      '/items',
      preflight('POST'),
    );
    expect(named.headers['access-control-allow-headers']).toBe('content-type,x-api-version');
  });

  it('is a plain OPTIONS without cors, or without a requested method', async () => {
    expect((await ask({}, '/items', preflight('POST'))).headers.allow).toBe('GET, HEAD, POST, OPTIONS');
    const plain = await ask({ cors: true }, '/items', { method: 'OPTIONS', headers: { origin } });
    expect([plain.headers.allow, plain.headers['access-control-allow-origin']]).toEqual([
      'GET, HEAD, POST, OPTIONS',
      '*',
    ]);
  });
});

describe('a cross-origin request', () => {
  it('gets its headers on answers, refusals and 404s, besides the version in Vary', async () => {
    const headers = { origin, 'x-api-version': '1' };
    for (const [path, vary] of [
      ['/items', 'Origin, X-API-Version'],
      ['/items/plain', 'Origin'],
      ['/nothing', 'Origin'],
    ]) {
      const answer = await ask(
        { cors: { origin: [origin], credentials: true, exposedHeaders: ['Deprecation'] } },
        path!,
        { headers },
      );
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': 'Deprecation',
        vary,
      });
    }
  });

  it('varies on Origin even without one, unless every origin is allowed', async () => {
    expect((await ask({ cors: { origin: [origin] } }, '/items/plain', {})).headers.vary).toBe('Origin');
    expect((await ask({ cors: true }, '/items/plain', {})).headers.vary).toBeUndefined();
  });

  it('allows no credentials for an origin that is not listed', async () => {
    const { headers } = await ask({ cors: { origin: [origin], credentials: true } }, '/items/plain', {
      headers: { origin: 'https://evil.example' },
    });
    expect([headers['access-control-allow-origin'], headers['access-control-allow-credentials']]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('the protection against forged requests', () => {
  const post = (headers: Record<string, string>): Call => ({
    method: 'POST',
    headers: { 'x-api-version': '2', ...headers },
  });
  it.each([
    [{}, 201],
    [{ origin }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 201],
    [{ 'sec-fetch-site': 'none' }, 201],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://trusted.example' }, 201],
    [{ origin: 'https://trusted.example' }, 201],
    [{ host: 'api.example', origin: 'https://api.example' }, 201],
    [{ host: 'api.example', origin: 'http://other.example', 'x-forwarded-host': 'other.example' }, 403],
  ] as const)('answers %j with %i', async (headers, status) => {
    expect((await ask({ csrf: { trustedOrigins: ['https://trusted.example'] } }, '/items', post(headers))).status).toBe(
      status,
    );
  });

  it('trusts X-Forwarded-Host only behind a trusted proxy', async () => {
    const forwarded = post({ host: 'internal', origin: 'https://api.example', 'x-forwarded-host': 'api.example' });
    expect((await ask({ csrf: true, trustProxy: 1 }, '/items', forwarded)).status).toBe(201);
    expect((await ask({ csrf: true }, '/items', forwarded)).status).toBe(403);
  });

  it('covers addresses without a route too, but never safe methods', async () => {
    expect((await ask({ csrf: true }, '/nothing', { method: 'POST', headers: { origin } })).status).toBe(403);
    expect(
      (await ask({ csrf: true }, '/items/plain', { headers: { origin, 'sec-fetch-site': 'cross-site' } })).status,
    ).toBe(200);
  });
});
