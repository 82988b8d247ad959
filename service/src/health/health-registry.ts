import { APP_STATE, inject, type Logger } from 'svckit';
import type { HealthCheckResult, HealthReport } from './health-schemas.js';
import { LOGGER } from '../configuration/logger.js';

interface HealthCheck {
  readonly name: string;
  /** The service is not ready while a critical part is down. */
  readonly critical: boolean;
  /** Rejects when the part is down. */
  check(): Promise<unknown>;
  /** 1000 by default. */
  readonly timeoutMs?: number;
}

interface CheckOutcome {
  readonly result: HealthCheckResult;
  /** Why the part is down, for the log: it may contain addresses that the report must not show. */
  readonly error: unknown;
}

/** Runs one check and never rejects: a timeout is `unknown`, a rejection is `down`. */
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
      (error: unknown) => finish('down', 'The check failed. The log says why.', error),
    );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** The service's health; parts add their checks when they start. */
export class HealthRegistry {
  readonly #log: Pick<Logger, 'info' | 'warn'> = inject(LOGGER);
  readonly #app = inject(APP_STATE);
  readonly #checks: HealthCheck[] = [];
  readonly #states = new Map<string, HealthCheckResult['state']>();
  #running: Promise<readonly HealthCheckResult[]> | undefined;

  add(check: HealthCheck): void {
    this.#checks.push(check);
  }

  /** Alive as long as it can respond. */
  live(): HealthReport {
    return this.#report('up', []);
  }

  /** Runs all checks at once; concurrent requests share the results. */
  async ready(): Promise<HealthReport> {
    this.#running ??= this.#runAll().finally(() => {
      this.#running = undefined;
    });
    const checks = await this.#running;
    const works = checks.every(({ state, critical }) => state === 'up' || !critical);
    return this.#report(works && !this.#app.draining ? 'up' : 'down', [...checks]);
  }

  #report(status: HealthReport['status'], checks: HealthCheckResult[]): HealthReport {
    return { status, draining: this.#app.draining, uptimeMs: Math.max(0, Date.now() - this.#app.startedAt), checks };
  }

  async #runAll(): Promise<readonly HealthCheckResult[]> {
    const outcomes = await Promise.all(this.#checks.map((check) => runCheck(check)));
    for (const outcome of outcomes) this.#logChange(outcome);
    return outcomes.map(({ result }) => result);
  }

  #logChange({ result: { name, state, detail }, error }: CheckOutcome): void {
    const before = this.#states.get(name) ?? 'up';
    this.#states.set(name, state);
    if (state === before) return;
    if (state === 'up') this.#log.info(`The health check of ${name} passes again.`);
    else this.#log.warn(`The health check of ${name} fails. ${error instanceof Error ? error.message : detail}`);
  }
}
