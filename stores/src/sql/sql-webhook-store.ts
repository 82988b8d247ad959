import type { Kysely } from 'kysely';
import type {
  DeliveryFilter,
  DeliveryOutcome,
  EndpointChanges,
  EndpointFilter,
  StoredDelivery,
  StoredEndpoint,
  StoredEvent,
  StoredNotice,
  TakenDelivery,
  TakeOrder,
  VersionCount,
  WebhookStore,
} from 'svckit/webhooks';
import { changeEndpoint } from './change-endpoint.js';
import { chooseDue, readTaken } from './due-deliveries.js';
import { inTransaction } from './in-transaction.js';
import type { StoresTables } from './migrations/tables.js';
import { type KyselySource, type OpenSql, openSql } from './open-sql.js';
import { orIgnore } from './upsert.js';
import { clearWebhooks, publishEvent, requireTransaction } from './webhook-events.js';
import { deliveryOf, endpointOf, endpointRow, noticeRow, storedNoticeOf } from './webhook-rows.js';

/**
 * Webhooks in the tables `webhook_*`, for all processes on one database. `publish(…, { in: transaction })` takes a transaction of a Kysely on the
 * same database.
 */
export function sqlWebhookStore<DB>(kysely: KyselySource<DB>): WebhookStore {
  return new SqlWebhookStore(openSql(kysely));
}

/** Rolls a transaction back whose delivery another process has. */
const notMine = new Error('Another process has the delivery.');

class SqlWebhookStore implements WebhookStore {
  readonly #open: () => Promise<OpenSql>;

  constructor(open: () => Promise<OpenSql>) {
    this.#open = open;
  }

  async addEndpoint(endpoint: StoredEndpoint): Promise<void> {
    const { kysely } = await this.#open();
    await kysely.insertInto('webhook_endpoints').values(endpointRow(endpoint)).execute();
  }

  async findEndpoint(id: string): Promise<StoredEndpoint | null> {
    const { kysely } = await this.#open();
    const row = await kysely.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirst();
    return row ? endpointOf(row) : null;
  }

  async listEndpoints({ subject, version, enabled, after, limit }: EndpointFilter): Promise<readonly StoredEndpoint[]> {
    const { kysely } = await this.#open();
    const rows = await kysely
      .selectFrom('webhook_endpoints')
      .selectAll()
      .$if(subject !== undefined, (query) => query.where('subject', '=', subject!))
      .$if(version !== undefined, (query) => query.where('version', '=', version!))
      .$if(enabled !== undefined, (query) => query.where('disabled', enabled ? 'is' : 'is not', null))
      .$if(after !== undefined, (query) => query.where('id', '>', after!))
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(endpointOf);
  }

  async changeEndpoint(id: string, changes: EndpointChanges, notice?: StoredNotice): Promise<void> {
    const open = await this.#open();
    await inTransaction(open, (transaction) => changeEndpoint(open, transaction, id, changes, notice));
  }

  async removeEndpoint(id: string): Promise<void> {
    await inTransaction(await this.#open(), async (transaction) => {
      await transaction.deleteFrom('webhook_endpoints').where('id', '=', id).execute();
      await transaction.deleteFrom('webhook_deliveries').where('endpoint', '=', id).execute();
      await transaction.deleteFrom('webhook_notices').where('endpoint', '=', id).execute();
    });
  }

  async countEndpoints(): Promise<readonly VersionCount[]> {
    const { kysely } = await this.#open();
    const rows = await kysely
      .selectFrom('webhook_endpoints')
      .select(({ fn }) => ['version', fn.countAll().as('all'), fn.count('disabled').as('disabled')])
      .groupBy('version')
      .execute();
    return rows.map(({ version, all, disabled }) => ({
      version,
      enabled: Number(all) - Number(disabled),
      disabled: Number(disabled),
    }));
  }

  async publish(event: StoredEvent, given: { readonly in?: unknown; readonly endpoint?: string }): Promise<number> {
    const open = await this.#open();
    if (given.in !== undefined) return publishEvent(requireTransaction(given.in), event, given.endpoint);
    return inTransaction(open, (transaction) => publishEvent(transaction, event, given.endpoint));
  }

  async take(order: TakeOrder): Promise<readonly TakenDelivery[]> {
    const { lease, now, leaseMs } = order;
    const open = await this.#open();
    const ids = await chooseDue(open.kysely, order);
    if (ids.length === 0) return [];
    await inTransaction(open, (transaction) =>
      transaction
        .updateTable('webhook_deliveries')
        .set({ state: 'sending', lease, due_at: now + leaseMs })
        .where('id', 'in', ids.toSorted())
        .where('due_at', '<=', now)
        .execute(),
    );
    return readTaken(open.kysely, ids, lease);
  }

  async hold(id: string, lease: string, until: number): Promise<TakenDelivery | null> {
    const { kysely } = await this.#open();
    await kysely
      .updateTable('webhook_deliveries')
      .set({ due_at: until })
      .where('id', '=', id)
      .where('lease', '=', lease)
      .where('due_at', 'is not', null)
      .execute();
    return (await readTaken(kysely, [id], lease))[0] ?? null;
  }

  async finish({ delivery: { id }, lease }: Pick<TakenDelivery, 'delivery' | 'lease'>, outcome: DeliveryOutcome) {
    const { endpoint, notice, attemptedAt, dueAt, ...rest } = outcome;
    const open = await this.#open();
    try {
      await inTransaction(open, async (transaction) => {
        const finished = await transaction
          .updateTable('webhook_deliveries')
          .set({ ...rest, attempted_at: attemptedAt, due_at: dueAt, lease: null })
          .where('id', '=', id)
          .where('lease', '=', lease)
          .where('due_at', 'is not', null)
          .executeTakeFirstOrThrow();
        if (finished.numUpdatedRows !== 1n) throw notMine;
        if (!endpoint) return;
        const { endpoint: owner } = await transaction
          .selectFrom('webhook_deliveries')
          .select('endpoint')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        await changeEndpoint(open, transaction, owner, endpoint, notice);
      });
      return true;
    } catch (error) {
      if (error === notMine) return false;
      throw error;
    }
  }

  async findBody(event: string, version: string): Promise<string | null> {
    const { kysely } = await this.#open();
    return (await bodyOf(kysely, event, version))?.body ?? null;
  }

  async keepBody(event: string, version: string, body: string): Promise<string> {
    const { kysely, dialect } = await this.#open();
    await orIgnore(kysely.insertInto('webhook_bodies').values({ event, version, body }), dialect).execute();
    return (await bodyOf(kysely, event, version))?.body ?? body;
  }

  async findDelivery(id: string): Promise<StoredDelivery | null> {
    const { kysely } = await this.#open();
    const row = await kysely.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst();
    return row ? deliveryOf(row) : null;
  }

  async listDeliveries({ subject, endpoint, states, failing, before, limit }: DeliveryFilter) {
    const { kysely } = await this.#open();
    const rows = await kysely
      .selectFrom('webhook_deliveries')
      .selectAll()
      .$if(subject !== undefined, (query) => query.where('subject', '=', subject!))
      .$if(endpoint !== undefined, (query) => query.where('endpoint', '=', endpoint!))
      .$if(states !== undefined, (query) => query.where('state', 'in', [...states!]))
      .$if(failing === true, (query) => query.where('reason', 'is not', null))
      .$if(before !== undefined, (query) => query.where('id', '<', before!))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(deliveryOf);
  }

  async replay(id: string, now: number): Promise<boolean> {
    const { kysely } = await this.#open();
    const replayed = await kysely
      .updateTable('webhook_deliveries')
      .set({ state: 'pending', attempts: 0, due_at: now })
      .where('id', '=', id)
      .where('due_at', 'is', null)
      .executeTakeFirstOrThrow();
    return replayed.numUpdatedRows === 1n;
  }

  async addNotice(notice: StoredNotice): Promise<void> {
    const { kysely, dialect } = await this.#open();
    await orIgnore(kysely.insertInto('webhook_notices').values(noticeRow(notice)), dialect).execute();
  }

  async takeNotices({ now, holdMs, limit }: { now: number; holdMs: number; limit: number }) {
    const { kysely } = await this.#open();
    const free = await kysely
      .selectFrom('webhook_notices')
      .selectAll()
      .where('held_until', '<=', now)
      .orderBy('held_until')
      .limit(limit)
      .execute();
    const taken: StoredNotice[] = [];
    for (const row of free) {
      const held = await kysely
        .updateTable('webhook_notices')
        .set({ held_until: now + holdMs })
        .where('id', '=', row.id)
        .where('held_until', '<=', now)
        .executeTakeFirstOrThrow();
      if (held.numUpdatedRows === 1n) taken.push(storedNoticeOf(row));
    }
    return taken;
  }

  async closeNotice(id: string): Promise<void> {
    const { kysely } = await this.#open();
    await kysely.updateTable('webhook_notices').set({ held_until: null }).where('id', '=', id).execute();
  }

  async clear(before: number): Promise<void> {
    await clearWebhooks((await this.#open()).kysely, before);
  }
}

const bodyOf = (kysely: Kysely<StoresTables>, event: string, version: string) =>
  kysely
    .selectFrom('webhook_bodies')
    .select('body')
    .where('event', '=', event)
    .where('version', '=', version)
    .executeTakeFirst();
