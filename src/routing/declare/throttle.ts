import { declarationError } from '../../wiring/load-session.js';
import { declareFacts, requireParentheses } from './declaration.js';
import type { ThrottlePolicy } from '../table/route.js';

/** At most `limit` requests a window for each subject (API key, else client address); 429 beyond. */
export function Throttle({ limit, windowSeconds }: ThrottlePolicy) {
  requirePositive('limit', limit);
  requirePositive('windowSeconds', windowSeconds);
  return declareFacts({ throttle: { limit, windowSeconds } });
}

/** Exempts from the app's default throttle. */
export function SkipThrottle(...given: readonly never[]) {
  requireParentheses('SkipThrottle', given);
  return declareFacts({ throttle: 'skip' });
}

function requirePositive(name: string, value: unknown): void {
  if (Number.isSafeInteger(value) && (value as number) > 0) return;
  declarationError(
    'invalid-throttle',
    `@Throttle ${name} ${JSON.stringify(value)} is not a positive integer`,
    `Write @Throttle({ limit: 100, windowSeconds: 60 }).`,
  );
}
