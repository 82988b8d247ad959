import type { HealthCheckResult } from './health-report.js';

/** Asks a part whether it works: throws, rejects or gives `false` when it does not. The signal aborts when nobody waits for the answer any more. */
export type HealthCheck = (signal: AbortSignal) => unknown;

/** What a failing or slow check means. */
export interface HealthCheckOptions {
  /** Whether the service is not ready while this part is down; true by default. */
  readonly critical?: boolean;
  /** How long the check may take, in milliseconds; 1000 by default. */
  readonly timeoutMs?: number;
}

/** A check that was added, with its name and its limits. */
export interface NamedCheck extends Required<HealthCheckOptions> {
  readonly name: string;
  readonly check: HealthCheck;
}

export interface CheckOutcome {
  readonly result: HealthCheckResult;
  /** Why the part is down, for the log: it may contain addresses that the report must not show. */
  readonly error: unknown;
}

/** Runs one check and never rejects: a timeout is `unknown`; an error or `false` is `down`. */
export async function runCheck({ name, critical, check, timeoutMs }: NamedCheck): Promise<CheckOutcome> {
  const start = performance.now();
  const finish = (state: HealthCheckResult['state'], detail?: string, error?: unknown): CheckOutcome => {
    const ms = Math.round(performance.now() - start);
    return { result: { name, state, critical, ms, ...(detail === undefined ? {} : { detail }) }, error };
  };
  const waiting = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<CheckOutcome>((resolve) => {
    timer = setTimeout(() => {
      resolve(finish('unknown', `No answer within ${timeoutMs} ms.`));
      waiting.abort();
    }, timeoutMs);
  });
  const answer = Promise.resolve(waiting.signal)
    .then(check)
    .then(
      (works) => (works === false ? finish('down', 'The check failed.') : finish('up')),
      (error: unknown) => finish('down', 'The check failed. The log says why.', error),
    );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
