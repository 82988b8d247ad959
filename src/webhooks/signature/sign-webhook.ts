import { readSecret } from './secret.js';

/** A body as text, or its bytes. */
export type WebhookBody = string | Uint8Array;

/** What `signWebhook` signs. */
export interface SignedParts {
  /** The header `webhook-id`. */
  readonly id: string;
  /** When it is sent: a date, or seconds since 1970. */
  readonly timestamp: Date | number;
  readonly body: WebhookBody;
  /** `whsec_…` or `whsk_…`; several while one replaces another. */
  readonly secret: string | readonly string[];
}

/**
 * The header `webhook-signature` (Standard Webhooks): one signature for each secret, separated by spaces. Throws a TypeError for a secret that cannot
 * sign, and for an id or a timestamp that cannot be signed.
 */
export function signWebhook({ id, timestamp, body, secret }: SignedParts): string {
  const content = signedContent(id, secondsOf(timestamp), body);
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (!Array.isArray(secrets) || secrets.length === 0)
    throw new TypeError("signWebhook() needs a secret. Write secret: 'whsec_…', or a list of them.");
  return secrets
    .map((one) => {
      const { scheme, sign } = readSecret(one);
      if (!sign) throw new TypeError("A public key, 'whpk_…', only verifies. Sign with its private key, 'whsk_…'.");
      return `${scheme},${sign(content).toString('base64')}`;
    })
    .join(' ');
}

/** What is signed: id, timestamp and body with dots between them. */
export function signedContent(id: string, seconds: number, body: WebhookBody): Buffer {
  if (typeof id !== 'string' || id === '' || id.includes('.'))
    throw new TypeError(`A webhook-id is text without a dot, but this one is ${JSON.stringify(id)}.`);
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (!(bytes instanceof Uint8Array))
    throw new TypeError('The body is text or bytes, as it is sent. Sign it before it is parsed.');
  return Buffer.concat([Buffer.from(`${id}.${seconds}.`), bytes]);
}

/** Whole seconds since 1970. */
export function secondsOf(timestamp: Date | number): number {
  const seconds = timestamp instanceof Date ? Math.floor(timestamp.getTime() / 1000) : timestamp;
  if (Number.isSafeInteger(seconds) && seconds >= 0) return seconds;
  throw new TypeError(`A timestamp is a Date, or whole seconds since 1970, but this one is ${String(timestamp)}.`);
}
