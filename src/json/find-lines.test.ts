import fc from 'fast-check';
import { stringify } from 'yaml';
import { describe, expect, it } from 'vitest';
import { findLines } from './find-lines.js';

describe('findLines', () => {
  it('finds members and items in YAML, and the nearest value around what is missing', () => {
    const text = 'a:\n  "b":\n    - x\n    - y: 1\n      z: 2\n? c\n: {d: 3,\n   e: 4}\n';
    const at = (...tokens: string[]) => findLines(text, [tokens])[0];
    expect(at()).toBe(1);
    expect(at('a', 'b')).toBe(2);
    expect(at('a', 'b', '0')).toBe(3);
    expect(at('a', 'b', '1', 'z')).toBe(5);
    expect(at('c', 'e')).toBe(8);
    expect(at('c', 'nothing', 'below')).toBe(6);
    expect(at('nothing')).toBe(1);
  });

  it('does not take a mapping that is a name for a value', () => {
    expect(findLines('? {a: 1}\n: 2\na: 3\n', [['a']])).toEqual([3]);
  });

  it('finds every value of a JSON text whose lines are known', () => {
    const tree = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        fc.integer(),
        fc.string(),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(fc.string(), tie('any'), { maxKeys: 3 }),
      ),
    })).any;
    fc.assert(
      fc.property(fc.dictionary(fc.string(), tree, { minKeys: 1, maxKeys: 4 }), (value) => {
        const places = listPlaces(value);
        for (const text of [JSON.stringify(value, null, 2), JSON.stringify(value, null, '\t')]) {
          expect(findLines(text, places)).toEqual(places.map((tokens) => lineInJson(value, tokens)));
        }
      }),
    );
  });

  it('finds the same values in YAML as in its lines', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), fc.integer(), { minKeys: 1 }), (value) => {
        const keys = Object.keys(value);
        expect(
          findLines(
            stringify(value),
            keys.map((key) => [key]),
          ),
        ).toEqual(keys.map((_, index) => index + 1));
      }),
    );
  });

  it('has no line for a text that is no YAML', () => {
    expect(findLines('a: [1', [['a']])).toEqual([null]);
  });
});

function listPlaces(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [[]];
  return [[], ...Object.entries(value).flatMap(([key, item]) => listPlaces(item).map((tokens) => [key, ...tokens]))];
}

/** Indented JSON has each value on a line of its own: the line is the number of lines before it. */
function lineInJson(value: unknown, tokens: readonly string[]): number {
  const [token, ...rest] = tokens;
  if (token === undefined) return 1;
  const entries = Object.entries(value as object);
  const position = entries.findIndex(([key]) => key === token);
  const before = entries
    .slice(0, position)
    .reduce((sum, [, item]) => sum + JSON.stringify(item, null, 2).split('\n').length, 0);
  return before + 1 + lineInJson(entries[position]![1], rest);
}
