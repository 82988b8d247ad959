import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../edit/apply-edits.js';
import { editedLines } from './edited-lines.js';
import { offsetAfter, offsetBefore } from './compile-edited.js';

/** A text of letters that are all different, and edits that replace parts of it with digits. */
const edited = fc
  .array(
    fc.record({
      kept: fc.integer({ min: 1, max: 4 }),
      cut: fc.integer({ min: 0, max: 3 }),
      text: fc.stringMatching(/^\d{0,3}$/),
    }),
  )
  .map((pieces) => {
    let [text, code] = ['', 0x4e00];
    const letters = (count: number) => Array.from({ length: count }, () => String.fromCharCode(code++)).join('');
    const edits = pieces.map(({ kept, cut, text: replacement }) => {
      text += letters(kept);
      const start = text.length;
      text += letters(cut);
      return { start, end: text.length, text: replacement };
    });
    text += letters(2);
    return { text, edits, after: applyEdits(text, edits) };
  });

describe('offsets of edits', () => {
  it('lead from each letter that stays to itself, in both directions', () => {
    fc.assert(
      fc.property(edited, ({ text, edits, after }) => {
        for (const [offset, letter] of [...text].entries()) {
          const now = after.indexOf(letter);
          if (now < 0) continue;
          expect(offsetBefore(edits, now)).toBe(offset);
          if (!edits.some(({ start, end }) => start === offset && end === start))
            expect(offsetAfter(edits, offset)).toBe(now);
        }
      }),
    );
  });
});

describe('editedLines', () => {
  it('shows each changed line once, before and after', () => {
    const before = 'one\ntwo\nthree\nfour\n';
    const edits = [
      { start: 0, end: 3, text: '1' },
      { start: 9, end: 14, text: '4' },
      { start: 4, end: 5, text: 'T' },
    ];
    expect(editedLines({ before, edits })).toEqual([
      { line: 1, before: 'one', after: '1' },
      { line: 2, before: 'two', after: 'Two' },
      { line: 3, before: 'three\nfour', after: 't4four' },
    ]);
  });
});
