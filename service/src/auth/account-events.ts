import type { Database } from '../database/database.js';

export type AccountEventKind =
  | 'signed-up'
  | 'signed-in'
  | 'session-ended'
  | 'password-changed'
  | 'account-changed'
  | 'account-deleted'
  | 'role-granted'
  | 'role-revoked';

/** One line of the audit list; `at` is ISO 8601 in UTC. */
export interface AccountEvent {
  readonly at: string;
  readonly kind: string;
  readonly userId: string;
}

const kept = 10_000;

/** Records what happened to an account. */
export async function recordEvent(
  database: Pick<Database, 'kysely'>,
  kind: AccountEventKind,
  userId: string,
  now = Date.now(),
): Promise<void> {
  const { id } = await database.kysely
    .insertInto('auth_events')
    .values({ at: now, kind, user_id: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (Number(id) % 500 === 0)
    await database.kysely
      .deleteFrom('auth_events')
      .where('id', '<=', Number(id) - kept)
      .execute();
}

/** The latest events, newest first. */
export async function listEvents(database: Pick<Database, 'kysely'>, limit = 100): Promise<readonly AccountEvent[]> {
  const rows = await database.kysely.selectFrom('auth_events').selectAll().orderBy('id', 'desc').limit(limit).execute();
  return rows.map(({ at, kind, user_id }) => ({ at: new Date(Number(at)).toISOString(), kind, userId: user_id }));
}
