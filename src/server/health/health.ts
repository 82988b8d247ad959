import type { AppState } from '../../routing/table/app-tokens.js';
import type { Logger } from '../../routing/table/logger.js';
import { requireKnown } from './health-options.js';
import type { HealthCheckResult, HealthReport } from './health-report.js';
import {
  type CheckOutcome,
  type HealthCheck,
  type HealthCheckOptions,
  type NamedCheck,
  runCheck,
} from './run-check.js';

/** Whether the service works; its parts add their checks when they are made. */
export class Health {
  readonly #cacheMs: number;
  readonly #app: AppState;
  readonly #log: Pick<Logger, 'info' | 'warn'>;
  readonly #checks: NamedCheck[] = [];
  readonly #states = new Map<string, HealthCheckResult['state']>();
  #round: { readonly results: Promise<readonly HealthCheckResult[]>; until: number } | null = null;

  constructor(cacheMs: number, app: AppState, log: Pick<Logger, 'info' | 'warn'>) {
    this.#cacheMs = cacheMs;
    this.#app = app;
    this.#log = log;
  }

  /** Adds a check that readiness asks. Throws a TypeError for a name that another check has, and for wrong options. */
  add(name: string, check: HealthCheck, options: HealthCheckOptions = {}): void {
    const { critical = true, timeoutMs = 1_000 } = options;
    if (typeof name !== 'string' || name.trim() === '' || typeof check !== 'function')
      throw new TypeError("Health.add() takes a name and a function: health.add('database', () => database.ping()).");
    const place = `The health check of ${name}`;
    requireKnown(place, options, ['critical', 'timeoutMs']);
    if (!(Number.isSafeInteger(timeoutMs) && timeoutMs > 0))
      throw new TypeError(`${place}: timeoutMs is ${String(timeoutMs)}. Write a positive integer of milliseconds.`);
    if (this.#checks.some((other) => other.name === name))
      throw new TypeError(`${place} was added before. Give each check a name of its own.`);
    this.#checks.push({ name, check, critical, timeoutMs });
  }

  /** Alive as long as it can respond: parts that are down are no reason to restart the process. */
  live(): HealthReport {
    return this.#report('up', []);
  }

  /** Runs all checks at once; requests that come meanwhile, and shortly after, share the results. */
  async ready(): Promise<HealthReport> {
    const checks = await this.#results();
    const works = checks.every(({ state, critical }) => state === 'up' || !critical);
    return this.#report(works && !this.#app.draining ? 'up' : 'down', checks);
  }

  #report(status: HealthReport['status'], checks: readonly HealthCheckResult[]): HealthReport {
    const uptimeMs = Math.max(0, Date.now() - this.#app.startedAt);
    return { status, draining: this.#app.draining, uptimeMs, checks: [...checks] };
  }

  #results(): Promise<readonly HealthCheckResult[]> {
    if (this.#round !== null && performance.now() < this.#round.until) return this.#round.results;
    const round = { results: this.#runAll(), until: Infinity };
    const expire = () => {
      round.until = performance.now() + this.#cacheMs;
    };
    round.results.then(expire, expire);
    this.#round = round;
    return round.results;
  }

  async #runAll(): Promise<readonly HealthCheckResult[]> {
    const outcomes = await Promise.all(this.#checks.map(runCheck));
    for (const outcome of outcomes) this.#logChange(outcome);
    return outcomes.map(({ result }) => result);
  }

  #logChange({ result: { name, state, detail = '' }, error }: CheckOutcome): void {
    const before = this.#states.get(name) ?? 'up';
    this.#states.set(name, state);
    if (state === before) return;
    if (state === 'up') this.#log.info(`The health check of ${name} passes again.`);
    else this.#log.warn(`The health check of ${name} fails. ${error === undefined ? detail : reasonOf(error)}`);
  }
}

/** An error of several attempts to connect has no message, and its code says what happened. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ((error as { code?: string }).code ?? error.name);
}
