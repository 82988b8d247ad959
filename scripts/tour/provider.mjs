import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';

/** An OAuth 2 provider that signs everyone in as the same user. */
export async function startProvider(profile) {
  const codes = new Set();
  const server = createServer((req, res) => {
    const url = new URL(req.url, 'http://provider');
    const answer = (body) => res.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (url.pathname === '/userinfo') return answer(profile);
    if (url.pathname === '/token')
      return answer({ access_token: randomBytes(12).toString('hex'), token_type: 'Bearer', expires_in: 3_600 });
    const code = randomBytes(12).toString('hex');
    codes.add(code);
    const target = new URL(url.searchParams.get('redirect_uri'));
    target.searchParams.set('code', code);
    target.searchParams.set('state', url.searchParams.get('state'));
    return res.writeHead(302, { location: target.href }).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  return {
    settings: {
      OAUTH_PROVIDER: 'company',
      OAUTH_CLIENT_ID: 'tour',
      OAUTH_CLIENT_SECRET: 'tour secret',
      OAUTH_AUTHORIZATION_URL: `${url}/authorize`,
      OAUTH_TOKEN_URL: `${url}/token`,
      OAUTH_USER_INFO_URL: `${url}/userinfo`,
    },
    close: () => server.close(),
  };
}
