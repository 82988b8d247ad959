import type { Database } from '../database/database.js';
import type { JobPolicy, JobStatus } from './job-queue.js';

export interface LeasedJob {
  readonly id: string;
  readonly lease: string;
  readonly attempts: number;
  readonly payload: unknown;
}

export interface JobTableOptions {
  readonly database: Pick<Database, 'kysely' | 'dialect'>;
  readonly queue: string;
  readonly policy: Pick<JobPolicy, 'leaseMs' | 'keepMs'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The statements of the database queue. A worker's writes take effect only while it holds the job's lease. */
export class JobTable {
  readonly #options: JobTableOptions;

  constructor(options: JobTableOptions) {
    this.#options = options;
  }

  async insert(id: string, payload: unknown): Promise<void> {
    const { database, queue, now } = this.#options;
    const row = { id, queue, payload: JSON.stringify(payload), state: 'waiting', attempts: 0, due_at: now() } as const;
    await database.kysely.insertInto('jobs').values(row).execute();
  }

  async find(id: string): Promise<JobStatus<unknown> | null> {
    const { database, queue } = this.#options;
    const row = await database.kysely
      .selectFrom('jobs')
      .select(['state', 'result', 'failed_reason'])
      .where('id', '=', id)
      .where('queue', '=', queue)
      .executeTakeFirst();
    if (row === undefined) return null;
    return {
      id,
      state: row.state,
      result: row.result === null ? null : JSON.parse(row.result),
      failedReason: row.failed_reason,
    };
  }

  /** Assigns the job that is due first to the holder of `lease`; two workers never get the same job. */
  async take(lease: string): Promise<LeasedJob | null> {
    const { database, policy, now } = this.#options;
    const moment = now();
    const due = this.#due(moment);
    // An idle poll only reads: it takes no lock that a writer would wait for.
    if ((await due.executeTakeFirst()) === undefined) return null;
    const first = database.dialect === 'postgres' ? due.forUpdate().skipLocked() : due;
    const row = await database.kysely
      .updateTable('jobs')
      .set((job) => ({ state: 'active', lease, due_at: moment + policy.leaseMs, attempts: job('attempts', '+', 1) }))
      .where('id', '=', first)
      .returning(['id', 'attempts', 'payload'])
      .executeTakeFirst();
    return row === undefined ? null : { id: row.id, lease, attempts: row.attempts, payload: JSON.parse(row.payload) };
  }

  extend(job: LeasedJob): Promise<boolean> {
    return this.#write(job, { due_at: this.#options.now() + this.#options.policy.leaseMs });
  }

  complete(job: LeasedJob, result: unknown): Promise<boolean> {
    return this.#write(job, {
      state: 'completed',
      lease: null,
      finished_at: this.#options.now(),
      result: JSON.stringify(result),
    });
  }

  retry(job: LeasedJob, afterMs: number): Promise<boolean> {
    return this.#write(job, { state: 'waiting', lease: null, due_at: this.#options.now() + afterMs });
  }

  fail(job: LeasedJob, reason: string): Promise<boolean> {
    return this.#write(job, { state: 'failed', lease: null, finished_at: this.#options.now(), failed_reason: reason });
  }

  async clearFinished(): Promise<void> {
    const { database, queue, policy, now } = this.#options;
    const finished = database.kysely.deleteFrom('jobs').where('queue', '=', queue);
    await finished.where('finished_at', '<=', now() - policy.keepMs).execute();
  }

  #due(moment: number) {
    return this.#options.database.kysely
      .selectFrom('jobs')
      .select('id')
      .where('queue', '=', this.#options.queue)
      .where('state', 'in', ['waiting', 'active'])
      .where('due_at', '<=', moment)
      .orderBy('due_at')
      .limit(1);
  }

  async #write({ id, lease }: LeasedJob, values: JobChange): Promise<boolean> {
    const mine = this.#options.database.kysely
      .updateTable('jobs')
      .set(values)
      .where('id', '=', id)
      .where('lease', '=', lease);
    return (await mine.executeTakeFirst()).numUpdatedRows === 1n;
  }
}

interface JobChange {
  readonly state?: JobStatus<unknown>['state'];
  readonly lease?: null;
  readonly due_at?: number;
  readonly finished_at?: number;
  readonly result?: string;
  readonly failed_reason?: string;
}
