import type { Transaction } from 'kysely';
import type { EndpointChanges, StoredEndpoint, StoredNotice } from 'svckit/webhooks';
import { reasonOfDisabled } from '../../../src/webhooks/store/webhook-store.js';
import type { StoresTables } from './migrations/tables.js';
import type { OpenSql } from './open-sql.js';
import { orIgnore } from './upsert.js';
import { changesRow, noticeRow } from './webhook-rows.js';

/** Changes an endpoint, and the deliveries that wait for it, in a transaction. */
export async function changeEndpoint(
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
