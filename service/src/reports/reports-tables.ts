import type { Generated } from 'kysely';
import { generatedId, type Migration } from '../database/migration.js';

/** The table of migration 0031. */
export interface ReportsTables {
  reports: { id: Generated<number>; title: string };
}

declare module '../database/database-schema.js' {
  interface DatabaseSchema extends ReportsTables {}
}

export const createReports: Migration = {
  name: '0031-reports',
  async up({ kysely, dialect }) {
    await kysely.schema
      .createTable('reports')
      .addColumn(...generatedId(dialect))
      .addColumn('title', 'text', (column) => column.notNull())
      .execute();
  },
};
