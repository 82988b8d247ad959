import type { JobState } from './job-queue.js';
import type { Migration } from '../database/migration.js';

/** The table of migration 0021; times are milliseconds since 1970. */
export interface JobsTables {
  jobs: {
    id: string;
    queue: string;
    /** JSON. */
    payload: string;
    state: JobState;
    /** How often a worker has started it. */
    attempts: number;
    /** When a worker may take it: a waiting job's due time, or the end of an active job's lease. */
    due_at: number;
    /** The token of the worker that has it. */
    lease: string | null;
    /** JSON. */
    result: string | null;
    failed_reason: string | null;
    finished_at: number | null;
  };
}

declare module '../database/database-schema.js' {
  interface DatabaseSchema extends JobsTables {}
}

export const createJobs: Migration = {
  name: '0021-jobs',
  async up({ kysely }) {
    await kysely.schema
      .createTable('jobs')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('queue', 'text', (column) => column.notNull())
      .addColumn('payload', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('lease', 'text')
      .addColumn('result', 'text')
      .addColumn('failed_reason', 'text')
      .addColumn('finished_at', 'bigint')
      .execute();
    await kysely.schema.createIndex('jobs_due').on('jobs').columns(['queue', 'state', 'due_at']).execute();
    await kysely.schema.createIndex('jobs_finished_at').on('jobs').column('finished_at').execute();
  },
};
