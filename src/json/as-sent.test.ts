import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asSent } from './as-sent.js';

const roundTrip = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null');

describe('a value as it is sent', () => {
  it('is what its JSON says', () => {
    const value = fc.anything({
      withDate: true,
      withMap: true,
      withSet: true,
      withBoxedValues: true,
      withNullPrototype: true,
      withSparseArray: true,
      withTypedArray: true,
      withUnicodeString: true,
    });
    fc.assert(fc.property(value, (one) => void expect(asSent(one)).toStrictEqual(roundTrip(one))));
  });

  it.each([
    ['a negative zero', { a: -0, list: [-0] }],
    ['what is not a number', [NaN, Infinity, -Infinity]],
    ['what JSON leaves out', { a: undefined, b: () => 1, c: Symbol('c'), d: [undefined, () => 1, Symbol('d')] }],
    ['nothing', undefined],
    ['a function', () => 1],
    ['an invalid date', { at: new Date(NaN) }],
    [
      'a value that says what it is',
      { a: { toJSON: () => ({ toJSON: () => 5, b: 1n === 1n }) }, b: { toJSON: () => undefined } },
    ],
    [
      'a toJSON that reads its name',
      { here: { toJSON: (name: string) => name }, list: [{ toJSON: (name: string) => name }] },
    ],
    ['a member called __proto__', JSON.parse('{ "__proto__": { "a": 1 }, "b": { "__proto__": 2 } }')],
    ['an inherited member', Object.create({ a: 1 })],
    ['a toJSON that is none', { toJSON: 5 }],
    ['half a surrogate pair', ['\ud800', { '\udfff': 1 }]],
  ])('%s', (_, value) => {
    expect(asSent(value)).toStrictEqual(roundTrip(value));
    expect(Object.is(asSent(value), -0)).toBe(false);
    expect(JSON.stringify(asSent(value))).toBe(JSON.stringify(roundTrip(value)));
  });

  it('is not there for what JSON cannot say', () => {
    const circle: { inner?: unknown } = {};
    circle.inner = circle;
    for (const value of [circle, { big: 1n }]) {
      expect(() => roundTrip(value)).toThrow();
      expect(() => asSent(value)).toThrow();
    }
  });
});
