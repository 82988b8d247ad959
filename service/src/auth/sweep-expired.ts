import type { Database } from '../database/database.js';

const hour = 3_600_000;

/** Deletes expired sessions and links. */
export async function sweepExpired(database: Pick<Database, 'kysely'>, now = new Date()): Promise<void> {
  for (const table of ['auth_sessions', 'auth_verifications'] as const) {
    await database.kysely.deleteFrom(table).where('expiresAt', '<', now.toISOString()).execute();
  }
}

/** Sweeps now and every hour; returns a function that stops it. The next sweep makes up for a failed one. */
export function sweepHourly(database: Pick<Database, 'kysely'>, warn: (message: string) => void): () => void {
  const sweep = () =>
    void sweepExpired(database).catch((error: unknown) =>
      warn(`Accounts: expired sessions could not be deleted: ${String(error)}`),
    );
  sweep();
  const timer = setInterval(sweep, hour).unref();
  return () => clearInterval(timer);
}
