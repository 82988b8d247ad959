import type { Kysely } from 'kysely';
import type { TakenDelivery, TakeOrder } from 'svckit/webhooks';
import { chooseFairly } from '../../../src/webhooks/store/choose-fairly.js';
import type { StoresTables } from './migrations/tables.js';
import { deliveryOf, endpointOf, eventOf } from './webhook-rows.js';

/** How many due deliveries are looked at to choose among. */
const looksAt = 500;

/** The ids of the deliveries to take next, so that no endpoint waits for another one. */
export async function chooseDue(
  kysely: Kysely<StoresTables>,
  { now, limit, perEndpoint }: TakeOrder,
): Promise<readonly string[]> {
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
  return chooseFairly(found, { limit, roomOf }).map(({ id }) => id);
}

/** How many attempts of each endpoint run, and when the last one failed. */
async function runningAttempts(kysely: Kysely<StoresTables>, now: number) {
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

/** What a lease holds of some deliveries, in their order, each with its event and endpoint. */
export async function readTaken(
  kysely: Kysely<StoresTables>,
  ids: readonly string[],
  lease: string,
): Promise<readonly TakenDelivery[]> {
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
