import type { Job, JobState as BullState, Queue } from 'bullmq';
import type { RedisConnection } from '../redis/redis-connection.js';
import { isJobId, newJobId } from './job-id.js';
import type { JobPolicy, JobQueue, JobState, JobStatus, JobWorker, Work } from './job-queue.js';
import { RedisJobWorker } from './redis-job-worker.js';

export interface RedisJobQueueOptions {
  readonly name: string;
  readonly redis: RedisConnection;
  readonly policy: JobPolicy;
}

const CLEAR_EVERY_MS = 60_000;

/** A BullMQ queue; while Redis is unavailable its calls reject with RedisUnavailable within a second. */
export class RedisJobQueue<Payload, Result> implements JobQueue<Payload, Result> {
  readonly name: string;
  readonly #options: RedisJobQueueOptions;
  readonly #prefix: string;
  readonly #workers = new Set<JobWorker>();
  #clearing: NodeJS.Timeout | undefined;
  #queue: Promise<Queue> | undefined;

  constructor(options: RedisJobQueueOptions) {
    this.name = options.name;
    this.#options = options;
    this.#prefix = options.redis.key('jobs');
  }

  async enqueue(payload: Payload): Promise<JobStatus<Result>> {
    const { attempts, backoffMs } = this.#options.policy;
    const jobId = newJobId();
    await this.#run((queue) =>
      queue.add(this.name, payload, { jobId, attempts, backoff: { type: 'exponential', delay: backoffMs } }),
    );
    return { id: jobId, state: 'waiting', result: null, failedReason: null };
  }

  async find(id: string): Promise<JobStatus<Result> | null> {
    if (!isJobId(id)) return null;
    return this.#run(async (queue) => {
      const state = publicState(await queue.getJobState(id));
      if (state === null) return null;
      // Read after the state: once the state is finished, the result is present.
      const job = (await queue.getJob(id)) as Job<Payload, Result> | undefined;
      if (job === undefined) return null;
      return {
        id,
        state,
        result: state === 'completed' ? job.returnvalue : null,
        failedReason: state === 'failed' ? job.failedReason : null,
      };
    });
  }

  startWorker(work: Work<Payload, Result>): JobWorker {
    const worker = new RedisJobWorker({ ...this.#options, queue: this.name, prefix: this.#prefix }, work);
    this.#workers.add(worker);
    this.#clearing ??= setInterval(() => void this.clearFinished().catch(() => {}), CLEAR_EVERY_MS).unref();
    return worker;
  }

  /** Removes the jobs that finished longer ago than they are kept. */
  async clearFinished(): Promise<void> {
    const { keepMs } = this.#options.policy;
    await this.#run(async (queue) => {
      await queue.clean(keepMs, 10_000, 'completed');
      await queue.clean(keepMs, 10_000, 'failed');
    });
  }

  async check(): Promise<void> {
    await this.#options.redis.run((client) => client.ping());
  }

  async close(): Promise<void> {
    await Promise.all([...this.#workers].map((worker) => worker.stop()));
    this.#workers.clear();
    clearInterval(this.#clearing);
    this.#clearing = undefined;
    await (await this.#queue)?.close();
    this.#queue = undefined;
  }

  #run<T>(commands: (queue: Queue) => Promise<T>): Promise<T> {
    return this.#options.redis.run(async () => {
      this.#queue ??= this.#open().catch((error: unknown) => {
        this.#queue = undefined;
        throw error;
      });
      return commands(await this.#queue);
    });
  }

  async #open(): Promise<Queue> {
    const { Queue } = await import('bullmq');
    const queue = new Queue(this.name, { connection: await this.#options.redis.client(), prefix: this.#prefix });
    queue.on('error', () => {});
    await queue.waitUntilReady();
    return queue;
  }
}

function publicState(state: BullState | 'unknown'): JobState | null {
  if (state === 'unknown') return null;
  return state === 'completed' || state === 'failed' || state === 'active' ? state : 'waiting';
}
