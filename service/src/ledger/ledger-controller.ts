import { HttpError, ApiDoc, Controller, Delete, Get, Idempotent, inject, type Input, ndjson, Post } from 'svckit';
import { setLocation } from '../created.js';
import { PageCursors } from '../database/page-cursors.js';
import type { LedgerPageResult, PageEdges, PageOrder } from './ledger-page.js';
import * as routes from './ledger-schemas.js';
import { LedgerStore } from './ledger-store.js';
import { entryCreated } from '../webhooks/events.js';
import { ServiceEvents } from '../webhooks/service-events.js';

function unknownEntry(id: number): HttpError {
  return new HttpError(404, `Unknown ledger entry ${id}.`, { code: 'ledger-entry-not-found' });
}

function failedTransfer(): HttpError {
  return new HttpError(409, 'The transfer failed between its two entries, as `fail` requested. Nothing was written.', {
    code: 'transfer-failed',
  });
}

const list = 'ledger/page';

function readPageEdges(cursors: PageCursors, cursor: string | undefined, order: PageOrder): PageEdges | undefined {
  if (cursor === undefined) return undefined;
  const [first, last] = cursors.read(cursor, { list, order });
  return { first: first!, last: last! };
}

/** Both cursors identify the page itself; the direction of the next request decides which way they lead. */
function describePage(cursors: PageCursors, { entries, edges, more, back }: LedgerPageResult, order: PageOrder) {
  const cursor = edges && cursors.write({ list, order, positions: [edges.first, edges.last] });
  return {
    data: [...entries],
    meta: { nextCursor: more ? cursor : null, prevCursor: back ? cursor : null, hasMore: more },
  };
}

const keysetWalk = { list: 'ledger/keyset', order: 'asc' } as const;

@ApiDoc({ tags: ['Ledger'] })
@Controller('ledger')
export class LedgerController {
  readonly #ledger = inject(LedgerStore);
  readonly #cursors = inject(PageCursors);
  readonly #events = inject(ServiceEvents);

  @ApiDoc({ summary: 'List entries', description: 'The latest entries, and the balance of all.' })
  @Get('', routes.list)
  async list({ query }: Input<typeof routes.list>) {
    const { entries, balance } = await this.#ledger.list(query.limit);
    return { entries: [...entries], balance };
  }

  @ApiDoc({
    summary: 'Create an entry',
    description: 'A balance that a number cannot represent exactly is rejected with 400.',
  })
  @Idempotent()
  @Post('', routes.create)
  async create({ body, req, res }: Input<typeof routes.create>) {
    const entry = await this.#ledger.create(body, (one, transaction) =>
      this.#events.publish(entryCreated, one, transaction),
    );
    setLocation({ req, res }, String(entry.id));
    return entry;
  }

  @ApiDoc({
    summary: 'Walk through entries page by page',
    description:
      'Pages are cut by id, not by count: inserts and deletes elsewhere do not shift them. A cursor belongs to one order.',
  })
  @Get('page', routes.page)
  async page({ query: { take, order, direction, cursor } }: Input<typeof routes.page>) {
    const edges = readPageEdges(this.#cursors, cursor, order);
    return describePage(this.#cursors, await this.#ledger.page({ take, order, direction, edges }), order);
  }

  @ApiDoc({
    summary: 'Walk through entries by ascending id',
    description: 'The plain form of the page walk: one order, one direction.',
  })
  @Get('keyset', routes.keyset)
  async keyset({ query: { take = 20, cursor } }: Input<typeof routes.keyset>) {
    const [last] = cursor === undefined ? [] : this.#cursors.read(cursor, keysetWalk);
    const edges = last === undefined ? undefined : { first: last, last };
    const { entries, more } = await this.#ledger.page({ take, order: 'asc', direction: 'forward', edges });
    const nextCursor = more ? this.#cursors.write({ ...keysetWalk, positions: [entries.at(-1)!.id] }) : null;
    return { data: [...entries], meta: { nextCursor, hasMore: more } };
  }

  @ApiDoc({
    summary: 'Export all entries',
    description:
      'One entry a line, by ascending id, read while they are sent. A connection that is cut means a part is missing.',
  })
  @Get('export', routes.exported)
  exportAll() {
    return ndjson(this.#ledger.all());
  }

  @ApiDoc({ summary: 'Transfer', description: 'Writes an entry for `from` and one for `to`, both or neither.' })
  @Idempotent()
  @Post('transfer', routes.transfer)
  async transfer({ body, req, res }: Input<typeof routes.transfer>) {
    const result = await this.#ledger.transfer(body, () => failWhenAsked(body));
    setLocation({ req, res }, '..');
    return result;
  }

  @ApiDoc({
    summary: 'Transfer in one synchronous transaction',
    description: 'The same as transfer; on SQLite nothing else runs at the same time.',
  })
  @Idempotent()
  @Post('transfer-sync', routes.transfer)
  async transferSync({ body, req, res }: Input<typeof routes.transfer>) {
    const result = await this.#ledger.transferSync(body, () => failWhenAsked(body));
    setLocation({ req, res }, '..');
    return result;
  }

  @ApiDoc({ summary: 'Read an entry', description: 'One entry by id.' })
  @Get(':id', routes.one)
  async one({ params: { id } }: Input<typeof routes.one>) {
    const entry = await this.#ledger.find(id);
    if (!entry) throw unknownEntry(id);
    return entry;
  }

  @ApiDoc({ summary: 'Delete an entry', description: 'Subtracts its amount from the balance.' })
  @Delete(':id', routes.remove)
  async remove({ params: { id } }: Input<typeof routes.remove>) {
    const deleted = await this.#ledger.delete(id);
    if (!deleted) throw unknownEntry(id);
    return { deleted: true as const };
  }
}

function failWhenAsked({ fail }: { readonly fail: boolean }): void {
  if (fail) throw failedTransfer();
}
