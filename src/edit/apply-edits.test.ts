import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from './apply-edits.js';
import { anyCharacter } from '../../test/any-character.js';

/** Pieces that stay, and what each piece between them becomes. */
const pieces = fc.array(
  fc.record({ kept: fc.string({ unit: anyCharacter }), old: fc.string({ unit: anyCharacter }), text: fc.string() }),
);

describe('applyEdits', () => {
  it('replaces the ranges and keeps every other unit, in whatever order the edits come', () => {
    fc.assert(
      fc.property(pieces, fc.infiniteStream(fc.nat()), (list, order) => {
        let text = '';
        const edits = list.map(({ kept, old, text: replacement }) => {
          const start = text.length + kept.length;
          text += kept + old;
          return { start, end: text.length, text: replacement };
        });
        const shuffled = edits
          .filter(({ start }, index) => edits.findIndex((other) => other.start === start) === index)
          .map((edit) => ({ edit, rank: order.next().value }))
          .toSorted((one, other) => one.rank - other.rank)
          .map(({ edit }) => edit);
        const isWhole = shuffled.length === edits.length;
        const expected = list.map(({ kept, text: replacement }) => kept + replacement).join('');
        if (isWhole) expect(applyEdits(text, shuffled)).toBe(expected);
        expect(applyEdits(text, edits)).toBe(expected);
      }),
    );
  });

  it('refuses edits that overlap', () => {
    expect(() =>
      applyEdits('abc', [
        { start: 0, end: 2, text: '' },
        { start: 1, end: 3, text: '' },
      ]),
    ).toThrow(RangeError);
    expect(() => applyEdits('abc', [{ start: 2, end: 4, text: '' }])).toThrow(RangeError);
  });
});
