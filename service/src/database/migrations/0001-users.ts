import { generatedId, type Migration } from './migration.js';

export const createUsers: Migration = {
  name: '0001-users',
  async up({ kysely, dialect }) {
    await kysely.schema
      .createTable('users')
      .addColumn(...generatedId(dialect))
      .addColumn('name', 'text', (column) => column.notNull().unique())
      .addColumn('search_name', 'text', (column) => column.notNull())
      .addColumn('tags', 'text', (column) => column.notNull())
      .execute();
  },
};
