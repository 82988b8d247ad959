import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRecorded, recordValue } from './lock/recorded-value.js';
import { copyOf, differenceAt, sameValue, withoutMembers } from './same-value.js';

const value = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  maxDepth: 3,
  values: [fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.constant(Number.NaN)],
});

describe('two values', () => {
  it('are equal to their copies, which share nothing with them', () => {
    const inherited: unknown = JSON.parse('{ "__proto__": [] }');
    fc.assert(
      fc.property(value, (one) => sameValue(copyOf(one), one)),
      { examples: [[inherited]] },
    );
    const one = { at: new Date(0), list: [{ a: 1 }] };
    const copy = copyOf(one) as typeof one;
    copy.list[0]!.a = 2;
    copy.at.setTime(1);
    expect(one).toEqual({ at: new Date(0), list: [{ a: 1 }] });
  });

  it('differ at the first path where they do; an undefined member is an absent one', () => {
    expect(differenceAt({ a: [{ b: 1 }] }, { a: [{ b: 2 }] })).toEqual(['a', '0', 'b']);
    expect(differenceAt({ a: undefined }, {})).toBe(null);
    for (const name of ['__proto__', 'constructor'])
      expect(differenceAt(JSON.parse(`{ "${name}": {} }`), {})).toEqual([name]);
    expect(differenceAt(new Date(0), new Date(1))).toEqual([]);
  });

  it('are compared without members, also inside lists', () => {
    expect(withoutMembers([{ a: { b: 1, c: 2 } }], ['a.b'])).toEqual([{ a: { c: 2 } }]);
  });
});

describe('a recorded value', () => {
  it('is read back as what it was, through JSON', () => {
    const recorded = fc.anything({
      withBigInt: true,
      withDate: true,
      maxDepth: 3,
      key: fc.constantFrom('a', 'b', '$date', '$object'),
      values: [fc.string(), fc.integer(), fc.boolean(), fc.constant(null)],
    });
    fc.assert(
      fc.property(recorded, (one) => sameValue(readRecorded(JSON.parse(JSON.stringify(recordValue(one)))), one)),
    );
  });
});
