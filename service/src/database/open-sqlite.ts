import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseSchema } from './database-schema.js';
import type { DatabaseLimits, Durability, OpenDatabase } from './open-database.js';
import { createSqliteDialect } from './sqlite-dialect.js';
import { type SqliteHandle, SqliteWriter } from './sqlite-writer.js';

/** How long a lock is waited for where statements have no limit. */
const longestWaitMs = 60_000;

/** Opens (or creates) `svc.sqlite` in the data folder, which only its owner can access. */
export async function openSqlite(
  dataDir: string,
  { durability, timeoutMs }: { readonly durability: Durability } & DatabaseLimits,
): Promise<OpenDatabase> {
  const [{ DatabaseSync: Handle }, kysely] = await Promise.all([import('@photostructure/sqlite'), import('kysely')]);
  const handles = await openHandles().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The database in the data folder ${dataDir} cannot be opened: ${reason}. Set DATA_DIR to a folder that this process can write to.`,
      { cause: error },
    );
  });
  const writer = new SqliteWriter(handles.write, timeoutMs || longestWaitMs);
  return {
    dialect: 'sqlite',
    kysely: new kysely.Kysely<DatabaseSchema>({
      dialect: createSqliteDialect({ writer, reader: handles.read }, kysely),
    }),
    sql: kysely.sql,
    writer,
    checkWrites: () => writer.checkWrites(),
  };

  async function openHandles() {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const path = join(dataDir, 'svc.sqlite');
    // No busy timeout: SQLite would wait on the event loop.
    const write = new Handle(path, { timeout: 0, enableForeignKeyConstraints: true });
    await switchToWriteAheadLog(write);
    // The library is built to sync a write-ahead log only at checkpoints.
    write.exec(`pragma synchronous = ${durability}`);
    const read = new Handle(path, { timeout: 0 });
    read.exec('pragma query_only = on');
    return { write, read };
  }
}

/** Another process may be making the switch. */
async function switchToWriteAheadLog(handle: SqliteHandle): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return handle.exec('pragma journal_mode = wal');
    } catch (error) {
      if (attempt === 100 || !String(error).includes('locked')) {
        handle.close();
        throw error;
      }
      await sleep(50);
    }
  }
}
