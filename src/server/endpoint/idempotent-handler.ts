import { createHash } from 'node:crypto';
import { HttpError } from '../../routing/table/http-error.js';
import { pathShape, unversionedPath } from '../../routing/table/path.js';
import type { Route } from '../../routing/table/route.js';
import type { IdempotencyPolicy } from '../../routing/declare/route-facts.js';
import type { Logger } from '../../routing/table/logger.js';
import type {
  IdempotencyStore,
  KeyedCall,
  StoredResponse,
  TransactionalIdempotencyStore,
} from '../../routing/table/stores.js';
import { type VersioningOptions, versioningScheme } from '../../routing/versioning/versioning.js';
import type { VersionReader } from '../../routing/versioning/versioning-type.js';
import { captureAnswer, replayAnswer } from './capture-answer.js';
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
  operation: KeyedOperation,
  { store, ttlSeconds = dayInSeconds, logger }: Keeping,
): Handle {
  const run = 'runOnce' in store ? runInTransaction(store) : runBeside(store, logger);
  return async (exchange) => {
    const given = readKey(exchange, policy);
    if (given === null) return handle(exchange);
    const keyed: KeyedCall = {
      key: scopedKey(exchange, operation, given),
      fingerprint: fingerprintOf(exchange),
      ttlSeconds: policy.ttlSeconds ?? ttlSeconds,
    };
    const replay = (stored: StoredResponse) =>
      replayAnswer(
        stored,
        exchange.version,
        operation.readVersion !== null && operation.readVersion(exchange.req) !== '',
      );
    return run(keyed, replay, async () => captureAnswer(exchange, await handle(exchange)));
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

/** What an operation has in all its versions. */
interface KeyedOperation {
  /** Method and path in the oldest version: a newer one that moves it leaves its keys alone. */
  readonly name: readonly [method: string, path: string];
  /** null where the path names versions. */
  readonly readVersion: VersionReader | null;
}

export function keyedOperation(route: Route, versioning: VersioningOptions | undefined): KeyedOperation {
  const { method, path } = route.formerly.at(-1) ?? { method: route.method, path: unversionedPath(route, versioning) };
  const scheme = versioningScheme(versioning);
  const readVersion = scheme?.sharesPaths ? scheme.locate({ prefix: '', versions: [] }).read : null;
  return { name: [method, pathShape(path)], readVersion };
}

/** A key belongs to a caller and to an operation, whatever the version. */
function scopedKey({ caller, address }: Exchange, { name }: KeyedOperation, key: string): string {
  const owner = caller ? `caller ${caller.id}` : `address ${address}`;
  return digest(owner, ...name, key);
}

/** Of the request as it was sent. */
function fingerprintOf({ req, rawBody }: Exchange): string {
  const { originalUrl, url = '' } = req as typeof req & { originalUrl?: string };
  return digest(originalUrl ?? url, rawBody ?? '');
}

function digest(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('base64url');
}
