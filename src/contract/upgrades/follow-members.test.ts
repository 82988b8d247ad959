import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import type { Json } from '../../json/json.js';
import { followMembers } from './follow-members.js';

const names = ['a', 'b', 'c', 'd', 'e'] as const;

/** Where each member of the older shape is in the newer one. */
const places = fc.record(
  Object.fromEntries(
    names.map((name) => [name, fc.constantFrom([name], [`${name}2`], ['inner', name], ['inner', `${name}2`])]),
  ),
);

function put(target: Record<string, Json>, [head = '', ...rest]: readonly string[], value: Json): void {
  if (rest.length === 0) target[head] = value;
  else put((target[head] ??= {}) as Record<string, Json>, rest, value);
}

describe('followMembers', () => {
  it('finds where each member went, whatever the change is written as', () => {
    fc.assert(
      fc.property(places, fc.integer({ min: 2, max: 6 }), (where, count) => {
        const pairs = Array.from({ length: count }, (_, round) => {
          const older = Object.fromEntries(names.map((name) => [name, `${name} ${round}`]));
          const newer: Record<string, Json> = {};
          for (const [name, path] of Object.entries(where)) put(newer, path, older[name]!);
          return { older, newer };
        });
        const { moved, altered } = followMembers(pairs);
        const expected = names.filter((name) => where[name]!.join('.') !== name).map((name) => [[name], where[name]]);
        expect(moved.map(({ older, newer }) => [older, newer]).toSorted()).toEqual(expected.toSorted());
        expect(altered).toEqual([]);
      }),
      runs(60),
    );
  });

  it('claims nothing where two newer members have the value, or where a value never varies', () => {
    const twice = [1, 2].map((one) => ({ older: { a: one }, newer: { b: one, c: one } }));
    expect(followMembers(twice).moved).toEqual([]);
    const constant = ['x', 'y'].map((other) => ({ older: { kind: 'book', other }, newer: { type: 'book', other } }));
    expect(followMembers(constant).moved).toEqual([]);
  });

  it('says which members have another value under the same name', () => {
    const pairs = [1, 2.5].map((price) => ({
      older: { price, at: { x: price } },
      newer: { price: price * 100, at: { x: -price } },
    }));
    expect(followMembers(pairs)).toEqual({ moved: [], altered: [['price'], ['at', 'x']] });
    expect(followMembers([{ older: 1, newer: { amount: 1 } }])).toEqual({ moved: [], altered: [[]] });
  });

  it('moves what is in an object with it', () => {
    const pairs = [1, 2].map((x) => ({ older: { at: { x, y: -x } }, newer: { place: { x, y: -x } } }));
    expect(followMembers(pairs).moved).toEqual([{ older: ['at'], newer: ['place'] }]);
  });
});
