import type { Database } from '../database/database.js';

/** Adds one to the revision that every process watches, and answers it. Call it after the change has been written. */
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
