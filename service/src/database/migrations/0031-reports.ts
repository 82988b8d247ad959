import { generatedId, type Migration } from './migration.js';

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
