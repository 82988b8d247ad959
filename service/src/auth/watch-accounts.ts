import type { BetterAuthOptions } from 'better-auth';
import type { AccountEventKind } from './account-events.js';

export interface AccountWatchers {
  /** Makes every process invalidate its cache of an account's sessions. */
  readonly revoke: (accountId: string) => Promise<void>;
  readonly record: (kind: AccountEventKind, accountId: string) => Promise<void>;
}

/** better-auth's database hooks: every change to a session or its account is recorded and invalidates the cache before the response is sent. */
export function watchAccounts({ revoke, record }: AccountWatchers): NonNullable<BetterAuthOptions['databaseHooks']> {
  const note = (kind: AccountEventKind) => async (accountId: string) => {
    await revoke(accountId);
    await record(kind, accountId);
  };
  const changed = note('account-changed');
  const ended = note('session-ended');
  return {
    user: {
      create: { after: async ({ id }) => record('signed-up', id) },
      update: { after: async (user) => user?.id && changed(user.id) },
      delete: { after: async ({ id }) => note('account-deleted')(id) },
    },
    session: {
      create: { after: async ({ userId }) => record('signed-in', userId) },
      delete: { after: async ({ userId }) => ended(userId) },
    },
    account: {
      update: {
        after: async (account) => account?.userId && account.password && note('password-changed')(account.userId),
      },
    },
  } as NonNullable<BetterAuthOptions['databaseHooks']>;
}
