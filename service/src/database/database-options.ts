import type { Settings } from '../configuration/settings-schema.js';
import type { DatabaseOptions } from './open-database.js';

/** The settings that say which database, and how it is used. */
export type DatabaseSettings = Pick<
  Settings,
  'DATABASE_URL' | 'DATA_DIR' | 'DATABASE_DURABILITY' | 'DATABASE_TIMEOUT_MS' | 'DATABASE_POOL_SIZE'
>;

/** The database options in the settings: for the service, and for `migrate()`. */
export function databaseOptions(settings: DatabaseSettings, warn?: (message: string) => void): DatabaseOptions {
  return Object.freeze({
    databaseUrl: settings.DATABASE_URL,
    dataDir: settings.DATA_DIR,
    durability: settings.DATABASE_DURABILITY,
    timeoutMs: settings.DATABASE_TIMEOUT_MS,
    poolSize: settings.DATABASE_POOL_SIZE,
    warn,
  });
}
