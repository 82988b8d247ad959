import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeCsv } from './csv.js';
import { anyText } from './testing/any-text.js';

describe('CSV', () => {
  const cell = (text: string) => writeCsv([[text]]).slice(0, -2);

  it.each([
    ["=cmd|'_/C_calc'!A0", "'=cmd|'_/C_calc'!A0"],
    ['+1+1', "'+1+1"],
    ['-1+1', "'-1+1"],
    ['-', "'-"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "' =1"],
    ['\ta', ' a'],
    ['\r\n=1', "' =1"],
    ['  =1', "'  =1"],
    ['"=1"', `"'""=1"""`],
    [`'=1`, "''=1"],
    ['\u00a0=1', "'\u00a0=1"],
    ['\uff1d1', "'\uff1d1"],
    ['\uff0b1', "'\uff0b1"],
    ['\uff0d1', "'\uff0d1"],
    ['\uff20a', "'\uff20a"],
    ['a;=1', "a;'=1"],
    ['a,=1', `"a,'=1"`],
    ['a\n=1', 'a =1'],
  ])('has nothing that a spreadsheet would run for %j', (text, expected) => {
    expect(cell(text)).toBe(expected);
  });

  it.each(['-5', '-0.5', '5', '1e3', 'a=1', 'a-b', 'a@b.example', '/a/{b}', '2026-11-21', '', '1;-2'])(
    'leaves %j as it is',
    (text) => {
      expect(cell(text)).toBe(text);
    },
  );

  it('keeps numbers', () => {
    expect(writeCsv([[-5, 0, -1.5, null]])).toBe('-5,0,-1.5,\r\n');
  });

  it('is neutral for every text, whatever separates the cells', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const written = cell(text);
        const read = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
        for (const part of read.split(/[;,\t\r\n]/))
          if (!/^-?\d+(?:\.\d+)?$/.test(part)) expect(part).not.toMatch(/^[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/);
      }),
    );
  });
});
