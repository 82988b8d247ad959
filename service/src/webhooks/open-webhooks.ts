import { sqlWebhookStore } from '@svckit/stores';
import type { OpenedWebhooks, ServeEnvironment } from 'svckit';

import { Database } from '../database/database.js';
import { databaseOptions } from '../database/database-options.js';
import { loadSettings } from '../prepare-service.js';

/** The webhooks in the database of the settings. */
export async function openWebhooks(environment: ServeEnvironment): Promise<OpenedWebhooks> {
  const { settings } = await loadSettings(environment);
  const database = new Database(databaseOptions(settings));
  await database.onInit();
  return { store: sqlWebhookStore(() => database.kysely), close: () => database.onShutdown() };
}
