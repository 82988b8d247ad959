import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { clientAddress } from './client-address.js';

const addressOf = (forwarded: string) =>
  clientAddress(
    {
      headers: { 'x-forwarded-for': forwarded },
      socket: { remoteAddress: '::ffff:192.0.2.7' },
    } as unknown as IncomingMessage,
    1,
  );

it.each([
  ['198.51.100.1', '198.51.100.1'],
  ['203.0.113.9, 198.51.100.1:443', '198.51.100.1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  [`fe80::1%${'a'.repeat(7_000)}`, 'fe80::1'],
  ['[fe80::1%eth0]:80', 'fe80::1'],
])('reads %s as %s', (forwarded, address) => {
  expect(addressOf(forwarded)).toBe(address);
});

it.each(['', ',', 'unknown', 'x'.repeat(7_000)])('takes the address of the connection for %j', (forwarded) => {
  expect(addressOf(forwarded)).toBe('192.0.2.7');
});
