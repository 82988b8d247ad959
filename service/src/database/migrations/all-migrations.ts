import { createUsers } from './0001-users.js';
import { createLedger } from './0002-ledger.js';
import { createSharedState } from './0020-shared-state.js';
import { createJobs } from './0021-jobs.js';
import { createAccounts } from './0030-accounts.js';
import { createReports } from './0031-reports.js';
import type { Migration } from './migration.js';

/** Every step of the schema, in the order of their names. */
export const allMigrations: readonly Migration[] = Object.freeze([
  createUsers,
  createLedger,
  createSharedState,
  createJobs,
  createAccounts,
  createReports,
]);
