import type { Kysely, Migration } from 'kysely';
import { columnsOf, required } from './columns.js';
import { usageKey } from './tables.js';

export const createUsage: Migration = {
  async up(database: Kysely<unknown>) {
    const { isMysql, name, hashOf } = await columnsOf(database);
    // The consumer last: the only one that may contain anything.
    const [withoutConsumer, consumer] = [usageKey.slice(0, -1), usageKey.at(-1)!];
    const withKey = (table: string, columns: readonly string[]) => {
      const hash = hashOf(columns);
      const created = database.schema
        .createTable(table)
        .addColumn('day', name(10), required)
        .addColumn('version', name(255), required)
        .addColumn('operation', name(2_000), required)
        .addColumn('kind', name(10), required)
        .addColumn('consumer', name(1_000), required)
        .addColumn('calls', 'bigint', required);
      const whole = columns.includes('member') ? created.addColumn('member', name(1_000), required) : created;
      return isMysql
        ? whole
            .addColumn('id', 'bigint', (column) => column.autoIncrement().primaryKey())
            .addColumn('key_hash', hash.type, hash.define)
        : whole.addPrimaryKeyConstraint(`${table}_key`, columns.toSorted(byUsageKey) as never);
    };
    await withKey('usage_calls', [...withoutConsumer, consumer])
      .addColumn('refused', 'bigint', required)
      .addColumn('first_at', 'bigint', required)
      .addColumn('last_at', 'bigint', required)
      .execute();
    await withKey('usage_members', [...withoutConsumer, 'member', consumer]).execute();
    await database.schema
      .createTable('usage_writers')
      .addColumn('writer', name(255), (column) => column.primaryKey())
      .addColumn('sequence', 'bigint', required)
      .addColumn('written_at', 'bigint', required)
      .execute();
    await database.schema
      .createTable('lifecycle_notices')
      .addColumn('notice', name(700), (column) => column.primaryKey())
      .addColumn('claimed_at', 'bigint', required)
      .execute();
  },
};

const order: readonly string[] = [...usageKey, 'member'];
const byUsageKey = (a: string, b: string) => order.indexOf(a) - order.indexOf(b);
