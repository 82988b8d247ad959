import type { Transaction } from 'kysely';
import type { StoresTables } from './migrations/tables.js';
import type { OpenSql } from './open-sql.js';

type Writing = Transaction<StoresTables>;

const mostTries = 5;

/** Runs `work` in a transaction: the caller's where it has one. MySQL ends one of two that wait for each other, which is tried again. */
export async function inTransaction<T>({ kysely }: OpenSql, work: (transaction: Writing) => Promise<T>): Promise<T> {
  if (kysely.isTransaction) return work(kysely as Writing);
  for (let tries = 1; ; tries += 1) {
    try {
      return await kysely.transaction().execute(work);
    } catch (error) {
      if (tries === mostTries || (error as { readonly code?: string }).code !== 'ER_LOCK_DEADLOCK') throw error;
    }
  }
}
