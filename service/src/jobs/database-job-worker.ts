import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'svckit';
import { sweepInPassing } from '../../../stores/src/sql/sweep-in-passing.js';
import { failedReason } from './failed-reason.js';
import type { JobPolicy, JobWorker, Work } from './job-queue.js';
import type { JobTable, LeasedJob } from './job-table.js';

export interface DatabaseJobWorkerOptions {
  readonly table: JobTable;
  readonly policy: JobPolicy;
  readonly log: Pick<Logger, 'warn'>;
}

/** Processes a database queue in the background: as many lanes as the policy's concurrency, one job at a time in each. */
export class DatabaseJobWorker<Payload, Result> implements JobWorker {
  readonly #table: JobTable;
  readonly #policy: JobPolicy;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #work: Work<Payload, Result>;
  readonly #lanes: readonly Promise<void>[];
  readonly #sweep = sweepInPassing(() => this.#table.clearFinished());
  #nap = new AbortController();
  #stopping = false;
  #failing = false;

  constructor({ table, policy, log }: DatabaseJobWorkerOptions, work: Work<Payload, Result>) {
    this.#table = table;
    this.#policy = policy;
    this.#log = log;
    this.#work = work;
    this.#lanes = Array.from({ length: policy.concurrency }, () => this.#lane());
  }

  /** Polls for jobs now instead of at the next interval. */
  wake(): void {
    this.#nap.abort();
    this.#nap = new AbortController();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.wake();
    await Promise.all(this.#lanes);
  }

  async #lane(): Promise<void> {
    while (!this.#stopping) {
      const { signal } = this.#nap;
      if (await this.#next()) continue;
      await sleep(this.#policy.pollMs, undefined, { signal }).catch(() => {});
    }
  }

  /** Runs the next due job and returns whether there was one; an unavailable database is tried again later. */
  async #next(): Promise<boolean> {
    try {
      const job = await this.#table.take(randomUUID());
      this.#sweep(Date.now());
      if (job !== null) await this.#do(job);
      this.#failing = false;
      return job !== null;
    } catch (error) {
      if (!this.#failing)
        this.#log.warn(`Jobs are waiting: the database queue does not respond (${failedReason(error)}).`);
      this.#failing = true;
      return false;
    }
  }

  async #do(job: LeasedJob): Promise<void> {
    const { attempts } = this.#policy;
    if (job.attempts > attempts) {
      await this.#table.fail(job, `The worker stopped ${attempts} times before the job was done.`);
      return;
    }
    const outcome = await this.#attempt(job);
    if ('result' in outcome) await this.#table.complete(job, outcome.result);
    else if (job.attempts < attempts) await this.#table.retry(job, this.#policy.backoffMs * 2 ** (job.attempts - 1));
    else await this.#table.fail(job, failedReason(outcome.error));
  }

  async #attempt(job: LeasedJob): Promise<{ readonly result: Result } | { readonly error: unknown }> {
    const heartbeat = setInterval(() => void this.#table.extend(job).catch(() => false), this.#policy.leaseMs / 3);
    try {
      return { result: await this.#work(job.payload as Payload) };
    } catch (error) {
      return { error };
    } finally {
      clearInterval(heartbeat);
    }
  }
}
