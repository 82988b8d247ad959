import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseSync } from '@photostructure/sqlite';
import type { DatabaseSchema } from './database-schema.js';
import type { Durability, OpenDatabase } from './open-database.js';
import { createSqliteDialect } from './sqlite-dialect.js';

const busyTimeoutMilliseconds = 5_000;

/** Opens (or creates) `svc.sqlite` in the data folder, which only its owner can access. */
export async function openSqlite(dataDir: string, durability: Durability): Promise<OpenDatabase> {
  const [{ DatabaseSync: Handle }, kysely] = await Promise.all([import('@photostructure/sqlite'), import('kysely')]);
  const handle = await openHandle().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The database in the data folder ${dataDir} cannot be opened: ${reason}. Set DATA_DIR to a folder that this process can write to.`,
      { cause: error },
    );
  });
  return {
    dialect: 'sqlite',
    kysely: new kysely.Kysely<DatabaseSchema>({ dialect: createSqliteDialect(handle, kysely) }),
    sql: kysely.sql,
    handle,
  };

  async function openHandle() {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const opened = new Handle(join(dataDir, 'svc.sqlite'), {
      timeout: busyTimeoutMilliseconds,
      enableForeignKeyConstraints: true,
    });
    await switchToWriteAheadLog(opened);
    // The library is built to sync a write-ahead log only at checkpoints.
    opened.exec(`pragma synchronous = ${durability}`);
    return opened;
  }
}

/** The busy timeout does not cover this switch while another process makes it. */
async function switchToWriteAheadLog(handle: InstanceType<typeof DatabaseSync>): Promise<void> {
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
