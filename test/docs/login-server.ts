import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Environment } from './page-shell.js';

/** Serves the keys of a login as JWKS until the tests end: its address, and tokens that are valid, expired, and signed by somebody else. */
export async function openLogin(): Promise<Environment> {
  const [own, foreign] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')]);
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'first', alg: 'ES256' };
  const server = createServer((_, res) =>
    res.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] })),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const sign = (key: CryptoKey, expires: string) =>
    new SignJWT({ roles: ['staff'] })
      .setProtectedHeader({ alg: 'ES256', kid: 'first' })
      .setIssuer('https://login.example.com/')
      .setAudience('orders')
      .setSubject('ada')
      .setIssuedAt('2 hours ago')
      .setExpirationTime(expires)
      .sign(key);
  return {
    JWKS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    TOKEN: await sign(own.privateKey, '1 hour'),
    EXPIRED_TOKEN: await sign(own.privateKey, '1 hour ago'),
    FORGED_TOKEN: await sign(foreign.privateKey, '1 hour'),
  };
}
