import { createHash } from 'node:crypto';
import { HttpError } from '../../routing/table/http-error.js';
import { pathShape } from '../../routing/table/path.js';
import type { IdempotencyPolicy } from '../../routing/table/route.js';
import type { Logger } from '../../routing/table/service-options.js';
import type { IdempotencyClaim, IdempotencyStore, StoredResponse } from '../../routing/table/stores.js';
import { captureAnswer, replayAnswer } from './capture-answer.js';
import type { Endpoint } from './endpoint.js';
import type { Exchange } from './exchange.js';

type Handle = Endpoint['handle'];

const holdSeconds = 60;
const dayInSeconds = 86_400;

interface Keeping {
  readonly store: IdempotencyStore;
  readonly ttlSeconds: number | undefined;
  readonly logger: Logger;
}

/** Answers a repeated Idempotency-Key with the first answer (draft-ietf-httpapi-idempotency-key-header, section 2). */
export function idempotentHandler(
  handle: Handle,
  policy: IdempotencyPolicy,
  { store, ttlSeconds, logger }: Keeping,
): Handle {
  const keepSeconds = policy.ttlSeconds ?? ttlSeconds ?? dayInSeconds;
  return async (exchange) => {
    const given = readKey(exchange, policy);
    if (given === null) return handle(exchange);
    const key = scopedKey(exchange, given);
    const fingerprint = fingerprintOf(exchange);
    const claim = await claimKey(store, key, fingerprint);
    if (claim.state === 'stored') return replayAnswer(claim.response);

    let captured: StoredResponse | null = null;
    try {
      const value = await captureAnswer(exchange, await handle(exchange));
      captured = value.stored;
      return value.answer;
    } finally {
      await settle(captured).catch((error: unknown) =>
        logger.error('An idempotent answer was not stored', { error: String(error) }),
      );
    }

    async function settle(answer: StoredResponse | null): Promise<void> {
      if (answer && answer.status < 500) await store.store(key, fingerprint, answer, keepSeconds);
      else await store.release(key);
    }
  };
}

function readKey({ req }: Exchange, { required }: IdempotencyPolicy): string | null {
  const sent = req.headers['idempotency-key'];
  if (sent === undefined && !required) return null;
  const key = typeof sent === 'string' ? unquote(sent) : null;
  if (key !== null && /^[\x20-\x7e]{1,255}$/.test(key)) return key;
  const found = sent === undefined ? 'is missing' : 'is not 1 to 255 printable ASCII characters';
  throw new HttpError(400, `The header Idempotency-Key ${found}. Send a new UUID for each operation.`, {
    code: 'idempotency-key-invalid',
  });
}

/** A key is a String (RFC 8941, section 3.3.3); one without quotation marks means the same. */
function unquote(sent: string): string | null {
  if (!sent.startsWith('"')) return /[\s"]/.test(sent) ? null : sent;
  const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/.exec(sent)?.[1];
  return quoted === undefined ? null : quoted.replaceAll(/\\(.)/g, '$1');
}

async function claimKey(store: IdempotencyStore, key: string, fingerprint: string): Promise<IdempotencyClaim> {
  const claim = await Promise.resolve()
    .then(() => store.claim(key, fingerprint, holdSeconds))
    .catch(() => {
      throw new HttpError(
        503,
        'Idempotency keys are unavailable, so nothing was done. Try again.',
        { code: 'idempotency-unavailable' },
        { headers: { 'Retry-After': '1' } },
      );
    });
  if (claim.state !== 'claimed' && claim.fingerprint !== fingerprint) {
    throw new HttpError(422, 'This Idempotency-Key belongs to another request. Use a new key.', {
      code: 'idempotency-key-reused',
    });
  }
  if (claim.state === 'running') {
    throw new HttpError(
      409,
      'The first request with this Idempotency-Key is still running. Try again later.',
      { code: 'idempotency-key-running' },
      { headers: { 'Retry-After': '1' } },
    );
  }
  return claim;
}

/** A key belongs to a caller and to an operation. */
function scopedKey({ caller, address, endpoint: { route } }: Exchange, key: string): string {
  const owner = caller ? `caller ${caller.id}` : `address ${address}`;
  return digest(owner, route.method, pathShape(route.path), route.version ?? '', key);
}

function fingerprintOf({ req, rawBody }: Exchange): string {
  const { originalUrl, url = '' } = req as typeof req & { originalUrl?: string };
  return digest(originalUrl ?? url, rawBody ?? '');
}

function digest(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('base64url');
}
