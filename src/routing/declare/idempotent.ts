import { declarationError } from '../../wiring/load-session.js';
import { declareFacts } from './declaration.js';

/** A request that repeats its Idempotency-Key gets the first answer again (draft-ietf-httpapi-idempotency-key-header). */
export function Idempotent({
  required = false,
  ttlSeconds,
}: {
  readonly required?: boolean;
  readonly ttlSeconds?: number;
} = {}) {
  if (ttlSeconds !== undefined && !(Number.isSafeInteger(ttlSeconds) && ttlSeconds > 0)) {
    declarationError(
      'invalid-idempotency',
      `@Idempotent ttlSeconds ${JSON.stringify(ttlSeconds)} is not a positive integer`,
      'Write @Idempotent({ ttlSeconds: 86400 }).',
    );
  }
  return declareFacts({ idempotency: { required, ttlSeconds: ttlSeconds ?? null } });
}
