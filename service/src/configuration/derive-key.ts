import { hkdfSync } from 'node:crypto';

/** A 32-byte key for one purpose (HKDF-SHA-256, RFC 5869); keys of different purposes tell nothing about each other or the secret. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'svckit', purpose, 32));
}
