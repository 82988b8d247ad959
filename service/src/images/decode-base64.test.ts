import { assert, constantFrom, property, string, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBase64, isBase64 } from './decode-base64.js';

test('all bytes survive base64', () => {
  assert(
    property(uint8Array({ minLength: 1 }), (bytes) => {
      const text = Buffer.from(bytes).toString('base64');
      expect(isBase64(text)).toBe(true);
      expect(Uint8Array.from(decodeBase64(text))).toEqual(bytes);
    }),
  );
});

test('only the one encoding of some bytes is base64', () => {
  assert(
    property(string({ unit: constantFrom(...'aQgA=+/9 -'), maxLength: 9 }), (text) => {
      expect(isBase64(text)).toBe(text !== '' && Buffer.from(text, 'base64').toString('base64') === text);
    }),
  );
});

test.each([
  '',
  'a',
  'ab',
  'abc',
  'aGVsbG8',
  'aGVsbG8==',
  'aGVsbG9=',
  '====',
  'aGVs bG8=',
  'aGVs\nbG8=',
  '-_-_',
  'data:image/png;base64,aGVsbG8=',
  'aGVsbG8=aGVsbG8=',
  'ä===',
])('%j is no base64', (text) => expect(isBase64(text)).toBe(false));

test('a megabyte is checked without overflowing the stack', () => {
  expect(isBase64('A'.repeat(1_048_576))).toBe(true);
});
