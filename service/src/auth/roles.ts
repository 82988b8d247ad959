import type { Database } from '../database/database.js';
import { recordEvent } from './account-events.js';
import { raiseRevision } from './revision.js';

/** An account as `svc users list` shows it; `createdAt` is ISO 8601 in UTC. */
export interface ListedUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
  readonly createdAt: string;
  readonly roles: readonly string[];
}

/** Grants a role to the account of an address; returns false when it already has it. Running services know within a second. */
export async function grantRoleIn(database: Database, email: string, role: string): Promise<boolean> {
  const userId = await findAccount(database, email);
  const { numInsertedOrUpdatedRows } = await database.kysely
    .insertInto('auth_roles')
    .values({ user_id: userId, role })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return announce(database, 'role-granted', userId, Number(numInsertedOrUpdatedRows) > 0);
}

/** Revokes a role of the account of an address; returns false when it does not have it. */
export async function revokeRoleIn(database: Database, email: string, role: string): Promise<boolean> {
  const userId = await findAccount(database, email);
  const { numDeletedRows } = await database.kysely
    .deleteFrom('auth_roles')
    .where('user_id', '=', userId)
    .where('role', '=', role)
    .executeTakeFirstOrThrow();
  return announce(database, 'role-revoked', userId, Number(numDeletedRows) > 0);
}

/** All accounts and their roles, by address. */
export async function listUsersIn(database: Database): Promise<readonly ListedUser[]> {
  const rows = await database.kysely
    .selectFrom('auth_users')
    .leftJoin('auth_roles', 'auth_roles.user_id', 'auth_users.id')
    .select(['id', 'email', 'name', 'emailVerified', 'createdAt', 'role'])
    .orderBy('email')
    .orderBy('role')
    .execute();
  const users = new Map<string, ListedUser>();
  for (const { id, email, name, emailVerified, createdAt, role } of rows) {
    const roles = [...(users.get(id)?.roles ?? []), ...(role === null ? [] : [role])];
    users.set(id, {
      id,
      email,
      name,
      emailVerified: Boolean(emailVerified),
      createdAt: new Date(createdAt).toISOString(),
      roles,
    });
  }
  return [...users.values()];
}

async function findAccount(database: Database, email: string): Promise<string> {
  const row = await database.kysely
    .selectFrom('auth_users')
    .select('id')
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst();
  if (row) return row.id;
  throw new Error(
    `No account has the address ${email}. Sign up first (POST /api/auth/sign-up/email), or check the address and DATABASE_URL or DATA_DIR.`,
  );
}

async function announce(
  database: Database,
  kind: 'role-granted' | 'role-revoked',
  userId: string,
  changed: boolean,
): Promise<boolean> {
  if (!changed) return false;
  await raiseRevision(database);
  await recordEvent(database, kind, userId);
  return true;
}
