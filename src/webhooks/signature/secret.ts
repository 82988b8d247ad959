import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { splitSecret } from './received-webhook.js';

/** What signs and verifies with one secret (Standard Webhooks, "signature scheme"). */
export interface WebhookKey {
  /** `v1`: HMAC with SHA-256; `v1a`: Ed25519. */
  readonly scheme: 'v1' | 'v1a';
  /** null for a public key. */
  readonly sign: ((content: Uint8Array) => Buffer) | null;
  readonly verify: (content: Uint8Array, signature: Uint8Array) => boolean;
}

/** Reads a secret: `whsec_`, `whsk_` or `whpk_`, and Base64. Throws a TypeError that does not show it. */
export function readSecret(secret: string): WebhookKey {
  const { prefix, bytes } = splitSecret(secret);
  if (prefix === 'whsk_') return privateKey(bytes);
  if (prefix === 'whpk_') return publicKey(bytes);
  return hmac(bytes);
}

function hmac(key: Uint8Array): WebhookKey {
  const signed = (content: Uint8Array) => createHmac('sha256', key).update(content).digest();
  return {
    scheme: 'v1',
    sign: signed,
    verify: (content, signature) => {
      const own = signed(content);
      return own.length === signature.length && timingSafeEqual(own, signature);
    },
  };
}

/** The bytes before a raw key in PKCS #8 and SPKI (RFC 8410, section 7 and section 4). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const spki = Buffer.from('302a300506032b6570032100', 'hex');

/** A seed of 32 bytes, or the seed and the public key, as libsodium stores it. */
function privateKey(bytes: Uint8Array): WebhookKey {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, bytes.subarray(0, 32)]), format: 'der', type: 'pkcs8' });
  return { ...ed25519(createPublicKey(key)), sign: (content) => sign(null, content, key) };
}

function publicKey(bytes: Uint8Array): WebhookKey {
  return ed25519(createPublicKey({ key: Buffer.concat([spki, bytes]), format: 'der', type: 'spki' }));
}

const ed25519 = (key: KeyObject): WebhookKey => ({
  scheme: 'v1a',
  sign: null,
  verify: (content, signature) => signature.length === 64 && verify(null, content, key, signature),
});

/** How an endpoint's requests are signed. */
export type SigningScheme = 'hmac' | 'ed25519';

/** A new secret: `whsec_` and 32 bytes, or `whsk_` and an Ed25519 key. */
export function makeSecret(scheme: SigningScheme): string {
  if (scheme === 'hmac') return `whsec_${randomBytes(32).toString('base64')}`;
  const { privateKey: key } = generateKeyPairSync('ed25519');
  const { d, x } = key.export({ format: 'jwk' });
  const bytes = [d!, x!].map((part) => Buffer.from(part, 'base64url'));
  return `whsk_${Buffer.concat(bytes).toString('base64')}`;
}

/** What a receiver verifies with: the secret itself, or the public key of a private one. */
export function receiverSecret(secret: string): string {
  if (!secret.startsWith('whsk_')) return secret;
  const seed = Buffer.from(secret.slice('whsk_'.length), 'base64').subarray(0, 32);
  const key = createPublicKey(createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' }));
  return `whpk_${Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url').toString('base64')}`;
}
