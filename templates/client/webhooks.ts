import {
  noSignatureMatches,
  type ReceivedWebhook,
  readReceivedWebhook,
  splitSecret,
  type UnverifiedWebhook,
} from './received-webhook.js';

export { type ReceivedWebhook, type WebhookHeaders, WebhookVerificationError } from './received-webhook.js';

/** A webhook whose signature holds; `event` says which payload it has. */
export type EventOf<Payloads extends {}> = {
  [Name in keyof Payloads]: {
    readonly event: Name;
    /** The same for every attempt of an event: remember it, and skip what you have handled. */
    readonly id: string;
    /** When this attempt was sent. */
    readonly timestamp: Date;
    /** The version of the payload. */
    readonly version: string | null;
    readonly payload: Payloads[Name];
  };
}[keyof Payloads];

/** Verifies a request and reads its event. */
export type ReceiveWebhook<Payloads extends {}> = (received: ReceivedWebhook) => Promise<EventOf<Payloads>>;

/** A webhook whose signature holds, and that this module has no type for: answer it with 2xx to skip it, or with 5xx to get it again later. */
export class UnexpectedWebhookError extends Error {
  override readonly name = 'UnexpectedWebhookError';
  readonly reason: 'unknown-event' | 'other-version';
  readonly id: string;
  readonly event: string | null;
  readonly version: string | null;
  constructor(
    reason: UnexpectedWebhookError['reason'],
    message: string,
    { id, event, version }: Pick<UnverifiedWebhook, 'id' | 'event' | 'version'>,
  ) {
    super(message);
    this.reason = reason;
    this.id = id;
    this.event = event;
    this.version = version;
  }
}

/** A receiver of the events of a version. */
export function createReceiver<Payloads extends {}>(
  version: string | null,
  events: readonly (keyof Payloads & string)[],
): ReceiveWebhook<Payloads> {
  return async (received) => {
    const { content, signatures, payload, ...read } = readReceivedWebhook(received);
    await requireSignature(received.secret, content, signatures);
    if (version !== null && read.version !== null && read.version !== version)
      throw new UnexpectedWebhookError(
        'other-version',
        `The webhook is of version ${read.version}, and this module reads version ${version}. Import the module of that version, or give the endpoint version ${version}.`,
        read,
      );
    if (!(events as readonly (string | null)[]).includes(read.event))
      throw new UnexpectedWebhookError(
        'unknown-event',
        `The event ${read.event} was not known when this module was written. Run svc client again, or take the event from the endpoint.`,
        read,
      );
    return Object.freeze({ ...read, payload: payload() }) as EventOf<Payloads>;
  };
}

/** One signature of one secret is enough. */
async function requireSignature(
  secret: string | readonly string[],
  content: Uint8Array,
  signatures: UnverifiedWebhook['signatures'],
): Promise<void> {
  const signed = new Uint8Array(content);
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    const { prefix, bytes } = splitSecret(one);
    if (prefix === 'whsk_')
      throw new TypeError("A receiver verifies with the public key, 'whpk_…'. The private key stays with the sender.");
    const [scheme, algorithm] =
      prefix === 'whpk_' ? ['v1a', { name: 'Ed25519' }] : ['v1', { name: 'HMAC', hash: 'SHA-256' }];
    const key = await crypto.subtle.importKey('raw', new Uint8Array(bytes), algorithm, false, ['verify']);
    for (const signature of signatures)
      if (
        signature.scheme === scheme &&
        (await crypto.subtle.verify(algorithm, key, new Uint8Array(signature.bytes), signed))
      )
        return;
  }
  throw noSignatureMatches();
}
