import { Database } from '../database/database.js';
import { databaseOptions, type DatabaseSettings } from '../database/database-options.js';
import { type Grant, type GrantOptions, grantRoleIn, type ListedUser, listUsersIn, revokeRoleIn } from './roles.js';

export type { ListedUser } from './roles.js';

/** `svc users grant`; throws for an unknown address and for an unverified account. The command has checked that the role exists. */
export function grantRole(
  settings: DatabaseSettings,
  email: string,
  role: string,
  options?: GrantOptions,
): Promise<Grant> {
  return withDatabase(settings, (database) => grantRoleIn(database, email, role, options));
}

/** `svc users revoke`: false when the account does not have the role; throws for an unknown address. */
export function revokeRole(settings: DatabaseSettings, email: string, role: string): Promise<boolean> {
  return withDatabase(settings, (database) => revokeRoleIn(database, email, role));
}

/** `svc users list`: every account with its roles, by address. */
export function listUsers(settings: DatabaseSettings): Promise<readonly ListedUser[]> {
  return withDatabase(settings, listUsersIn);
}

async function withDatabase<T>(settings: DatabaseSettings, work: (database: Database) => Promise<T>): Promise<T> {
  const database = new Database(databaseOptions(settings));
  await database.onInit();
  try {
    return await work(database);
  } finally {
    await database.onShutdown();
  }
}
