import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../database/database-schema.js';
import type { LedgerEntry } from './ledger-schemas.js';

export type PageOrder = 'asc' | 'desc';

/** The bounds of a page in its order: earlier entries come before `first`, later ones after `last`. */
export interface PageEdges {
  readonly first: number;
  readonly last: number;
}

export interface LedgerPageRequest {
  readonly take: number;
  readonly order: PageOrder;
  /** forward: entries after the edges. backward: entries before them, in the same order. */
  readonly direction: 'forward' | 'backward';
  /** Without it: the first page, or the last when going backward. */
  readonly edges?: PageEdges | undefined;
}

export interface LedgerPageResult {
  readonly entries: readonly LedgerEntry[];
  readonly edges: PageEdges | null;
  /** Whether there is more in the direction of the request. */
  readonly more: boolean;
  /** Whether there is anything in the other direction. */
  readonly back: boolean;
}

/** Reads one page by comparing ids, so that inserts and deletes elsewhere do not shift it. */
export async function readLedgerPage(
  kysely: Kysely<DatabaseSchema>,
  request: LedgerPageRequest,
): Promise<LedgerPageResult> {
  const { take, order, direction } = request;
  const backward = direction === 'backward';
  const rows = await selectBeyond(kysely, request, direction, take + 1);
  const entries = backward ? rows.slice(0, take).toReversed() : rows.slice(0, take);
  const edges = edgesOf(entries) ?? edgesOfNothing(request);
  const opposite = backward ? 'forward' : 'backward';
  const back = edges !== null && (await selectBeyond(kysely, { order, edges }, opposite, 1)).length > 0;
  return { entries, edges, more: rows.length > take, back };
}

function selectBeyond(
  kysely: Kysely<DatabaseSchema>,
  { order, edges }: Pick<LedgerPageRequest, 'order' | 'edges'>,
  direction: LedgerPageRequest['direction'],
  limit: number,
): Promise<LedgerEntry[]> {
  const ascending = (order === 'asc') === (direction === 'forward');
  const query = kysely
    .selectFrom('ledger_entries')
    .selectAll()
    .orderBy('id', ascending ? 'asc' : 'desc')
    .limit(limit);
  if (!edges) return query.execute();
  return query.where('id', ascending ? '>' : '<', direction === 'forward' ? edges.last : edges.first).execute();
}

function edgesOf(entries: readonly LedgerEntry[]): PageEdges | null {
  const [first, last] = [entries[0], entries.at(-1)];
  return first && last ? { first: first.id, last: last.id } : null;
}

/** An empty page lies next to the page it was requested from, so that its cursors still lead back. */
function edgesOfNothing({ edges, order, direction }: LedgerPageRequest): PageEdges | null {
  if (!edges) return null;
  const step = order === 'asc' ? 1 : -1;
  return direction === 'forward'
    ? { first: edges.last + step, last: edges.last }
    : { first: edges.first, last: edges.first - step };
}
