import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { CacheStore } from './cache-store.js';

/** The suite that every cache store passes; `wait` lets the store's time go by. */
export function describeCacheStore(
  name: string,
  open: () => CacheStore,
  wait: (ms: number) => Promise<unknown> = sleep,
): void {
  describe(`${name} as a cache store`, () => {
    it('returns nothing for an id that was never stored', async () => {
      expect(await open().read('nobody')).toBeNull();
    });

    it('gives back what was stored, with the seconds it has left', async () => {
      const store = open();
      await store.write('a', { cart: [1, 'two', { three: null }] }, 60);
      expect(await store.read('a')).toMatchObject({ data: { cart: [1, 'two', { three: null }] }, ttl: 60 });
    });

    it('gives out copies, so that a reader cannot change what is stored', async () => {
      const store = open();
      const data = { items: ['pen'] };
      await store.write('copies', data, 60);
      data.items.push('mine');
      const first = await store.read('copies');
      (first!.data['items'] as string[]).push('theirs');
      expect((await store.read('copies'))?.data).toEqual({ items: ['pen'] });
    });

    it('counts stores and reads as visits', async () => {
      const store = open();
      expect(await store.write('v', {}, 60)).toEqual({ visits: 1 });
      expect((await store.read('v'))?.visits).toBe(2);
      expect((await store.read('v'))?.visits).toBe(3);
      expect(await store.write('v', {}, 60)).toEqual({ visits: 4 });
    });

    it('counts every one of many concurrent reads', async () => {
      const store = open();
      await store.write('many', {}, 60);
      await Promise.all(Array.from({ length: 50 }, () => store.read('many')));
      expect((await store.read('many'))?.visits).toBe(52);
    });

    it('forgets an entry when its time is over, and counts anew', async () => {
      const store = open();
      await store.write('short', { a: 1 }, 1);
      await wait(1_100);
      expect(await store.read('short')).toBeNull();
      expect(await store.remove('short')).toBe(false);
      expect(await store.write('short', {}, 60)).toEqual({ visits: 1 });
    });

    it('does not live longer for being read, but does for being stored again', async () => {
      const store = open();
      await store.write('read', {}, 1);
      await store.write('stored', {}, 1);
      await wait(600);
      await store.read('read');
      await store.write('stored', { again: true }, 60);
      await wait(600);
      expect(await store.read('read')).toBeNull();
      expect(await store.read('stored')).toMatchObject({ data: { again: true }, ttl: 60 });
    });

    it('says whether there was something to remove', async () => {
      const store = open();
      await store.write('gone', {}, 60);
      expect(await store.remove('gone')).toBe(true);
      expect(await store.remove('gone')).toBe(false);
      expect(await store.read('gone')).toBeNull();
    });

    it.each(['ünï cödé 🚀', 'a/b', '*', '__proto__', 'constructor', 'x\u0000y', 'a:b'])(
      'takes %j as an id like any other',
      async (id) => {
        const store = open();
        await store.write(id, { id }, 60);
        expect((await store.read(id))?.data).toEqual({ id });
        expect(await store.remove(id)).toBe(true);
      },
    );

    it('answers its check', async () => {
      await expect(open().check()).resolves.toBeUndefined();
    });
  });
}
