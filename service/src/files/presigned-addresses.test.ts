import { expect, test } from 'vitest';
import { PresignedAddresses, type PresignedClaim, type PresignedMethod } from './presigned-addresses.js';

let now = Date.parse('2026-11-01T00:00:00.900Z');
const addresses = new PresignedAddresses({
  signingKey: () => Buffer.alloc(32, 1),
  address: '/api/files/presigned',
  now: () => now,
});

function claimOf(url: string): PresignedClaim {
  const query = new URL(url, 'http://localhost').searchParams;
  return {
    method: query.get('method') as PresignedMethod,
    key: query.get('key')!,
    expires: query.get('expires')!,
    signature: query.get('signature')!,
  };
}

const { url, expiresAt } = addresses.sign('GET', 'ä b/+&c.txt', 60);
const claim = claimOf(url);

test('an address carries its key, its end and a hexadecimal signature', () => {
  expect(url).toMatch(/^\/api\/files\/presigned\?key=.*&signature=[0-9a-f]{64}&expires=\d+$/);
  expect(claim.key).toBe('ä b/+&c.txt');
  expect(expiresAt.toISOString()).toBe('2026-11-01T00:01:00.000Z');
});

test('an address that was signed is valid until its second, then expired', () => {
  expect(addresses.verify(claim)).toBe('valid');
  now = expiresAt.getTime() - 1;
  expect(addresses.verify(claim)).toBe('valid');
  now = expiresAt.getTime();
  expect(addresses.verify(claim)).toBe('expired');
  now = Date.parse('2026-11-01T00:00:00.900Z');
});

test('another method, key, end or signature is tampered', () => {
  const flipped = (claim.signature[0] === '0' ? '1' : '0') + claim.signature.slice(1);
  const changes: Partial<PresignedClaim>[] = [
    { method: 'PUT' },
    { key: 'other.txt' },
    { expires: String(Number(claim.expires) + 1) },
    { expires: 'Infinity' },
    { expires: ` ${claim.expires}` },
    { signature: flipped },
    { signature: '' },
    { signature: 'zz' },
    { signature: claim.signature.slice(1) },
    { signature: `${claim.signature}00` },
    { signature: claim.signature.toUpperCase().replace(/\d/g, 'A') },
  ];
  for (const change of changes)
    expect(addresses.verify({ ...claim, ...change }), JSON.stringify(change)).toBe('tampered');
});

test('another key does not accept the address', () => {
  const other = new PresignedAddresses({ signingKey: () => Buffer.alloc(32, 2), address: '/', now: () => now });
  expect(other.verify(claim)).toBe('tampered');
});
