// Needs nothing of Node: generated clients have a copy of this file.

/** The same for every attempt of an event (Standard Webhooks). */
export const idHeader = 'webhook-id';

/** Seconds since 1970, of the attempt (Standard Webhooks). */
export const timestampHeader = 'webhook-timestamp';

/** Signatures with spaces between them (Standard Webhooks). */
export const signatureHeader = 'webhook-signature';

/** The name of the event. */
export const eventHeader = 'webhook-event';

/** The version of the body. */
export const versionHeader = 'webhook-version';

/** Headers of a request: those of fetch, of Node, or an object. */
export type WebhookHeaders =
  | {
      /** The value of a header, by its name in any case; null without it. */
      readonly get: (name: string) => string | null;
    }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A body as text, or its bytes. */
export type WebhookBody = string | Uint8Array;

/** A request as it arrived, and what it is verified with. */
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

/** Why a webhook is refused. Answer it with 400 or 401, and do not read the body. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly reason: 'header-missing' | 'header-invalid' | 'too-old' | 'too-new' | 'no-signature-matches' | 'no-json';
  constructor(reason: WebhookVerificationError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** What a webhook is refused with that nobody who has the secret signed. */
export const noSignatureMatches = (): WebhookVerificationError =>
  new WebhookVerificationError('no-signature-matches', 'No signature of the webhook is one of the secret.');

/** What a request says before its signatures are verified. */
export interface UnverifiedWebhook {
  readonly id: string;
  readonly timestamp: Date;
  readonly event: string | null;
  readonly version: string | null;
  /** What is signed. */
  readonly content: Uint8Array;
  /** `v1` is HMAC with SHA-256, `v1a` is Ed25519. */
  readonly signatures: readonly { readonly scheme: string; readonly bytes: Uint8Array }[];
  /** Reads the body, once a signature holds. Throws a WebhookVerificationError for one that is not JSON. */
  readonly payload: () => unknown;
}

/** Reads a request; one signature that holds is enough. Throws a WebhookVerificationError for a header that is missing or wrong, and for an old or future request. */
export function readReceivedWebhook({
  headers,
  body,
  tolerance = 300,
  now = () => new Date(),
}: ReceivedWebhook): UnverifiedWebhook {
  const id = requireHeader(headers, idHeader);
  const timestamp = requireHeader(headers, timestampHeader);
  const signatures = requireHeader(headers, signatureHeader);
  const seconds = readTimestamp(timestamp, Math.floor(now().getTime() / 1000), tolerance);
  if (id.includes('.')) throw new WebhookVerificationError('header-invalid', 'The header webhook-id has a dot.');
  return {
    id,
    timestamp: new Date(seconds * 1000),
    event: readHeader(headers, eventHeader),
    version: readHeader(headers, versionHeader),
    content: signedContent(id, seconds, body),
    signatures: signatures.split(' ').map((one) => {
      const comma = one.indexOf(',');
      return { scheme: one.slice(0, Math.max(comma, 0)), bytes: readBase64(one.slice(comma + 1)) };
    }),
    payload: () => parse(body),
  };
}

/** What is signed: id, timestamp in seconds and body with dots between them. */
export function signedContent(id: string, seconds: number, body: WebhookBody): Uint8Array {
  if (typeof id !== 'string' || id === '' || id.includes('.'))
    throw new TypeError(`A webhook-id is text without a dot, but this one is ${JSON.stringify(id)}.`);
  const head = new TextEncoder().encode(`${id}.${seconds}.`);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  if (!(bytes instanceof Uint8Array))
    throw new TypeError('The body is text or bytes, as it is sent. Sign it before it is parsed.');
  const content = new Uint8Array(head.length + bytes.length);
  content.set(head);
  content.set(bytes, head.length);
  return content;
}

const forms =
  "'whsec_…' (HMAC), 'whsk_…' (an Ed25519 private key) or 'whpk_…' (its public key), each followed by Base64";

/** The prefix of a secret (`whsec_`, `whsk_`, `whpk_` or none) and its bytes. Throws a TypeError that does not show it. */
export function splitSecret(secret: string): { readonly prefix: string; readonly bytes: Uint8Array } {
  if (typeof secret !== 'string') throw new TypeError(`A secret is text: ${forms}.`);
  const prefix = /^(?:whsec_|whsk_|whpk_)?/.exec(secret)?.[0] ?? '';
  const bytes = readBase64(secret.slice(prefix.length));
  if (bytes.length === 0) throw new TypeError(`A secret is ${forms}; this one is no Base64.`);
  if (prefix === 'whpk_' && bytes.length !== 32)
    throw new TypeError(`A public key has 32 bytes after 'whpk_', but this one has ${bytes.length}.`);
  if (prefix === 'whsk_' && bytes.length !== 32 && bytes.length !== 64)
    throw new TypeError(`A private key has 32 or 64 bytes after 'whsk_', but this one has ${bytes.length}.`);
  return { prefix, bytes };
}

/** The bytes of Base64, none for anything else. */
function readBase64(text: string): Uint8Array {
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(text)) return new Uint8Array();
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
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

function parse(body: WebhookBody): unknown {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new WebhookVerificationError('no-json', 'The body of the webhook is not JSON.', { cause: error });
  }
}
