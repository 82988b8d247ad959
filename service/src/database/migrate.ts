import { type DatabaseOptions, openDatabase } from './open-database.js';
import { runMigrations } from './run-migrations.js';

/** Opens the database, brings its tables up to date and closes it; returns the names of the migrations that ran. They take the time they need. */
export async function migrate(options: DatabaseOptions): Promise<readonly string[]> {
  const open = await openDatabase({ ...options, timeoutMs: 0 });
  try {
    return await runMigrations(open);
  } finally {
    await open.kysely.destroy();
  }
}
