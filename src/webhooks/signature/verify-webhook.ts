import { eventHeader, idHeader, signatureHeader, timestampHeader, versionHeader } from '../declare/headers.js';
import { readSecret, type WebhookKey } from './secret.js';
import { secondsOf, signedContent, type WebhookBody } from './sign-webhook.js';

/** Headers of a request: those of fetch, of Node, or an object. */
export type WebhookHeaders =
  | {
      /** The value of a header, by its name in any case; null without it. */
      readonly get: (name: string) => string | null;
    }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** What `verifyWebhook` takes. */
export interface ReceivedWebhook {
  readonly headers: WebhookHeaders;
  /** As it arrived: a parsed body has no signature. */
  readonly body: WebhookBody;
  /** `whsec_…` or `whpk_…`; several while one replaces another. */
  readonly secret: string | readonly string[];
  /** How far the timestamp may be from now, in seconds; 300 by default. */
  readonly tolerance?: number;
  /** The clock; the real time by default. */
  readonly now?: () => Date;
}

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

/** Why a webhook is refused. Answer it with 400 or 401, and do not read the body. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  constructor(
    readonly reason: 'header-missing' | 'header-invalid' | 'too-old' | 'too-new' | 'no-signature-matches' | 'no-json',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Verifies a webhook (Standard Webhooks) and reads its body. Throws a WebhookVerificationError for one that is not from the sender or too old, and a
 * TypeError for a secret that cannot be read.
 */
export function verifyWebhook(received: ReceivedWebhook): VerifiedWebhook {
  const { headers, body, secret, tolerance = 300, now = () => new Date() } = received;
  const keys = (typeof secret === 'string' ? [secret] : secret).map(readSecret);
  const [id, timestamp, signatures] = [idHeader, timestampHeader, signatureHeader].map((name) =>
    requireHeader(headers, name),
  ) as [string, string, string];
  const seconds = readTimestamp(timestamp, secondsOf(now()), tolerance);
  requireSignature(keys, contentOf(id, seconds, body), signatures);
  return Object.freeze({
    id,
    timestamp: new Date(seconds * 1000),
    event: readHeader(headers, eventHeader),
    version: readHeader(headers, versionHeader),
    payload: parse(body),
  });
}

function readHeader(headers: WebhookHeaders, name: string): string | null {
  if (typeof headers.get === 'function') return headers.get(name);
  const all = headers as Readonly<Record<string, string | readonly string[] | undefined>>;
  const key = Object.keys(all).find((one) => one.toLowerCase() === name);
  const value = key === undefined ? undefined : all[key];
  return typeof value === 'string' ? value : (value?.join(',') ?? null);
}

function requireHeader(headers: WebhookHeaders, name: string): string {
  const value = readHeader(headers, name);
  if (value) return value;
  throw new WebhookVerificationError('header-missing', `The request has no header ${name}.`);
}

function readTimestamp(text: string, now: number, tolerance: number): number {
  if (!/^\d{1,15}$/.test(text))
    throw new WebhookVerificationError('header-invalid', 'The header webhook-timestamp has no seconds since 1970.');
  const seconds = Number(text);
  if (now - seconds > tolerance)
    throw new WebhookVerificationError('too-old', `The webhook was sent more than ${tolerance} seconds ago.`);
  if (seconds - now > tolerance)
    throw new WebhookVerificationError('too-new', `The webhook is dated more than ${tolerance} seconds from now.`);
  return seconds;
}

function contentOf(id: string, seconds: number, body: WebhookBody): Buffer {
  if (id.includes('.')) throw new WebhookVerificationError('header-invalid', 'The header webhook-id has a dot.');
  return signedContent(id, seconds, body);
}

/** One signature of one secret is enough. */
function requireSignature(keys: readonly WebhookKey[], content: Buffer, header: string): void {
  for (const one of header.split(' ')) {
    const [scheme, text = ''] = one.split(',');
    const signature = Buffer.from(text, 'base64');
    if (keys.some((key) => key.scheme === scheme && key.verify(content, signature))) return;
  }
  throw new WebhookVerificationError('no-signature-matches', 'No signature of the webhook is one of the secret.');
}

function parse(body: WebhookBody): unknown {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new WebhookVerificationError('no-json', 'The body of the webhook is not JSON.', { cause: error });
  }
}
