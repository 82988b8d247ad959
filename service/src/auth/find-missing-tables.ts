import { z } from 'zod';
import type { Database } from '../database/database.js';
import { authSettings } from './auth-settings.js';
import { optionsForDescribing } from './options-for-describing.js';

/** The SQL with which better-auth would add its missing tables; empty when nothing is missing. */
export async function findMissingTables(database: Database): Promise<string> {
  const { getMigrations } = await import('better-auth/db/migration');
  const options = optionsForDescribing(z.object(authSettings).parse({}));
  const { toBeCreated, toBeAdded, compileMigrations } = await getMigrations({
    ...options,
    database: { db: database.kysely, type: database.dialect },
  });
  return toBeCreated.length + toBeAdded.length === 0 ? '' : compileMigrations();
}
