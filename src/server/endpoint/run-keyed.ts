import { HttpError } from '../../routing/table/http-error.js';
import type { Logger } from '../../routing/table/logger.js';
import type {
  IdempotencyClaim,
  IdempotencyStore,
  KeyedCall,
  StoredResponse,
  TransactionalIdempotencyStore,
} from '../../routing/table/stores.js';
import { type Captured, keyReused } from './capture-answer.js';

/** Runs a call or replays its stored answer. */
type RunKeyed = (
  keyed: KeyedCall,
  replay: (stored: StoredResponse) => Response,
  call: () => Promise<Captured>,
) => Promise<unknown>;

const holdSeconds = 60;

/** Claims the key, runs the call, then stores its answer: each takes effect by itself. */
export function runBeside(store: IdempotencyStore, logger: Logger): RunKeyed {
  return async ({ key, fingerprint, ttlSeconds }, replay, call) => {
    const claim = await Promise.resolve()
      .then(() => store.claim(key, fingerprint, holdSeconds))
      .catch(() => {
        throw unavailable();
      });
    const first = storedAnswer(claim, fingerprint);
    if (first) return replay(first);
    let kept: StoredResponse | null = null;
    try {
      const captured = await call();
      kept = keptAnswer(captured);
      return captured.answer;
    } finally {
      await settle(kept).catch((error: unknown) =>
        logger.error('An idempotent answer was not stored', { error: String(error) }),
      );
    }

    async function settle(answer: StoredResponse | null): Promise<void> {
      if (answer) await store.store(key, fingerprint, answer, ttlSeconds);
      else await store.release(key);
    }
  };
}

/** Has key, work and answer committed in one transaction, before the answer is sent. */
export function runInTransaction(store: TransactionalIdempotencyStore): RunKeyed {
  return async (keyed, replay, call) => {
    let run: Promise<Captured> | undefined;
    const claim = await Promise.resolve()
      .then(() => store.runOnce(keyed, async () => keptAnswer(await (run = call()))))
      .catch(async (error: unknown) => {
        if (!run) throw unavailable();
        // What the handler threw says more than a rollback that failed after it.
        await run;
        throw error;
      });
    const first = storedAnswer(claim, keyed.fingerprint);
    if (first) return replay(first);
    if (!run) throw new TypeError("The idempotency store's runOnce() claimed a key and did not run the call.");
    return (await run).answer;
  };
}

/** A failure is not repeated. */
function keptAnswer({ stored }: Captured): StoredResponse | null {
  return stored && stored.status < 500 ? stored : null;
}

/** The answer to replay; null when the key was free. Throws when the key is in use. */
function storedAnswer(claim: IdempotencyClaim, fingerprint: string): StoredResponse | null {
  if (claim.state === 'claimed') return null;
  if (claim.fingerprint !== fingerprint) throw keyReused('belongs to another request. Use a new key.');
  if (claim.state === 'stored') return claim.response;
  throw new HttpError(
    409,
    'The first request with this Idempotency-Key is still running. Try again later.',
    { code: 'idempotency-key-running' },
    { headers: { 'Retry-After': '1' } },
  );
}

function unavailable(): HttpError {
  return new HttpError(
    503,
    'Idempotency keys are unavailable, so nothing was done. Try again.',
    { code: 'idempotency-unavailable' },
    { headers: { 'Retry-After': '1' } },
  );
}
