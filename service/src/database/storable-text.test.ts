import { expect, it } from 'vitest';
import { storableText } from './storable-text.js';

it('takes text of the given length', () => {
  const text = storableText(1, 3);
  expect(['a', 'äöü', '😀'].map((value) => text.safeParse(value).success)).toEqual([true, true, true]);
  expect(['', 'abcd'].map((value) => text.safeParse(value).success)).toEqual([false, false]);
});

it.each(['a\0', '\ud800', 'a\udc00b'])('refuses %j, which a database would refuse or change', (value) => {
  expect(storableText(1).safeParse(value).success).toBe(false);
});
