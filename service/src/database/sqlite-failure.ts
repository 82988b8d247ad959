import { DatabaseUnavailable, OutcomeUnknown } from './database-unavailable.js';

/** Why SQLite failed: another process holds the lock, the disk or the file is in trouble, or the statement is wrong. */
export type SqliteFailure = 'busy' | 'trouble' | 'wrong';

/** SQLite's primary result codes, and the messages of errors that come without one. */
const conditions = [
  { code: 5, message: 'database is locked', failure: 'busy' },
  { code: 6, message: 'database table is locked', failure: 'busy' },
  { code: 7, message: 'out of memory', failure: 'trouble' },
  { code: 8, message: 'attempt to write a readonly database', failure: 'trouble' },
  { code: 10, message: 'disk I/O error', failure: 'trouble' },
  { code: 11, message: 'database disk image is malformed', failure: 'trouble' },
  { code: 13, message: 'database or disk is full', failure: 'trouble' },
  { code: 14, message: 'unable to open database file', failure: 'trouble' },
  { code: 15, message: 'locking protocol', failure: 'busy' },
  { code: 26, message: 'file is not a database', failure: 'trouble' },
] as const;

type SqliteError = Error & { readonly errcode?: number };

function conditionOf(error: SqliteError) {
  const primary = (error.errcode ?? 0) & 0xff;
  return conditions.find(({ code, message }) => (primary > 0 ? code === primary : error.message === message));
}

export function classifyFailure(error: unknown): SqliteFailure {
  return (error instanceof Error && conditionOf(error)?.failure) || 'wrong';
}

/** A failed sync may have left the whole change on the disk, where a recovery finds it. */
export function troubleError(error: Error, { commits }: { readonly commits: boolean }): Error {
  return commits && conditionOf(error)?.code === 10 ? new OutcomeUnknown(error) : new DatabaseUnavailable(error);
}
