import { createHash } from 'node:crypto';
import { HttpError } from '../../routing/table/http-error.js';
import { pathShape } from '../../routing/table/path.js';
import type { IdempotencyPolicy } from '../../routing/declare/route-facts.js';
import type { Logger } from '../../routing/table/logger.js';
import type { IdempotencyStore, KeyedCall, TransactionalIdempotencyStore } from '../../routing/table/stores.js';
import { captureAnswer } from './capture-answer.js';
import type { Endpoint, Exchange } from './exchange.js';
import { runBeside, runInTransaction } from './run-keyed.js';

type Handle = Endpoint['handle'];

const dayInSeconds = 86_400;

interface Keeping {
  readonly store: IdempotencyStore | TransactionalIdempotencyStore;
  readonly ttlSeconds: number | undefined;
  readonly logger: Logger;
}

/** Answers a repeated Idempotency-Key with the first answer (draft-ietf-httpapi-idempotency-key-header, section 2). */
export function idempotentHandler(
  handle: Handle,
  policy: IdempotencyPolicy,
  { store, ttlSeconds = dayInSeconds, logger }: Keeping,
): Handle {
  const run = 'runOnce' in store ? runInTransaction(store) : runBeside(store, logger);
  return async (exchange) => {
    const given = readKey(exchange, policy);
    if (given === null) return handle(exchange);
    const keyed: KeyedCall = {
      key: scopedKey(exchange, given),
      fingerprint: fingerprintOf(exchange),
      ttlSeconds: policy.ttlSeconds ?? ttlSeconds,
    };
    return run(keyed, async () => captureAnswer(exchange, await handle(exchange)));
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
