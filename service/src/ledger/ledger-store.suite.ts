import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import type { Database } from '../database/database.js';
import { BalanceOutOfRange } from './balance-out-of-range.js';
import type { LedgerPageRequest } from './ledger-page.js';
import { LedgerStore } from './ledger-store.js';

const maximum = Number.MAX_SAFE_INTEGER;

/** What a ledger store promises on every database; the caller opens one that is empty. */
export function describeLedgerStore(databaseName: string, open: () => Promise<Database>): void {
  describe(`the ledger store on ${databaseName}`, () => {
    let database: Database;
    let store: LedgerStore;

    beforeAll(async () => {
      database = await open();
      store = new LedgerStore(database);
    });
    beforeEach(empty);
    afterAll(() => database?.onShutdown());

    async function empty() {
      await database.kysely.deleteFrom('ledger_entries').execute();
      await database.kysely.updateTable('ledger_totals').set({ entries: 0, balance: 0 }).execute();
    }

    async function fill(count: number): Promise<number[]> {
      const ids = [];
      for (let index = 1; index <= count; index += 1)
        ids.push((await store.create({ memo: `entry ${index}`, amount: index })).id);
      return ids;
    }

    async function recount(): Promise<{ rows: number; balance: bigint }> {
      const entries = await database.kysely.selectFrom('ledger_entries').select('amount').execute();
      return { rows: entries.length, balance: entries.reduce((sum, { amount }) => sum + BigInt(amount), 0n) };
    }

    it('creates, finds, lists and deletes entries, and keeps the balance of all', async () => {
      const [first, second] = [
        await store.create({ memo: 'in', amount: 70 }),
        await store.create({ memo: 'out', amount: -20 }),
      ];
      expect(await store.find(first.id)).toEqual({ id: first.id, memo: 'in', amount: 70 });
      expect(await store.list(1)).toEqual({ entries: [second], balance: 50 });
      expect(await store.delete(first.id)).toBe(true);
      expect(await store.delete(first.id)).toBe(false);
      expect(await store.find(first.id)).toBeNull();
      expect(await store.list(20)).toEqual({ entries: [second], balance: -20 });
    });

    it('lists nothing and a balance of zero while it is empty', async () => {
      expect(await store.list(20)).toEqual({ entries: [], balance: 0 });
      expect(await store.page({ take: 5, order: 'asc', direction: 'forward' })).toEqual({
        entries: [],
        edges: null,
        more: false,
        back: false,
      });
    });

    it('keeps zero, and the largest amounts, exactly', async () => {
      expect((await store.create({ memo: 'zero', amount: -0 })).amount).toBe(0);
      const largest = await store.create({ memo: 'largest', amount: maximum });
      expect(await store.find(largest.id)).toEqual({ id: largest.id, memo: 'largest', amount: maximum });
      await store.create({ memo: 'back', amount: -maximum });
      await store.create({ memo: 'below', amount: -maximum });
      expect((await store.list(1)).balance).toBe(-maximum);
    });

    it('never uses an id again, not even that of the latest entry', async () => {
      const [, latest] = await fill(2);
      await store.delete(latest!);
      expect((await store.create({ memo: 'next', amount: 1 })).id).toBeGreaterThan(latest!);
    });

    it.each([
      [maximum, 1],
      [-maximum, -1],
      [maximum, maximum],
    ])('with a balance of %i, refuses %i and writes nothing', async (balance, amount) => {
      await store.create({ memo: 'full', amount: balance });
      await expect(store.create({ memo: 'over', amount })).rejects.toThrow(BalanceOutOfRange);
      expect(await recount()).toEqual({ rows: 1, balance: BigInt(balance) });
      expect((await store.list(1)).balance).toBe(balance);
    });

    it('refuses to delete an entry when the rest would be out of range', async () => {
      await store.create({ memo: 'plus', amount: maximum });
      const minus = await store.create({ memo: 'minus', amount: -5 });
      await store.create({ memo: 'plus', amount: 5 });
      await expect(store.delete(minus.id)).rejects.toThrow(BalanceOutOfRange);
      expect(await store.find(minus.id)).toEqual(minus);
      expect((await store.list(1)).balance).toBe(maximum);
    });

    describe.each(['transfer', 'transferSync'] as const)('%s', (method) => {
      it('writes two entries that cancel out, and answers balance and count', async () => {
        await store.create({ memo: 'opening', amount: 10 });
        expect(await store[method]({ from: 'a', to: 'b', amount: 4 })).toEqual({ balance: 10, rows: 3 });
        const { entries } = await store.list(2);
        expect(entries.map(({ memo, amount }) => [memo, amount])).toEqual([
          ['b', 4],
          ['a', -4],
        ]);
      });

      it('writes nothing when something fails between the two entries', async () => {
        const failure = new Error('between');
        await expect(
          store[method]({ from: 'a', to: 'b', amount: 4 }, () => {
            throw failure;
          }),
        ).rejects.toBe(failure);
        expect(await recount()).toEqual({ rows: 0, balance: 0n });
        expect(await store[method]({ from: 'a', to: 'b', amount: maximum })).toEqual({ balance: 0, rows: 2 });
      });
    });

    it('keeps count and balance right while many write at once', async () => {
      const writes = Array.from({ length: 60 }, async (_, index): Promise<void> => {
        if (index % 4 === 0) await store.transfer({ from: 'a', to: 'b', amount: index + 1 });
        else if (index % 4 === 1) await store.transferSync({ from: 'a', to: 'b', amount: index + 1 });
        else if (index % 4 === 2) await store.create({ memo: 'entry', amount: index });
        else await store.delete((await store.create({ memo: 'short-lived', amount: index })).id);
      });
      await Promise.all(writes);
      const { rows, balance } = await recount();
      expect(BigInt((await store.list(1)).balance)).toBe(balance);
      expect(await store.transfer({ from: 'a', to: 'b', amount: 1 })).toEqual({
        balance: Number(balance),
        rows: rows + 2,
      });
    });

    it('lets one writer finish before the next gets an id', async () => {
      const done: string[] = [];
      let created: ReturnType<LedgerStore['create']> | undefined;
      await store.transfer({ from: 'a', to: 'b', amount: 1 }, async () => {
        created = store.create({ memo: 'later', amount: 1 });
        void created.then(() => done.push('create'));
        await new Promise((resolve) => setTimeout(resolve, 100));
        done.push('second leg');
      });
      const { id } = (await created)!;
      const { entries } = await store.list(3);
      expect(entries.map(({ memo }) => memo)).toEqual(['later', 'b', 'a']);
      expect(entries[0]!.id).toBe(id);
      expect(done).toEqual(['second leg', 'create']);
    });

    it('shows the last page first when it walks backward, each page in its order', async () => {
      const [a, b, c] = await fill(3);
      const last = await store.page({ take: 2, order: 'asc', direction: 'backward' });
      expect(last).toMatchObject({
        entries: [{ id: b }, { id: c }],
        edges: { first: b, last: c },
        more: true,
        back: false,
      });
      const first = await store.page({ take: 2, order: 'asc', direction: 'backward', edges: last.edges! });
      expect(first).toMatchObject({ entries: [{ id: a }], more: false, back: true });
    });

    it('finds the way back from an empty page', async () => {
      const ids = await fill(2);
      for (const order of ['asc', 'desc'] as const) {
        const page = await store.page({ take: 2, order, direction: 'forward' });
        const empty = await store.page({ take: 2, order, direction: 'forward', edges: page.edges! });
        expect(empty).toMatchObject({ entries: [], more: false, back: true });
        const again = await store.page({ take: 2, order, direction: 'backward', edges: empty.edges! });
        expect(again.entries).toEqual(page.entries);
        const before = await store.page({ take: 2, order, direction: 'backward', edges: page.edges! });
        expect(before).toMatchObject({ entries: [], more: false, back: true });
        expect((await store.page({ take: 2, order, direction: 'forward', edges: before.edges! })).entries).toEqual(
          page.entries,
        );
      }
      expect(ids).toHaveLength(2);
    });

    it('walks over every entry exactly once while others are added and removed, in every order and direction', async () => {
      const change = fc.record({ add: fc.nat(2), remove: fc.option(fc.nat(30), { nil: null }) });
      const walk = fc.record({
        count: fc.integer({ min: 0, max: 14 }),
        take: fc.integer({ min: 1, max: 5 }),
        order: fc.constantFrom('asc' as const, 'desc' as const),
        direction: fc.constantFrom('forward' as const, 'backward' as const),
        changes: fc.array(change, { maxLength: 8 }),
      });
      await fc.assert(
        fc.asyncProperty(walk, async ({ count, take, order, direction, changes }) => {
          await empty();
          const ids = await fill(count);
          const removed = new Set<number>();
          const added = new Set<number>();
          const pages: number[][] = [];
          let request: LedgerPageRequest = { take, order, direction };
          for (let more = true; more; ) {
            const page = await store.page(request);
            expect(page.entries.length).toBeLessThanOrEqual(take);
            pages.push(page.entries.map(({ id }) => id));
            const { add = 0, remove = null } = changes.shift() ?? {};
            for (let index = 0; index < add; index += 1)
              added.add((await store.create({ memo: 'added', amount: 1 })).id);
            const victim = remove === null ? undefined : ids[remove];
            if (victim !== undefined && (await store.delete(victim))) removed.add(victim);
            more = page.more;
            request = { ...request, edges: page.edges ?? undefined };
          }
          const seen = (direction === 'forward' ? pages : pages.toReversed()).flat();
          expect(new Set(seen).size).toBe(seen.length);
          expect(seen).toEqual(seen.toSorted((a, b) => (order === 'asc' ? a - b : b - a)));
          for (const id of ids) if (!removed.has(id)) expect(seen).toContain(id);
          for (const id of seen) expect(ids.includes(id) || added.has(id)).toBe(true);
        }),
        runs(10),
      );
    });
  });
}
