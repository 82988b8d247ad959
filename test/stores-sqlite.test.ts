import { createRequire } from 'node:module';
import { DatabaseSync } from '@photostructure/sqlite';
import * as imported from 'kysely';
import { describe, expect, it } from 'vitest';
import { createSqliteDialect } from '../service/src/database/sqlite-dialect.js';
import { SqliteWriter } from '../service/src/database/sqlite-writer.js';
import { openSqlite } from '../service/src/database/open-sqlite.js';
import { makeTemporaryFolder } from '../service/src/testing/temporary-database.js';
import { sqlUsageStore } from '@svckit/stores';
import { dialectOf } from '../stores/src/sql/open-sql.js';
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

/** The package as an application in CommonJS loads it, whose classes are other ones. */
const required = createRequire(import.meta.url)('kysely') as typeof imported;

describeSqlStores('SQLite, from CommonJS', async () => {
  const folder = await makeTemporaryFolder();
  const [write, reader] = [0, 1].map(() => new DatabaseSync(`${folder.path}/svc.sqlite`));
  const dialect = createSqliteDialect({ writer: new SqliteWriter(write!, 5_000), reader: reader! }, required);
  const kysely = new required.Kysely<never>({ dialect });
  return {
    kysely: kysely as never,
    close: async () => {
      await kysely.destroy();
      await folder.remove();
    },
  };
});

const plainAdapter = { supportsReturning: true, supportsTransactionalDdl: false };

describe('the dialect of a database', () => {
  const open = ({ Kysely, DummyDriver }: typeof imported, adapter: object, compiler: object) =>
    new Kysely<unknown>({
      dialect: {
        createAdapter: () => adapter as imported.DialectAdapter,
        createDriver: () => new DummyDriver(),
        createIntrospector: () => ({}) as imported.DatabaseIntrospector,
        createQueryCompiler: () => compiler as imported.QueryCompiler,
      },
    });

  it.each([
    ['import', imported],
    ['require', required],
  ])('is known by what Kysely writes, with the classes of %s', (_, copy) => {
    const dialects = [
      dialectOf(open(copy, new copy.SqliteAdapter(), new copy.SqliteQueryCompiler())),
      dialectOf(open(copy, new copy.PostgresAdapter(), new copy.PostgresQueryCompiler())),
      dialectOf(open(copy, new copy.MysqlAdapter(), new copy.MysqlQueryCompiler())),
      dialectOf(open(copy, { ...plainAdapter }, new copy.SqliteQueryCompiler())),
      dialectOf(open(copy, new copy.PostgresAdapter(), new copy.PostgresQueryCompiler()).withSchema('own')),
    ];
    expect(dialects).toEqual(['sqlite', 'postgres', 'mysql', 'sqlite', 'postgres']);
  });

  it('that no store knows says which ones there are', async () => {
    class OracleAdapter extends imported.MssqlAdapter {}
    const refused = 'The stores work on SQLite, PostgreSQL and MySQL, and this Kysely has a OracleAdapter.';
    const oracle = open(imported, new OracleAdapter(), new imported.MssqlQueryCompiler());
    await expect(sqlUsageStore(oracle).read({})).rejects.toThrow(refused);
    // An embedded database that writes as PostgreSQL does, and has neither its transactions nor its locks.
    const duck = open(imported, { ...plainAdapter }, new imported.PostgresQueryCompiler());
    expect(() => dialectOf(duck)).toThrow('this Kysely has a Object');
  });
});
