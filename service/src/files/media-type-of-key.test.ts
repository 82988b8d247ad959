import { expect, test } from 'vitest';
import { mediaTypeOfKey } from './media-type-of-key.js';

test('a key has the media type of its extension, whatever its case', () => {
  expect(mediaTypeOfKey('a/b.TXT')).toBe('text/plain; charset=utf-8');
  expect(mediaTypeOfKey('a.b.png')).toBe('image/png');
});

test('a key without a known extension is a stream of bytes', () => {
  for (const key of ['a', 'a.png/b', 'a.constructor', 'a.__proto__', 'a.unknown']) {
    expect(mediaTypeOfKey(key)).toBe('application/octet-stream');
  }
});
