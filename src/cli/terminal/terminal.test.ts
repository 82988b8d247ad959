import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitColumns, shortenBeforeDot, shortenEnd, shortenStart } from './fit-columns.js';
import { makeProject } from '../../export/testing/temporary-project.js';
import { wrapText } from '../../text/wrap-text.js';
import { books } from '../release/testing/books.js';
import { capture } from '../testing/capture-io.js';

const column = fc.record({
  natural: fc.integer({ min: 1, max: 90 }),
  least: fc.integer({ min: 1, max: 40 }),
  drop: fc.integer({ min: 0, max: 5 }),
});
const columns = fc
  .array(column, { minLength: 1, maxLength: 8 })
  .map((list) => list.map((entry, index) => ({ ...entry, name: `c${index}` })));

describe('fitColumns', () => {
  it('never makes a line wider than the terminal, as long as one character a column fits', () => {
    fc.assert(
      fc.property(columns, fc.integer({ min: 24, max: 200 }), (list, available) => {
        const fitted = fitColumns(list, available, 2);
        const width = fitted.reduce((sum, entry) => sum + entry.width, 0) + 2 * Math.max(0, fitted.length - 1);
        expect(width).toBeLessThanOrEqual(Math.max(available, 0));
      }),
    );
  });

  it('leaves everything as it is where there is room', () => {
    fc.assert(
      fc.property(columns, (list) => {
        expect(fitColumns(list, 1000, 2)).toEqual(list.map(({ name, natural }) => ({ name, width: natural })));
      }),
    );
  });

  it('drops the column that gives way first, and shortens the widest', () => {
    const list = [
      { name: 'path', natural: 30, least: 10, drop: 0 },
      { name: 'handler', natural: 20, least: 10, drop: 1 },
      { name: 'source', natural: 20, least: 15, drop: 2 },
    ];
    expect(fitColumns(list, 34, 2)).toEqual([
      { name: 'path', width: 16 },
      { name: 'handler', width: 16 },
    ]);
  });
});

describe('shortening', () => {
  it('keeps the beginning, the end, or what follows the last dot', () => {
    expect(shortenEnd('UsersController', 8)).toBe('UsersCo…');
    expect(shortenStart('src/users/users-controller.ts:12', 12)).toBe('…oller.ts:12');
    expect(shortenBeforeDot('UsersV1Controller.list', 12)).toBe('UsersV….list');
    expect(shortenBeforeDot('A.aVeryLongHandlerName', 12)).toBe('A.aVeryLong…');
  });

  it('never passes the width, and leaves what fits alone', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme-composite', maxLength: 40 }),
        fc.integer({ min: 1, max: 40 }),
        (text, width) => {
          for (const shorten of [shortenEnd, shortenStart, shortenBeforeDot]) {
            const shortened = shorten(text, width);
            expect([...shortened].length).toBeLessThanOrEqual(width);
            if ([...text].length <= width) expect(shortened).toBe(text);
          }
        },
      ),
    );
  });
});

describe('wrapText', () => {
  it('breaks between words and indents every line', () => {
    expect(wrapText('one two three four', 12, '  ')).toEqual(['  one two', '  three four']);
    expect(wrapText('unbreakable-word-of-some-length and more', 12, '  ')).toEqual([
      '  unbreakable-word-of-some-length',
      '  and more',
    ]);
  });

  it('breaks a value in JSON after its commas', () => {
    expect(wrapText('such as {"name":"a","size":1,"tags":[]}', 20, '  ', '    ')).toEqual([
      '  such as',
      '    {"name":"a",',
      '    "size":1,',
      '    "tags":[]}',
    ]);
    expect(wrapText('{"a":1,"b":2} fits', 20, '')).toEqual(['{"a":1,"b":2} fits']);
  });
});

it('removes the line of progress before an error', async () => {
  const project = makeProject(books);
  const { stderr } = await capture(['release', '1'], { cwd: project.cwd, columns: 80 });
  project.remove();
  expect(stderr).toMatch(/ 0\/3 reads the service and tests its laws\r\u001b\[KVersion 1 is released already\./);
});
