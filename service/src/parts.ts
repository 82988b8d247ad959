import { migrations as storesMigrations } from '@svckit/stores';
import { authSettings } from './auth/auth-settings.js';
import { createAccounts } from './auth/auth-tables.js';
import { cacheSettings } from './cache/cache-settings.js';
import { dataSettings } from './configuration/data-settings.js';
import { observingSettings } from './configuration/observing-settings.js';
import { serverSettings } from './configuration/server-settings.js';
import type { Migration } from './database/migration.js';
import { filesSettings } from './files/files-settings.js';
import { imagesSettings } from './images/images-settings.js';
import { jobsSettings } from './jobs/jobs-settings.js';
import { createJobs } from './jobs/jobs-tables.js';
import { createLedger } from './ledger/ledger-tables.js';
import { mailSettings } from './mail/mail-settings.js';
import { redisSettings } from './redis/redis-settings.js';
import { createNotes } from './notes/notes-tables.js';
import { createReports } from './reports/reports-tables.js';
import { sharedStateSettings } from './shared-state/shared-state-settings.js';
import { createUsers } from './users/users-tables.js';
import { webhooksSettings } from './webhooks/webhooks-settings.js';
import { wiringSettings } from './wiring/wiring-settings.js';

/** The settings of each part of the service, by title, in the order of `.env.example` and `svc config`. */
export const settingParts = Object.freeze([
  { title: 'Server', shape: { ...serverSettings, ...wiringSettings } },
  { title: 'Observability', shape: observingSettings },
  { title: 'Data', shape: dataSettings },
  { title: 'Redis', shape: redisSettings },
  { title: 'Limits and idempotency keys', shape: sharedStateSettings },
  { title: 'Cache', shape: cacheSettings },
  { title: 'Files', shape: filesSettings },
  { title: 'Images', shape: imagesSettings },
  { title: 'Jobs', shape: jobsSettings },
  { title: 'Webhooks', shape: webhooksSettings },
  { title: 'Mail', shape: mailSettings },
  { title: 'Accounts', shape: authSettings },
]);

/** The tables that the stores bring. */
const ofStores = Object.entries(storesMigrations).map(
  ([name, { up }]): Migration => ({ name, up: ({ kysely }) => up(kysely) }),
);

/** The migrations of each part: every step of the schema, ordered by name. */
export const migrations: readonly Migration[] = Object.freeze(
  [createUsers, createLedger, createJobs, createAccounts, createNotes, createReports, ...ofStores].sort((one, other) =>
    one.name < other.name ? -1 : 1,
  ),
);
