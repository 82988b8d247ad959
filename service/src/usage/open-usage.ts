import { sqlLifecycleStore, sqlUsageStore } from '@svckit/stores';
import type { OpenedUsage, ServeEnvironment } from 'svckit';
import { Database } from '../database/database.js';
import { databaseOptions } from '../database/database-options.js';
import { loadSettings } from '../prepare-service.js';

/** The usage and the notices in the database of the settings. */
export async function openUsage(environment: ServeEnvironment): Promise<OpenedUsage> {
  const { settings } = await loadSettings(environment);
  const database = new Database(databaseOptions(settings));
  await database.onInit();
  return {
    store: sqlUsageStore(() => database.kysely),
    lifecycle: sqlLifecycleStore(() => database.kysely),
    close: () => database.onShutdown(),
  };
}
