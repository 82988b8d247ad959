import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../test/property-runs.js';
import { diffLines } from './line-diff.js';

const written = (before: string, after: string) =>
  diffLines(before, after).map((line) =>
    line.kind === 'same' ? ` ${line.after}` : `${line.kind === 'gone' ? '-' : '+'}${line.text}`,
  );

it('keeps the lines that both texts have, and names what is gone before what is new', () => {
  expect(written('{\n  "a": 1,\n  "b": 2\n}', '{\n  "a": 1,\n  "c": 3\n}')).toEqual([
    ' {',
    '   "a": 1,',
    '-  "b": 2',
    '+  "c": 3',
    ' }',
  ]);
});

it('takes a line that only got a comma for the same, and one that moved into an object for another', () => {
  expect(written('{\n  "a": 1,\n  "b": 2\n}', '{\n  "a": 1,\n  "b": 2,\n  "c": {\n    "a": 1\n  }\n}')).toEqual([
    ' {',
    '   "a": 1,',
    '   "b": 2,',
    '+  "c": {',
    '+    "a": 1',
    '+  }',
    ' }',
  ]);
});

it('holds both texts whole, in their order, whatever they are', () => {
  const text = fc
    .array(fc.constantFrom('a', '  a', 'a,', 'b', 'c', ''), { maxLength: 12 })
    .map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after);
      const side = (own: 'gone' | 'new', shared: 'before' | 'after') =>
        lines.flatMap((line) => (line.kind === 'same' ? [line[shared]] : line.kind === own ? [line.text] : []));
      expect(side('gone', 'before').join('\n')).toBe(before);
      expect(side('new', 'after').join('\n')).toBe(after);
    }),
    runs(100),
  );
});
