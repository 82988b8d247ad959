import fc from 'fast-check';
import { anyCharacter } from '../../../test/any-character.js';

/** Any text, rich in what terminals, XML, Markdown and workflow commands give a meaning to. */
export const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 4 }),
      fc.constantFrom('\u001b[31m', '\u001b]0;title\u0007', '\u009b2J', '\u0000', '\u007f', '\r', '\n', '\r\n', '\t'),
      fc.constantFrom(
        '\u202e',
        '\u2066',
        '\u2069',
        '\u200e',
        '\u200f',
        '\u061c',
        '\u2028',
        '\u2029',
        '\u0085',
        '\ufffe',
        '\uffff',
      ),
      fc.constantFrom(
        'https://a.example/b',
        'www.a.example',
        'ada@a.example',
        '@ada',
        '#12',
        'a/b#12',
        'GH-12',
        'deadbeef1',
        '[a](b)',
        '&#64;',
        '~~',
        '$',
      ),
      fc.constantFrom('=1+1', "=cmd|'_/C_calc'!A0", '+1+1', '-1', '-a', '@SUM(A1)', '\uff1d1', ';', '\t=1'),
      fc.constantFrom(
        '::error::',
        '%0A',
        '%',
        ',',
        ':',
        '<b>',
        ']]>',
        '&amp;',
        '"',
        "'",
        '`',
        '|',
        '*',
        '\\',
        ' ',
        '/',
      ),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

/** Whether a text has a character that a terminal obeys, or that shows text in another order; line breaks and tabs are fine. */
export function steersTerminal(text: string): boolean {
  return /[^\P{Cc}\t\r\n]|\r(?!\n)|[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text);
}
