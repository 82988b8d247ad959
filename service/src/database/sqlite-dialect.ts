import type { DatabaseSync } from '@photostructure/sqlite';
import type { DatabaseConnection, Dialect, SqliteDatabase } from 'kysely';
import { bindable } from './bindable.js';

type Handle = InstanceType<typeof DatabaseSync>;
type Kysely = typeof import('kysely');

/** Kysely over a handle with node:sqlite's interface; transactions are immediate, so that a reader never fails when it starts to write. */
export function createSqliteDialect(handle: Handle, kysely: Kysely): Dialect {
  class ImmediateDriver extends kysely.SqliteDriver {
    override async beginTransaction(connection: DatabaseConnection): Promise<void> {
      await connection.executeQuery(kysely.CompiledQuery.raw('begin immediate'));
    }
  }
  class TransactionalAdapter extends kysely.SqliteAdapter {
    override get supportsTransactionalDdl(): boolean {
      return true;
    }
  }
  return {
    createDriver: () => new ImmediateDriver({ database: adaptHandle(handle) }),
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => new kysely.SqliteQueryCompiler(),
    createIntrospector: (database) => new kysely.SqliteIntrospector(database),
  };
}

function adaptHandle(handle: Handle): SqliteDatabase {
  return {
    close: () => handle.close(),
    prepare(statement) {
      const prepared = handle.prepare(statement);
      return {
        reader: prepared.columns().length > 0,
        all: (parameters) => prepared.all(...parameters.map(bindable)),
        run: (parameters) => prepared.run(...parameters.map(bindable)),
        iterate: (parameters) => prepared.iterate(...parameters.map(bindable)),
      };
    },
  };
}
