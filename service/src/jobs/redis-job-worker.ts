import type { Worker } from 'bullmq';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisConnection } from '../redis/redis-connection.js';
import type { SeparateConnection } from '../redis/separate-connection.js';
import { failedReason } from './failed-reason.js';
import type { JobPolicy, JobWorker, Work } from './job-queue.js';

/** How long an idle worker may take to disconnect from Redis, which may be unavailable. */
const CLOSE_WITHIN_MS = 1_000;

export interface RedisJobWorkerOptions {
  readonly queue: string;
  readonly redis: RedisConnection;
  readonly policy: Pick<JobPolicy, 'concurrency' | 'leaseMs' | 'attempts'>;
  /** Where BullMQ keeps its keys. */
  readonly prefix: string;
}

/** Processes a BullMQ queue on its own connections, which wait for Redis indefinitely. */
export class RedisJobWorker<Payload, Result> implements JobWorker {
  readonly #options: RedisJobWorkerOptions;
  readonly #work: Work<Payload, Result>;
  readonly #started: Promise<{ readonly worker: Worker; readonly connection: SeparateConnection }>;
  readonly #atHand = new Set<Promise<Result>>();

  constructor(options: RedisJobWorkerOptions, work: Work<Payload, Result>) {
    this.#options = options;
    this.#work = work;
    this.#started = this.#start();
  }

  async stop(): Promise<void> {
    const { worker, connection } = await this.#started;
    const closed = worker.close();
    await Promise.allSettled(this.#atHand);
    await Promise.race([closed, sleep(CLOSE_WITHIN_MS)]);
    connection.disconnect();
  }

  async #start() {
    const { queue, redis, policy, prefix } = this.#options;
    const [{ Worker }, connection] = await Promise.all([import('bullmq'), redis.separate()]);
    const worker = new Worker<Payload, Result>(queue, ({ data }) => this.#track(this.#attempt(data)), {
      connection: connection.client,
      prefix,
      concurrency: policy.concurrency,
      lockDuration: policy.leaseMs,
      stalledInterval: policy.leaseMs / 2,
      maxStalledCount: policy.attempts - 1,
      runRetryDelay: 1_000,
    });
    // The connection logs its state; without a listener an error event would end the process.
    worker.on('error', () => {});
    return { worker, connection };
  }

  #track(job: Promise<Result>): Promise<Result> {
    this.#atHand.add(job);
    return job.finally(() => this.#atHand.delete(job));
  }

  async #attempt(payload: Payload): Promise<Result> {
    try {
      return await this.#work(payload);
    } catch (error) {
      throw new Error(failedReason(error), { cause: error });
    }
  }
}
