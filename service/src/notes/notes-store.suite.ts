import { describe, expect, it } from 'vitest';
import { MemoryNotesStore, type NotesOptions, type NotesStore } from './notes-store.js';

/** What every store of notes does; `open` makes an empty one. */
export function describeNotesStore(
  name: string,
  open: (options: NotesOptions) => NotesStore | Promise<NotesStore>,
): void {
  describe(`notes in ${name}`, () => {
    it('are kept in their order, with a number and a time', async () => {
      const store = await open({ limit: 10, now: () => 0 });
      const first = await store.add('first — 日本');
      expect(first).toEqual({ id: first.id, text: 'first — 日本', createdAt: '1970-01-01T00:00:00.000Z' });
      const second = await store.add('second');
      expect(second.id).toBeGreaterThan(first.id);
      expect(await store.list()).toEqual([first, second]);
    });

    it('are kept with what belongs to them, or neither', async () => {
      const store = await open({ limit: 10, now: Date.now });
      const calls: unknown[] = [];
      const kept = await store.add('kept', async (note, transaction) => void calls.push(note, transaction === null));
      expect(calls).toEqual([kept, store instanceof MemoryNotesStore]);
      const refused = async () => {
        throw new Error('no event');
      };
      await expect(store.add('lost', refused)).rejects.toThrow('no event');
      expect(await store.list()).toEqual([kept]);
    });

    it('beyond the limit the oldest are forgotten, and no number is used twice', async () => {
      const store = await open({ limit: 2, now: Date.now });
      const ids: number[] = [];
      for (const text of ['a', 'b', 'c', 'd']) ids.push((await store.add(text)).id);
      expect(new Set(ids).size).toBe(4);
      expect((await store.list()).map(({ id, text }) => [id, text])).toEqual([
        [ids[2], 'c'],
        [ids[3], 'd'],
      ]);
    });
  });
}
