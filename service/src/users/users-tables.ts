import type { Generated } from 'kysely';
import { generatedId, type Migration } from '../database/migration.js';

/** Table `users`; `search_name` is the name folded by `foldCase`, `tags` is JSON. */
export interface UsersTable {
  readonly id: Generated<number>;
  readonly name: string;
  readonly search_name: string;
  readonly tags: string;
}

export interface UsersTables {
  readonly users: UsersTable;
}

declare module '../database/database-schema.js' {
  interface DatabaseSchema extends UsersTables {}
}

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
