import { noSignatureMatches, type ReceivedWebhook, readReceivedWebhook } from './received-webhook.js';
import { readSecret } from './secret.js';

/** A webhook whose signature holds. */
export interface VerifiedWebhook {
  /** The same for every attempt of an event: remember it, and skip what you have handled. */
  readonly id: string;
  /** When this attempt was sent. */
  readonly timestamp: Date;
  /** `book.added`; null from a sender without `webhook-event`. */
  readonly event: string | null;
  /** The version of the body; null from a sender without `webhook-version`. */
  readonly version: string | null;
  /** The body as JSON. */
  readonly payload: unknown;
}

/**
 * Verifies a webhook (Standard Webhooks) and reads its body. Throws a WebhookVerificationError for one that is not from the sender or too old, and a
 * TypeError for a secret that cannot be read.
 */
export function verifyWebhook(received: ReceivedWebhook): VerifiedWebhook {
  const { secret } = received;
  const keys = (typeof secret === 'string' ? [secret] : secret).map(readSecret);
  const { content, signatures, payload, ...read } = readReceivedWebhook(received);
  const holds = signatures.some(({ scheme, bytes }) =>
    keys.some((key) => key.scheme === scheme && key.verify(content, bytes)),
  );
  if (!holds) throw noSignatureMatches();
  return Object.freeze({ ...read, payload: payload() });
}
