import type { Database } from '../database/database.js';

const hour = 3_600_000;

/** Deletes sessions and links that are over. */
export async function sweepExpired(database: Pick<Database, 'kysely'>, now = new Date()): Promise<void> {
  for (const table of ['auth_sessions', 'auth_verifications'] as const) {
    await database.kysely.deleteFrom(table).where('expiresAt', '<', now.toISOString()).execute();
  }
}

/** Sweeps now and every hour; answers how to stop. A sweep that fails is made up for by the next one. */
export function sweepHourly(database: Pick<Database, 'kysely'>, warn: (message: string) => void): () => void {
  const sweep = () =>
    void sweepExpired(database).catch((error: unknown) =>
      warn(`Accounts: expired sessions were not swept: ${String(error)}`),
    );
  sweep();
  const timer = setInterval(sweep, hour).unref();
  return () => clearInterval(timer);
}
