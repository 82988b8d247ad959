import type { Settings } from '../configuration/settings-schema.js';
import type { DatabaseOptions } from './open-database.js';

/** The database options in the settings: for the service, and for `migrate()`. */
export function databaseOptions(
  { DATABASE_URL, DATA_DIR, DATABASE_DURABILITY }: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR' | 'DATABASE_DURABILITY'>,
  warn?: (message: string) => void,
): DatabaseOptions {
  return Object.freeze({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR, durability: DATABASE_DURABILITY, warn });
}
