import { sendRequest } from '../../contract/send-request.js';

interface Page {
  readonly data: readonly { readonly id: number; readonly memo: string; readonly amount: number }[];
  readonly meta: { readonly nextCursor: string | null };
}

/** Every entry of the ledger, by ascending id. */
export async function readLedger(origin: string): Promise<Page['data']> {
  const entries: Page['data'][number][] = [];
  for (let cursor = ''; ; ) {
    const path = `/api/ledger/keyset?take=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
    const { status, text } = await sendRequest(origin, { method: 'GET', path, headers: {} });
    if (status !== 200) throw new Error(`The ledger could not be read: ${status} ${text}`);
    const { data, meta } = JSON.parse(text) as Page;
    entries.push(...data);
    if (meta.nextCursor === null) return entries;
    cursor = meta.nextCursor;
  }
}
