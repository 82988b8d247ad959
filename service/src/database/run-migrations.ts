import type { OpenDatabase } from './open-database.js';
import { migrations } from '../parts.js';

/** Runs the pending migrations in one transaction, with the whole database locked; returns the names of those that ran. */
export async function runMigrations({ kysely, dialect, sql }: OpenDatabase): Promise<readonly string[]> {
  const { Migrator } = await import('kysely');
  const migrator = new Migrator({
    db: kysely,
    migrationTableName: 'svc_migration',
    migrationLockTableName: 'svc_migration_lock',
    migrationTableSchema: dialect === 'postgres' ? await currentSchema() : undefined,
    allowUnorderedMigrations: true,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          migrations.map(({ name, up }) => [name, { up: (database) => up({ kysely: database, dialect, sql }) }]),
        ),
    },
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  const failed = results.find(({ status }) => status === 'Error');
  if (failed)
    throw new Error(`Database migration ${failed.migrationName} failed. Nothing was changed.`, { cause: error });
  if (error) throw explain(error);
  return results.map(({ migrationName }) => migrationName);

  async function currentSchema(): Promise<string> {
    const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(kysely);
    if (rows[0]?.name) return rows[0].name;
    throw new Error('DATABASE_URL selects no schema. Create the one in search_path, or remove search_path.');
  }
}

function explain(error: unknown): unknown {
  const newer = error instanceof Error ? /previously executed migration (\S+) is missing/.exec(error.message) : null;
  if (!newer) return error;
  return new Error(
    `The database holds migration ${newer[1]}, which is newer than this version of svc. Run the newer version, or use another database.`,
  );
}
