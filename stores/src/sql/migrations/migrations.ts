import type { Migration } from 'kysely';
import { confirmNotices } from './lifecycle.js';
import { createSharedState } from './shared-state.js';
import { createUsage } from './usage.js';
import { createWebhooks } from './webhooks.js';

/** The tables of all stores, for Kysely's Migrator. Names and contents never change after a release. */
export const migrations: Readonly<Record<string, Migration>> = Object.freeze({
  '0020-shared-state': createSharedState,
  '0040-usage': createUsage,
  '0050-lifecycle': confirmNotices,
  '0060-webhooks': createWebhooks,
});
