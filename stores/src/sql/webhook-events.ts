import type { Kysely } from 'kysely';
import type { StoredEvent } from 'svckit/webhooks';
import { newId } from '../../../src/webhooks/store/new-id.js';
import { everySubject } from '../../../src/webhooks/store/webhook-store.js';
import type { StoresTables } from './migrations/tables.js';
import { endpointOf } from './webhook-rows.js';

const rowsAtOnce = 500;

/** Throws a TypeError for anything but a transaction of Kysely. */
export function requireTransaction(given: unknown): Kysely<StoresTables> {
  if ((given as Partial<Kysely<StoresTables>> | null)?.isTransaction === true) return given as Kysely<StoresTables>;
  throw new TypeError(
    'publish(): in is not a transaction of Kysely. Pass what kysely.transaction().execute((transaction) => …) gives.',
  );
}

/** Adds an event with a delivery for each endpoint that receives it, or for one; returns how many. */
export async function publishEvent(
  connection: Kysely<StoresTables>,
  event: StoredEvent,
  only: string | undefined,
): Promise<number> {
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

/** Removes what ended before a time: deliveries, notices, and events that no delivery needs. */
export async function clearWebhooks(kysely: Kysely<StoresTables>, before: number): Promise<void> {
  await kysely
    .deleteFrom('webhook_deliveries')
    .where('due_at', 'is', null)
    .where(({ fn }) => fn.coalesce('attempted_at', 'created_at'), '<', before)
    .execute();
  await kysely.deleteFrom('webhook_notices').where('held_until', 'is', null).where('created_at', '<', before).execute();
  const unused = await kysely
    .selectFrom('webhook_events as event')
    .select('event.id')
    .where('event.created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('webhook_deliveries').select('id').whereRef('webhook_deliveries.event', '=', 'event.id'))),
    )
    .limit(rowsAtOnce)
    .execute();
  const ids = unused.map(({ id }) => id);
  if (ids.length === 0) return;
  await kysely.deleteFrom('webhook_bodies').where('event', 'in', ids).execute();
  await kysely.deleteFrom('webhook_events').where('id', 'in', ids).execute();
}
