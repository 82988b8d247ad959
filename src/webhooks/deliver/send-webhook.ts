import type { Client } from 'undici';
import {
  eventHeader,
  idHeader,
  signatureHeader,
  timestampHeader,
  versionHeader,
} from '../signature/received-webhook.js';
import { signWebhook } from '../signature/sign-webhook.js';
import type { TakenDelivery } from '../store/webhook-store.js';
import type { ReachedAddress } from './find-way.js';

/** What a receiver answered. */
export interface WebhookAnswer {
  readonly status: number;
  /** The header `Retry-After`; null without one. */
  readonly retryAfter: string | null;
}

/** The request of an attempt; its timestamp and signatures are those of now. */
export function headersOf({ event, delivery, endpoint }: TakenDelivery, body: string, now: number) {
  const timestamp = Math.floor(now / 1_000);
  const secret = endpoint.secrets.filter(({ until }) => until === null || until > now).map((one) => one.secret);
  return {
    'content-type': 'application/json',
    'user-agent': 'svckit-webhooks',
    [idHeader]: event.id,
    [timestampHeader]: String(timestamp),
    [signatureHeader]: signWebhook({ id: event.id, timestamp, body, secret }),
    [eventHeader]: event.name,
    [versionHeader]: delivery.version,
  };
}

/**
 * Sends a body to one of the checked addresses on a connection of its own, and resolves with the head of the answer, whatever follows it. Redirects are
 * not followed. Rejects when `signal` aborts, and where no head arrives.
 */
export async function sendWebhook(
  url: URL,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  way: readonly ReachedAddress[],
  signal: AbortSignal,
): Promise<WebhookAnswer> {
  const { Client } = await import('undici');
  const client: Client = new Client(url.origin, {
    connect: { lookup: lookupAmong(way), timeout: 0, autoSelectFamily: true },
  });
  try {
    const {
      statusCode,
      headers: given,
      body: rest,
    } = await client.request({
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      headers,
      body,
      signal,
    });
    // The head decides; the rest may be endless, or break off.
    rest.on('error', () => {});
    const { 'retry-after': retryAfter } = given;
    return { status: statusCode, retryAfter: typeof retryAfter === 'string' ? retryAfter : (retryAfter?.[0] ?? null) };
  } finally {
    await client.destroy().catch(() => {});
  }
}

type Found = (error: Error | null, address: string | readonly ReachedAddress[], family?: number) => void;

/** The connection goes where the check was, whatever the name resolves to by now. */
const lookupAmong = (way: readonly ReachedAddress[]) =>
  ((_hostname: string, { all }: { readonly all?: boolean }, found: Found) =>
    all ? found(null, way) : found(null, way[0]!.address, way[0]!.family)) as never;
