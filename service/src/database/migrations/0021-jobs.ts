import type { Migration } from './migration.js';

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
