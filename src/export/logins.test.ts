import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Controller, createApp, Get, Module, type SecurityScheme } from '../index.js';
import { readLogins } from './logins.js';

@Controller('users')
class UsersController {
  @Get() list() {}
}
@Module({ controllers: [UsersController] })
class AppModule {}

const tokenUrl = 'https://login.example.com/token';
const login: SecurityScheme = { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes: {} } } };
const bearer: SecurityScheme = { type: 'http', scheme: 'bearer' };

async function serve(securitySchemes: Readonly<Record<string, SecurityScheme>>) {
  const app = await createApp(AppModule, { documents: {}, securityHeaders: true, securitySchemes });
  const url = await app.listen(0);
  return { app, headersOf: async (path: string) => (await fetch(`${url}${path}`)).headers };
}

describe('the page of an app with an authorization server', () => {
  let served: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => void (served = await serve({ login })));
  afterAll(() => served.app.close());

  it('may ask it for tokens, and keeps its windows to its own origin', async () => {
    const headers = await served.headersOf('/docs');
    expect(headers.get('content-security-policy')).toContain("connect-src 'self' https://login.example.com");
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });

  it('is returned to through a page that runs its own script only', async () => {
    const headers = await served.headersOf('/docs/assets/oauth-return.html');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });
});

describe('readLogins', () => {
  it('finds nothing where credentials are sent directly, and the page keeps to itself', async () => {
    expect(readLogins({ bearer })).toEqual({ exist: false, addresses: [] });
    const { app, headersOf } = await serve({ bearer });
    expect((await headersOf('/docs')).get('cross-origin-opener-policy')).toBe('same-origin');
    await app.close();
  });

  it('reads the address of a discovery document', () => {
    const openIdConnectUrl = 'https://id.example.com/.well-known/openid-configuration';
    expect(readLogins({ oidc: { type: 'openIdConnect', openIdConnectUrl } }).addresses).toEqual([openIdConnectUrl]);
  });
});
