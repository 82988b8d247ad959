import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConsumerKind, UsageCount } from '../../routing/table/usage.js';
import { MemoryUsageStore } from '../stores/memory-usage-store.js';
import { UsageCounter } from './usage-counter.js';

const noon = Date.UTC(2027, 1, 1, 12);
const day = 86_400_000;
const sumOf = (counts: readonly UsageCount[]) => counts.reduce((sum, { calls }) => sum + calls, 0);

describe('UsageCounter', () => {
  it('counts consumers beyond its limit together, and forgets who came on another day', () => {
    const counter = new UsageCounter({ consumers: 2, tallies: 100 });
    const route = counter.open('1', 'GET /users');
    const other = counter.open('2', 'GET /users');
    for (const name of ['a', 'b', 'c', 'd', 'a']) counter.count(route, 'caller', name, noon);
    counter.count(other, 'caller', 'b', noon);
    const shown = counter.take().map(({ version, kind, consumer, calls }) => [version, kind, consumer, calls]);
    expect(shown).toEqual([
      ['1', 'caller', 'a', 2],
      ['1', 'caller', 'b', 1],
      ['1', 'other', 'other', 2],
      ['2', 'caller', 'b', 1],
    ]);
    counter.count(route, 'caller', 'e', noon + day);
    expect(counter.take()).toMatchObject([{ kind: 'caller', consumer: 'e' }]);
  });

  it('keeps the deprecated members of those beyond the limit', () => {
    const counter = new UsageCounter({ consumers: 0, tallies: 100 });
    const route = counter.open('1', 'GET /users');
    counter.count(route, 'caller', 'a', noon);
    counter.countMember(route, 'caller', 'a', noon, 'query.page');
    expect(counter.take()).toMatchObject([{ kind: 'other', members: { 'query.page': 1 } }]);
  });

  it('takes names that no database stores', () => {
    const counter = new UsageCounter();
    const route = counter.open('1', 'GET /users');
    counter.count(route, 'custom', 'a\0b', noon);
    counter.count(route, 'custom', 'a?b', noon);
    counter.count(route, 'custom', `${'x'.repeat(300)}`, noon);
    counter.count(route, 'custom', '\ud800', noon);
    expect(counter.take().map(({ consumer, calls }) => [consumer, calls])).toEqual([
      ['a?b', 2],
      ['x'.repeat(200), 1],
      ['\ufffd', 1],
    ]);
  });

  it('loses and invents no call, whatever happens in which order', () => {
    const call = fc.record({
      kind: fc.constantFrom<ConsumerKind>('caller', 'key', 'address', 'custom'),
      consumer: fc.constantFrom('a', 'b', 'c', 'a\0', 'a?'),
      route: fc.nat(1),
      later: fc.constantFrom(0, 1, 1000, day),
      takes: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(call), fc.nat(4), fc.nat(6), (calls, consumers, tallies) => {
        const counter = new UsageCounter({ consumers, tallies });
        const store = new MemoryUsageStore();
        const routes = [counter.open('1', 'GET /a'), counter.open('2', 'GET /a')];
        let now = noon;
        let sequence = 0;
        const flush = () => {
          const counts = counter.take();
          const keys = counts.map((one) => [one.day, one.version, one.kind, one.consumer].join());
          expect(new Set(keys).size).toBe(keys.length);
          const batch = { writer: 'one', sequence: ++sequence, counts };
          store.add(batch);
          store.add(batch);
        };
        const expected = new Map<string, number>();
        for (const { kind, consumer, route, later, takes } of calls) {
          now += later;
          counter.count(routes[route]!, kind, consumer, now);
          const key = `${new Date(now).toISOString().slice(0, 10)} ${route + 1}`;
          expected.set(key, (expected.get(key) ?? 0) + 1);
          if (takes) flush();
        }
        flush();
        const { counts } = store.read({ byDay: true });
        expect(sumOf(counts)).toBe(calls.length);
        expect(counter.totals().reduce((sum, one) => sum + one.calls, 0)).toBe(calls.length);
        for (const [key, sum] of expected)
          expect(sumOf(counts.filter((one) => `${one.day} ${one.version}` === key))).toBe(sum);
        expect(sumOf(store.read({}).counts)).toBe(calls.length);
      }),
    );
  });
});
