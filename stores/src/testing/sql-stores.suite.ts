import { AsyncLocalStorage } from 'node:async_hooks';
import { type Kysely, Migrator, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  migrations,
  sqlIdempotencyStore,
  sqlLifecycleStore,
  sqlThrottleStore,
  sqlUsageStore,
  sqlWebhookStore,
  type StoresTables,
} from '../index.js';
import { describeIdempotencyStore } from './idempotency-store.suite.js';
import { describeLifecycleStore } from './lifecycle-store.suite.js';
import { describeAttemptStore } from './throttle-store.suite.js';
import { describeTransactionalIdempotencyStore } from './transactional-idempotency-store.suite.js';
import { describeClaims, describeUsageStore } from './usage-store.suite.js';
import { describeWebhookStore } from './webhook-store.suite.js';

interface Tables extends StoresTables {
  works: { title: string };
}

/** An empty database. */
export interface TrialDatabase {
  readonly kysely: Kysely<Tables>;
  close(): Promise<void>;
}

/** Every store on one database, which the package's own migrations prepare. */
export function describeSqlStores(name: string, open: () => Promise<TrialDatabase>): void {
  describe(`the stores on ${name}`, () => {
    let database: TrialDatabase;
    let now = Date.UTC(2026, 0, 1);
    const wait = async (ms: number) => void (now += ms);
    const kysely = () => database.kysely;
    const options = { now: () => now };
    const migrate = () =>
      new Migrator({ db: database.kysely, provider: { getMigrations: async () => migrations } }).migrateToLatest();
    beforeAll(async () => {
      database = await open();
      const { error } = await migrate();
      if (error) throw error;
      await database.kysely.schema.createTable('works').addColumn('title', 'varchar(100)').execute();
    });
    afterAll(() => database.close());

    it('need their migrations once', async () => {
      expect(await migrate()).toEqual({ results: [] });
    });

    const empty = async (...tables: readonly (keyof StoresTables)[]) => {
      for (const table of tables) await database.kysely.deleteFrom(table).execute();
    };
    const openUsage = async () => {
      await empty('usage_calls', 'usage_members', 'usage_writers', 'lifecycle_notices');
      return sqlUsageStore(kysely, options);
    };
    describeUsageStore(name, openUsage);
    describeClaims(name, openUsage);
    describeLifecycleStore(
      name,
      async () => {
        await empty('lifecycle_notices');
        return sqlLifecycleStore(kysely, options);
      },
      wait,
    );
    it('notices that a usage store gave out are delivered', async () => {
      await (await openUsage()).claim!('sunset of 1');
      expect(await sqlLifecycleStore(kysely, options).claim('sunset of 1', 60)).toEqual({ state: 'delivered' });
    });
    describeAttemptStore(name, () => sqlThrottleStore(kysely, options), wait);
    describeIdempotencyStore(name, () => sqlIdempotencyStore(kysely, options), wait);
    describeTransactionalIdempotencyStore(name, (now) => {
      const running = new AsyncLocalStorage<{ transaction: Transaction<Tables> | null }>();
      const current = () => running.getStore()?.transaction ?? kysely();
      return {
        store: sqlIdempotencyStore<Tables>(kysely, {
          now,
          unitOfWork: (work) =>
            kysely()
              .transaction()
              .execute(async (transaction) => {
                const unit = { transaction: transaction as Transaction<Tables> | null };
                return running.run(unit, () => work(transaction)).finally(() => (unit.transaction = null));
              }),
        }),
        write: (title) => current().insertInto('works').values({ title }).execute(),
        countOf: async (title) =>
          (await kysely().selectFrom('works').where('title', '=', title).selectAll().execute()).length,
      };
    });

    describeWebhookStore(name, async () => {
      for (const table of ['endpoints', 'events', 'bodies', 'deliveries', 'notices'] as const)
        await database.kysely.deleteFrom(`webhook_${table}`).execute();
      return sqlWebhookStore(kysely);
    });

    it('events are committed and rolled back with the transaction that they are published in', async () => {
      const store = sqlWebhookStore(kysely);
      const owner = { subject: 'in transaction', url: 'https://example.com', description: '', events: ['book.added'] };
      const unused = { version: '1', secrets: [], disabled: null, pausedUntil: 0, succeededAt: null, failedAt: null };
      await store.addEndpoint({ ...owner, ...unused, id: 'ep_in_transaction', createdAt: now });
      const event = (id: string) => ({
        id,
        name: 'book.added',
        subject: owner.subject,
        shape: '1',
        data: '{}',
        createdAt: now,
      });
      const failing = kysely()
        .transaction()
        .execute(async (transaction) => {
          await transaction.insertInto('works').values({ title: 'rolled back' }).execute();
          expect(await store.publish(event('msg_rolled_back'), { in: transaction })).toBe(1);
          throw new Error('no');
        });
      await expect(failing).rejects.toThrow('no');
      expect(await store.listDeliveries({ endpoint: 'ep_in_transaction', limit: 9 })).toEqual([]);
      await kysely()
        .transaction()
        .execute((transaction) => store.publish(event('msg_committed'), { in: transaction }));
      expect(await store.listDeliveries({ endpoint: 'ep_in_transaction', limit: 9 })).toMatchObject([
        { event: 'msg_committed' },
      ]);
      for (const wrong of [kysely(), {}, null])
        await expect(store.publish(event('msg_wrong'), { in: wrong })).rejects.toThrow(
          'in is not a transaction of Kysely',
        );
    });

    it('two processes that use one key run one call', async () => {
      const open = () =>
        sqlIdempotencyStore<Tables>(kysely, { unitOfWork: (work) => kysely().transaction().execute(work) });
      const run = (store: ReturnType<typeof open>) =>
        store.runOnce({ key: 'apart', fingerprint: 'print', ttlSeconds: 60 }, async () => ({
          status: 201,
          headers: [],
          body: '',
        }));
      const claims = await Promise.all([open(), open(), open(), open()].map(run));
      expect(claims.filter(({ state }) => state === 'claimed')).toHaveLength(1);
    });
  });
}
