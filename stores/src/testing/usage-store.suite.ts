import type { UsageCount, UsageStore } from 'svckit';
import { describe, expect, it } from 'vitest';

const count = (changes: Partial<UsageCount>): UsageCount => ({
  version: '1',
  operation: 'GET /users',
  kind: 'caller',
  consumer: 'ada',
  day: '2027-02-01',
  calls: 1,
  refused: 0,
  first: 1000,
  last: 1000,
  members: {},
  ...changes,
});

/** What every usage store does; `open` makes an empty one. */
export function describeUsageStore(name: string, open: () => UsageStore | Promise<UsageStore>): void {
  describe(`usage in ${name}`, () => {
    it('is empty before the first call', async () => {
      expect(await (await open()).read({})).toEqual({ since: null, counts: [] });
    });

    it('adds up counts of one operation, consumer and day, whatever the order in which they arrive', async () => {
      const store = await open();
      await store.add({
        writer: 'a',
        sequence: 1,
        counts: [count({ calls: 3, refused: 1, first: 2000, last: 5000, members: { 'query.page': 2 } })],
      });
      await store.add({
        writer: 'b',
        sequence: 1,
        counts: [count({ calls: 4, first: 1000, last: 3000, members: { 'query.page': 1, 'body.old': 1 } })],
      });
      const sum = { calls: 7, refused: 1, first: 1000, last: 5000, members: { 'query.page': 3, 'body.old': 1 } };
      expect(await store.read({ byDay: true })).toEqual({ since: 1000, counts: [count(sum)] });
      expect(await store.read({})).toEqual({ since: 1000, counts: [count({ ...sum, day: null })] });
    });

    it('adds a batch once, however often its writer tries', async () => {
      const store = await open();
      const batch = { writer: 'a', sequence: 2, counts: [count({})] };
      await store.add(batch);
      await store.add(batch);
      await store.add({ ...batch, sequence: 1 });
      await store.add({ ...batch, sequence: 3 });
      expect((await store.read({})).counts).toEqual([count({ day: null, calls: 2 })]);
    });

    it('reads what a filter asks for', async () => {
      const store = await open();
      const others = [
        count({ version: '2' }),
        count({ version: null, operation: 'GET /health' }),
        count({ consumer: "o'hara — 日本" }),
        count({ kind: 'key', consumer: 'ada' }),
        count({ day: '2027-02-02', first: 5000, last: 6000 }),
      ];
      await store.add({ writer: 'a', sequence: 1, counts: [count({}), ...others] });
      const read = async (filter: Parameters<UsageStore['read']>[0]) => (await store.read(filter)).counts;
      expect(await read({ byDay: true })).toHaveLength(6);
      expect(await read({})).toHaveLength(5);
      expect(await read({ version: '2' })).toEqual([count({ version: '2', day: null })]);
      expect(await read({ operation: 'GET /health' })).toEqual([
        count({ version: null, operation: 'GET /health', day: null }),
      ]);
      expect(await read({ consumer: "o'hara — 日本", kind: 'caller' })).toHaveLength(1);
      expect(await read({ kind: 'key' })).toHaveLength(1);
      expect(await read({ since: '2027-02-02', byDay: true })).toEqual([others.at(-1)]);
      expect((await store.read({ since: '2028-01-01' })).since).toBe(1000);
    });

    it('takes many counts at once', async () => {
      const store = await open();
      const counts = Array.from({ length: 1_700 }, (_, index) => count({ consumer: `c${index}`, members: { m: 1 } }));
      await store.add({ writer: 'a', sequence: 1, counts });
      expect((await store.read({})).counts).toHaveLength(1_700);
    });
  });
}

/** Of the stores that remember which notices were claimed. */
export function describeClaims(name: string, open: () => UsageStore | Promise<UsageStore>): void {
  it(`usage in ${name} gives a notice to the first who claims it`, async () => {
    const store = await open();
    const claims = await Promise.all([1, 2, 3].map(() => store.claim!('sunset of 1 in 30 days')));
    expect(claims.toSorted()).toEqual([false, false, true]);
    expect(await store.claim!('sunset of 1 in 7 days')).toBe(true);
  });
}
