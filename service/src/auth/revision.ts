import type { Database } from '../database/database.js';

/** Increments the revision that every process watches, and returns it. Call it after the change is written. */
export async function raiseRevision(database: Pick<Database, 'kysely'>): Promise<number> {
  const { value } = await database.kysely
    .updateTable('auth_revision')
    .set((row) => ({ value: row('value', '+', 1) }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return Number(value);
}

export async function readRevision(database: Pick<Database, 'kysely'>): Promise<number> {
  const { value } = await database.kysely.selectFrom('auth_revision').select('value').executeTakeFirstOrThrow();
  return Number(value);
}
