import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { deriveKey } from '../configuration/service-secret.js';
import { readCursor, signCursor } from './page-cursors.js';

const key = deriveKey('secret', 'cursor');

it('reads what it wrote, and stays short at the greatest ids', () => {
  const content = { list: 'ledger/page', order: 'desc', positions: [Number.MAX_SAFE_INTEGER, 1] } as const;
  const cursor = signCursor(key, content);
  expect(readCursor(key, cursor)).toEqual(content);
  expect(cursor).toMatch(/^[\w.-]{1,512}$/);
});

it('refuses a cursor that another key signed', () => {
  const cursor = signCursor(deriveKey('other', 'cursor'), { list: 'users', order: 'asc', positions: [1] });
  expect(readCursor(key, cursor)).toBeNull();
});

it('refuses a cursor with any one character changed', () => {
  const cursor = signCursor(key, { list: 'users', order: 'asc', positions: [12] });
  for (let index = 0; index < cursor.length; index += 1) {
    for (const letter of ['A', 'B', '_', '.', '=']) {
      const changed = cursor.slice(0, index) + letter + cursor.slice(index + 1);
      if (changed !== cursor) expect(readCursor(key, changed), changed).toBeNull();
    }
  }
});

it('refuses any other text', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => readCursor(key, text) === null));
  fc.assert(fc.property(fc.string(), (text) => readCursor(key, `${text}.${text}`) === null));
});
