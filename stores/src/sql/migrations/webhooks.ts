import type { Kysely, Migration } from 'kysely';
import { columnsOf, required } from './columns.js';

const idLength = 64;

export const createWebhooks: Migration = {
  async up(database: Kysely<unknown>) {
    const { name, text } = await columnsOf(database);
    const id = name(idLength);
    await database.schema
      .createTable('webhook_endpoints')
      .addColumn('id', id, (column) => column.primaryKey())
      .addColumn('subject', name(255), required)
      .addColumn('url', text, required)
      .addColumn('description', text, required)
      .addColumn('events', text, required)
      .addColumn('version', name(100), required)
      .addColumn('secrets', text, required)
      .addColumn('disabled', name(20))
      .addColumn('paused_until', 'bigint', required)
      .addColumn('succeeded_at', 'bigint')
      .addColumn('failed_at', 'bigint')
      .addColumn('created_at', 'bigint', required)
      .execute();
    await database.schema
      .createTable('webhook_events')
      .addColumn('id', id, (column) => column.primaryKey())
      .addColumn('name', name(255), required)
      .addColumn('subject', name(255), required)
      .addColumn('shape', name(100), required)
      .addColumn('data', text, required)
      .addColumn('created_at', 'bigint', required)
      .execute();
    await database.schema
      .createTable('webhook_bodies')
      .addColumn('event', id, required)
      .addColumn('version', name(100), required)
      .addColumn('body', text, required)
      .addPrimaryKeyConstraint('webhook_bodies_key', ['event', 'version'] as never)
      .execute();
    await database.schema
      .createTable('webhook_deliveries')
      .addColumn('id', id, (column) => column.primaryKey())
      .addColumn('event', id, required)
      .addColumn('name', name(255), required)
      .addColumn('endpoint', id, required)
      .addColumn('subject', name(255), required)
      .addColumn('version', name(100), required)
      .addColumn('state', name(10), required)
      .addColumn('attempts', 'integer', required)
      .addColumn('due_at', 'bigint')
      .addColumn('lease', name(idLength))
      .addColumn('created_at', 'bigint', required)
      .addColumn('attempted_at', 'bigint')
      .addColumn('status', 'integer')
      .addColumn('reason', text)
      .execute();
    await database.schema
      .createTable('webhook_notices')
      .addColumn('id', name(500), (column) => column.primaryKey())
      .addColumn('endpoint', id, required)
      .addColumn('subject', name(255), required)
      .addColumn('kind', name(20), required)
      .addColumn('data', text, required)
      .addColumn('held_until', 'bigint')
      .addColumn('created_at', 'bigint', required)
      .execute();
    for (const [table, columns] of indexes)
      await database.schema
        .createIndex([table, ...columns].join('_'))
        .on(table)
        .columns([...columns])
        .execute();
  },
};

const indexes: readonly (readonly [table: string, columns: readonly string[]])[] = [
  ['webhook_endpoints', ['subject', 'id']],
  ['webhook_endpoints', ['version', 'id']],
  ['webhook_events', ['created_at']],
  ['webhook_deliveries', ['due_at', 'endpoint']],
  ['webhook_deliveries', ['state', 'due_at']],
  ['webhook_deliveries', ['endpoint', 'id']],
  ['webhook_deliveries', ['subject', 'id']],
  ['webhook_deliveries', ['event']],
  ['webhook_notices', ['held_until']],
];
