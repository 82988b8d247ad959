import type { PageCursors } from '../database/page-cursors.js';
import type { LedgerPageResult, PageEdges, PageOrder } from './ledger-page.js';

const list = 'ledger/page';

export function readPageEdges(
  cursors: PageCursors,
  cursor: string | undefined,
  order: PageOrder,
): PageEdges | undefined {
  if (cursor === undefined) return undefined;
  const [first, last] = cursors.read(cursor, { list, order });
  return { first: first!, last: last! };
}

/** Both cursors stand for the page itself: which way they lead, the direction of the next request says. */
export function describePage(cursors: PageCursors, { entries, edges, more, back }: LedgerPageResult, order: PageOrder) {
  const cursor = edges && cursors.write({ list, order, positions: [edges.first, edges.last] });
  return {
    data: [...entries],
    meta: { nextCursor: more ? cursor : null, prevCursor: back ? cursor : null, hasMore: more },
  };
}
