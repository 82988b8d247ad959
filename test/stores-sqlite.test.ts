import type { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openSqlite } from '../service/src/database/open-sqlite.js';
import { makeTemporaryFolder } from '../service/src/testing/temporary-database.js';
import { sqlUsageStore } from '@svckit/stores';
import { describeSqlStores } from '../stores/src/testing/sql-stores.suite.js';

describeSqlStores('SQLite', async () => {
  const folder = await makeTemporaryFolder();
  const { kysely } = await openSqlite(folder.path, { durability: 'normal', timeoutMs: 5_000 });
  return {
    kysely: kysely as never,
    close: async () => {
      await kysely.destroy();
      await folder.remove();
    },
  };
});

describe('a store on another database', () => {
  it('says which databases there are', async () => {
    class OracleAdapter {}
    const kysely = { getExecutor: () => ({ adapter: new OracleAdapter() }) } as unknown as Kysely<unknown>;
    await expect(sqlUsageStore(kysely).read({})).rejects.toThrow(
      'The stores work on SQLite, PostgreSQL and MySQL, and this Kysely has a OracleAdapter.',
    );
  });
});
