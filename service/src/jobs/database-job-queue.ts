import type { Logger } from 'svckit';
import type { Database } from '../database/database.js';
import { DatabaseJobWorker } from './database-job-worker.js';
import { isJobId, newJobId } from './job-id.js';
import type { JobPolicy, JobQueue, JobStatus, JobWorker, Work } from './job-queue.js';
import { JobTable } from './job-table.js';

export interface DatabaseJobQueueOptions {
  readonly name: string;
  readonly database: Pick<Database, 'kysely' | 'dialect' | 'ping'>;
  readonly policy: JobPolicy;
  readonly log: Pick<Logger, 'warn'>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** The default queue: a table of the service's database, processed by any number of workers. */
export class DatabaseJobQueue<Payload, Result> implements JobQueue<Payload, Result> {
  readonly name: string;
  readonly #options: DatabaseJobQueueOptions;
  readonly #table: JobTable;
  readonly #workers = new Set<DatabaseJobWorker<Payload, Result>>();

  constructor(options: DatabaseJobQueueOptions) {
    this.name = options.name;
    this.#options = options;
    this.#table = new JobTable({ now: Date.now, ...options, queue: options.name });
  }

  async enqueue(payload: Payload): Promise<JobStatus<Result>> {
    const id = newJobId();
    await this.#table.insert(id, payload);
    for (const worker of this.#workers) worker.wake();
    return { id, state: 'waiting', result: null, failedReason: null };
  }

  async find(id: string): Promise<JobStatus<Result> | null> {
    if (!isJobId(id)) return null;
    return (await this.#table.find(id)) as JobStatus<Result> | null;
  }

  startWorker(work: Work<Payload, Result>): JobWorker {
    const worker = new DatabaseJobWorker({ ...this.#options, table: this.#table }, work);
    this.#workers.add(worker);
    return worker;
  }

  check(): Promise<void> {
    return this.#options.database.ping();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#workers].map((worker) => worker.stop()));
    this.#workers.clear();
  }
}
