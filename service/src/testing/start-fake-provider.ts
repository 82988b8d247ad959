import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeProfile {
  readonly sub: string;
  readonly email: string;
  readonly name: string;
  readonly email_verified: boolean;
}

/** An OAuth 2 provider for tests: every user is `profile`; codes work once and only with their PKCE verifier. */
export async function startFakeProvider(profile: FakeProfile) {
  const codes = new Map<string, string>();
  const accessTokens = new Set<string>();
  const server = createServer(async (req, res) => {
    const url = new URL(req.url!, 'http://provider');
    const answer = (status: number, body: unknown) =>
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname === '/authorize') {
      const code = randomBytes(12).toString('hex');
      codes.set(code, url.searchParams.get('code_challenge') ?? '');
      const target = new URL(url.searchParams.get('redirect_uri')!);
      target.searchParams.set('code', code);
      target.searchParams.set('state', url.searchParams.get('state')!);
      return res.writeHead(302, { location: target.href }).end();
    }
    if (url.pathname === '/token') {
      const form = new URLSearchParams(await readText(req));
      const challenge = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      const given = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (challenge !== given || form.get('client_secret') !== 'client secret')
        return answer(400, { error: 'invalid_grant' });
      const token = `access-${randomBytes(12).toString('hex')}`;
      accessTokens.add(token);
      return answer(200, { access_token: token, token_type: 'Bearer', expires_in: 3_600 });
    }
    const token = req.headers.authorization?.replace('Bearer ', '') ?? '';
    return accessTokens.has(token) ? answer(200, profile) : answer(401, { error: 'invalid_token' });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    accessTokens,
    /** The settings that configure it as the provider `company`. */
    settings: {
      OAUTH_PROVIDER: 'company',
      OAUTH_CLIENT_ID: 'client id',
      OAUTH_CLIENT_SECRET: 'client secret',
      OAUTH_AUTHORIZATION_URL: `${url}/authorize`,
      OAUTH_TOKEN_URL: `${url}/token`,
      OAUTH_USER_INFO_URL: `${url}/userinfo`,
    },
    close: () => void server.close(),
  };
}

async function readText(req: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of req) text += String(chunk);
  return text;
}
