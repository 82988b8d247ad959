import type { HealthCheckResult } from './health-schemas.js';

export interface HealthCheck {
  readonly name: string;
  /** Without a critical part the service is not ready. */
  readonly critical: boolean;
  /** Rejects when the part does not work. */
  check(): Promise<unknown>;
  /** 1000 by default. */
  readonly timeoutMs?: number;
}

export interface CheckOutcome {
  readonly result: HealthCheckResult;
  /** Why the part is down, for the log: it may name addresses that the report must not. */
  readonly error: unknown;
}

/** Runs one check and never rejects: no answer in time is `unknown`, a rejection is `down`. */
export async function runCheck({ name, critical, check, timeoutMs = 1_000 }: HealthCheck): Promise<CheckOutcome> {
  const start = performance.now();
  const finish = (state: HealthCheckResult['state'], detail?: string, error?: unknown): CheckOutcome => {
    const ms = Math.round(performance.now() - start);
    return { result: { name, state, critical, ms, ...(detail === undefined ? {} : { detail }) }, error };
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<CheckOutcome>((resolve) => {
    timer = setTimeout(() => resolve(finish('unknown', `No answer within ${timeoutMs} ms.`)), timeoutMs);
  });
  const answer = Promise.resolve()
    .then(check)
    .then(
      () => finish('up'),
      (error: unknown) => finish('down', 'The check failed; the log says why.', error),
    );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
