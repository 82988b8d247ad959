import type { Database } from '../database/database.js';
import type { CachedCaller } from './caller-cache.js';
import { hashToken } from './session-credential.js';

/** Reads the session behind a token, its account and roles, in one query; null when there is none. */
export async function findSession(database: Pick<Database, 'kysely'>, token: string): Promise<CachedCaller | null> {
  const rows = await database.kysely
    .selectFrom('auth_sessions')
    .innerJoin('auth_users', 'auth_users.id', 'auth_sessions.userId')
    .leftJoin('auth_roles', 'auth_roles.user_id', 'auth_sessions.userId')
    .where('auth_sessions.token', '=', hashToken(token))
    .select(['auth_sessions.id as sessionId', 'auth_sessions.expiresAt', 'auth_users.id', 'email', 'name', 'role'])
    .execute();
  const first = rows[0];
  if (!first) return null;
  const roles = rows.flatMap(({ role }) => role ?? []).toSorted();
  const { id, email, name, sessionId } = first;
  return Object.freeze({
    caller: Object.freeze({ id, email, name, sessionId, roles: Object.freeze(roles) }),
    expiresAt: new Date(first.expiresAt).getTime(),
  });
}
