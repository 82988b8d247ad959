import { expect, test } from 'vitest';
import { NotesStore } from './notes-store.js';

test('notes are kept in their order, with a number and a time', () => {
  const store = new NotesStore({ limit: 10, now: () => 0 });
  expect(store.add('first')).toEqual({ id: 1, text: 'first', createdAt: '1970-01-01T00:00:00.000Z' });
  store.add('second');
  expect(store.list().map(({ text }) => text)).toEqual(['first', 'second']);
});

test('beyond the limit the oldest notes are forgotten, and no number is used twice', () => {
  const store = new NotesStore({ limit: 2, now: Date.now });
  for (const text of ['a', 'b', 'c']) store.add(text);
  expect(store.list().map(({ id, text }) => [id, text])).toEqual([
    [2, 'b'],
    [3, 'c'],
  ]);
});
