import type { Database } from '../database/database.js';
import { recordEvent } from './account-events.js';
import { type AccountFacts, describeAccount } from './describe-account.js';
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

/** The account that a role went to, so that the operator sees whether it is the one that was meant. */
export interface Grant {
  readonly account: AccountFacts;
  /** Whether the account did not have the role before. */
  readonly changed: boolean;
}

export interface GrantOptions {
  /** Whether an account that has not verified its address may have roles. */
  readonly unverified?: boolean;
}

/**
 * Grants a role to the account of an address. Running services know within a second. Throws for an unknown address, and for an
 * account that has not verified it: anybody can sign up with the address of somebody else.
 */
export async function grantRoleIn(
  database: Database,
  email: string,
  role: string,
  { unverified = false }: GrantOptions = {},
): Promise<Grant> {
  const account = await findAccount(database, email);
  if (!account.emailVerified && !unverified) throw new Error(refusalOf(account));
  const { numInsertedOrUpdatedRows } = await database.kysely
    .insertInto('auth_roles')
    .values({ user_id: account.id, role })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  const changed = await announce(database, 'role-granted', account.id, Number(numInsertedOrUpdatedRows) > 0);
  return { account, changed };
}

/** Whether any account has a role. */
export async function hasRoles(database: Pick<Database, 'kysely'>): Promise<boolean> {
  const row = await database.kysely.selectFrom('auth_roles').select('role').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Revokes a role of the account of an address; returns false when it does not have it. */
export async function revokeRoleIn(database: Database, email: string, role: string): Promise<boolean> {
  const { id: userId } = await findAccount(database, email);
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

async function findAccount(database: Database, email: string): Promise<AccountFacts> {
  const row = await database.kysely
    .selectFrom('auth_users')
    .select(['id', 'email', 'emailVerified', 'createdAt'])
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst();
  if (row)
    return { ...row, emailVerified: Boolean(row.emailVerified), createdAt: new Date(row.createdAt).toISOString() };
  throw new Error(
    `No account has the address ${email}. Sign up first (POST /api/auth/sign-up/email), or check the address and DATABASE_URL or DATA_DIR.`,
  );
}

function refusalOf(account: AccountFacts): string {
  return (
    `The account of ${account.email} has not verified its address, so somebody else may have created it: ${describeAccount(account)}. ` +
    'Ask its owner to open the link in the verification mail, or add --unverified if you know that the account is theirs.'
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
