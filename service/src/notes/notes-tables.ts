import type { Generated } from 'kysely';
import { generatedId, type Migration } from '../database/migration.js';

/** The table of migration 0060. */
export interface NotesTables {
  notes: { id: Generated<number>; text: string; created_at: string };
}

declare module '../database/database-schema.js' {
  interface DatabaseSchema extends NotesTables {}
}

export const createNotes: Migration = {
  name: '0060-notes',
  async up({ kysely, dialect }) {
    await kysely.schema
      .createTable('notes')
      .addColumn(...generatedId(dialect))
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute();
  },
};
