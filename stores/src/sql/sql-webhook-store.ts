import type { Kysely, Transaction } from 'kysely';
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
import { chooseFairly } from '../../../src/webhooks/store/choose-fairly.js';
import { newId } from '../../../src/webhooks/store/new-id.js';
import { everySubject, reasonOfDisabled } from '../../../src/webhooks/store/webhook-store.js';
import { inTransaction } from './in-transaction.js';
import type { StoresTables } from './migrations/tables.js';
import { type KyselySource, type OpenSql, openSql } from './open-sql.js';
import { orIgnore } from './upsert.js';
import { changesRow, deliveryOf, endpointOf, endpointRow, eventOf, noticeRow, storedNoticeOf } from './webhook-rows.js';

const rowsAtOnce = 500;

/** How many due deliveries are looked at to choose among. */
const looksAt = 500;

/**
 * Webhooks in the tables `webhook_*`, for all processes on one database. `publish(…, { in: transaction })` takes a transaction of a Kysely on the
 * same database.
 */
export function sqlWebhookStore<DB>(kysely: KyselySource<DB>): WebhookStore {
  return new SqlWebhookStore(openSql(kysely));
}

type Connection = Kysely<StoresTables>;

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
    if (given.in !== undefined) return publish(requireTransaction(given.in), event, given.endpoint);
    return inTransaction(open, (transaction) => publish(transaction, event, given.endpoint));
  }

  async take({ lease, now, leaseMs, limit, perEndpoint }: TakeOrder): Promise<readonly TakenDelivery[]> {
    const open = await this.#open();
    const { kysely } = open;
    const due = kysely.selectFrom('webhook_deliveries').select('id').where('due_at', '<=', now).limit(1);
    // An idle look only reads one row of an index.
    if (!(await due.executeTakeFirst())) return [];
    const running = await runningAttempts(kysely, now);
    const roomFor = (endpoint: string, failedAt: unknown) =>
      (failedAt === null ? perEndpoint : 1) - (running.get(endpoint)?.count ?? 0);
    const full = [...running].filter(([id, { failedAt }]) => roomFor(id, failedAt) <= 0).map(([id]) => id);
    const found = await kysely
      .selectFrom('webhook_deliveries as delivery')
      .innerJoin('webhook_endpoints as endpoint', 'endpoint.id', 'delivery.endpoint')
      .select(['delivery.id', 'delivery.endpoint', 'endpoint.failed_at'])
      .where('delivery.due_at', '<=', now)
      .$if(full.length > 0, (query) => query.where('delivery.endpoint', 'not in', full))
      .orderBy('delivery.due_at')
      .orderBy('delivery.id')
      .limit(looksAt)
      .execute();
    const failedAt = new Map(found.map((one) => [one.endpoint, one.failed_at]));
    const roomOf = (endpoint: string) => roomFor(endpoint, failedAt.get(endpoint));
    const ids = chooseFairly(found, { limit, roomOf }).map(({ id }) => id);
    if (ids.length === 0) return [];
    await inTransaction(open, (transaction) =>
      transaction
        .updateTable('webhook_deliveries')
        .set({ state: 'sending', lease, due_at: now + leaseMs })
        .where('id', 'in', ids.toSorted())
        .where('due_at', '<=', now)
        .execute(),
    );
    return readTaken(kysely, ids, lease);
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
    const { kysely } = await this.#open();
    await kysely
      .deleteFrom('webhook_deliveries')
      .where('due_at', 'is', null)
      .where(({ fn }) => fn.coalesce('attempted_at', 'created_at'), '<', before)
      .execute();
    await kysely
      .deleteFrom('webhook_notices')
      .where('held_until', 'is', null)
      .where('created_at', '<', before)
      .execute();
    const unused = await kysely
      .selectFrom('webhook_events as event')
      .select('event.id')
      .where('event.created_at', '<', before)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(selectFrom('webhook_deliveries').select('id').whereRef('webhook_deliveries.event', '=', 'event.id')),
        ),
      )
      .limit(rowsAtOnce)
      .execute();
    const ids = unused.map(({ id }) => id);
    if (ids.length === 0) return;
    await kysely.deleteFrom('webhook_bodies').where('event', 'in', ids).execute();
    await kysely.deleteFrom('webhook_events').where('id', 'in', ids).execute();
  }
}

/** Throws a TypeError for anything but a transaction of Kysely. */
function requireTransaction(given: unknown): Connection {
  if ((given as Partial<Connection> | null)?.isTransaction === true) return given as Connection;
  throw new TypeError(
    'publish(): in is no transaction of Kysely. Pass what kysely.transaction().execute((transaction) => …) gives.',
  );
}

async function publish(connection: Connection, event: StoredEvent, only: string | undefined): Promise<number> {
  const { id, name, subject, shape, data, createdAt } = event;
  const endpoints = connection.selectFrom('webhook_endpoints').selectAll();
  const rows = await (only === undefined
    ? endpoints
        .where('disabled', 'is', null)
        .where('events', 'like', `%${JSON.stringify(name)}%`)
        .$if(subject !== everySubject, (query) => query.where('subject', '=', subject))
    : endpoints.where('id', '=', only)
  ).execute();
  const receivers = rows.map(endpointOf).filter(({ events }) => only !== undefined || events.includes(name));
  if (receivers.length === 0) return 0;
  await connection
    .insertInto('webhook_events')
    .values({ id, name, subject, shape, data, created_at: createdAt })
    .execute();
  const deliveries = receivers.map(({ id: endpoint, subject, version, pausedUntil }) => ({
    id: newId('dlv', createdAt),
    event: id,
    name,
    endpoint,
    subject,
    version,
    state: 'pending',
    attempts: 0,
    due_at: Math.max(createdAt, pausedUntil),
    lease: null,
    created_at: createdAt,
    attempted_at: null,
    status: null,
    reason: null,
  }));
  for (let start = 0; start < deliveries.length; start += rowsAtOnce)
    await connection
      .insertInto('webhook_deliveries')
      .values(deliveries.slice(start, start + rowsAtOnce))
      .execute();
  return receivers.length;
}

/** How many attempts of each endpoint run, and when the last one failed. */
async function runningAttempts(kysely: Connection, now: number) {
  const rows = await kysely
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_endpoints as endpoint', 'endpoint.id', 'delivery.endpoint')
    .select(({ fn }) => ['delivery.endpoint', 'endpoint.failed_at', fn.countAll().as('count')])
    .where('delivery.state', '=', 'sending')
    .where('delivery.due_at', '>', now)
    .groupBy(['delivery.endpoint', 'endpoint.failed_at'])
    .execute();
  return new Map(
    rows.map(({ endpoint, failed_at: failedAt, count }) => [endpoint, { failedAt, count: Number(count) }]),
  );
}

async function readTaken(kysely: Connection, ids: readonly string[], lease: string): Promise<readonly TakenDelivery[]> {
  const mine = await kysely
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', 'in', ids)
    .where('lease', '=', lease)
    .where('due_at', 'is not', null)
    .execute();
  if (mine.length === 0) return [];
  const all = (of: 'event' | 'endpoint') => [...new Set(mine.map((row) => row[of]))];
  const events = await kysely.selectFrom('webhook_events').selectAll().where('id', 'in', all('event')).execute();
  const owners = await kysely.selectFrom('webhook_endpoints').selectAll().where('id', 'in', all('endpoint')).execute();
  const eventBy = new Map(events.map((row) => [row.id, eventOf(row)]));
  const endpointBy = new Map(owners.map((row) => [row.id, endpointOf(row)]));
  return ids.flatMap((id) => {
    const row = mine.find((one) => one.id === id);
    const [event, endpoint] = row ? [eventBy.get(row.event), endpointBy.get(row.endpoint)] : [];
    // An endpoint may be removed in between.
    return row && event && endpoint ? [{ lease, delivery: deliveryOf(row), event, endpoint }] : [];
  });
}

const bodyOf = (kysely: Connection, event: string, version: string) =>
  kysely
    .selectFrom('webhook_bodies')
    .select('body')
    .where('event', '=', event)
    .where('version', '=', version)
    .executeTakeFirst();

async function changeEndpoint(
  { dialect }: OpenSql,
  transaction: Transaction<StoresTables>,
  id: string,
  { disabled, ...rest }: EndpointChanges,
  notice: StoredNotice | undefined,
): Promise<void> {
  const row = changesRow(disabled === null ? { ...rest, disabled } : rest);
  const endpoint = transaction.updateTable('webhook_endpoints').where('id', '=', id);
  if (Object.keys(row).length > 0) await endpoint.set(row).execute();
  const isNews = disabled ? await disable(transaction, id, disabled) : true;
  if (notice && isNews)
    await orIgnore(transaction.insertInto('webhook_notices').values(noticeRow(notice)), dialect).execute();
  const { pausedUntil } = rest;
  if (!disabled && pausedUntil)
    await waiting(transaction, id).set({ due_at: pausedUntil }).where('due_at', '<', pausedUntil).execute();
}

/** Whether the endpoint was enabled. */
async function disable(
  transaction: Transaction<StoresTables>,
  id: string,
  disabled: NonNullable<StoredEndpoint['disabled']>,
) {
  const { numUpdatedRows } = await transaction
    .updateTable('webhook_endpoints')
    .set({ disabled })
    .where('id', '=', id)
    .where('disabled', 'is', null)
    .executeTakeFirstOrThrow();
  await waiting(transaction, id)
    .set({ state: 'failed', due_at: null, reason: reasonOfDisabled(disabled) })
    .execute();
  return numUpdatedRows === 1n;
}

const waiting = (transaction: Transaction<StoresTables>, endpoint: string) =>
  transaction.updateTable('webhook_deliveries').where('endpoint', '=', endpoint).where('state', '=', 'pending');
