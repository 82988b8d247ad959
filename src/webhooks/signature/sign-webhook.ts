import { signedContent, type WebhookBody } from './received-webhook.js';
import { readSecret } from './secret.js';

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

/** Whole seconds since 1970. */
function secondsOf(timestamp: Date | number): number {
  const seconds = timestamp instanceof Date ? Math.floor(timestamp.getTime() / 1000) : timestamp;
  if (Number.isSafeInteger(seconds) && seconds >= 0) return seconds;
  throw new TypeError(`A timestamp is a Date, or whole seconds since 1970, but this one is ${String(timestamp)}.`);
}
