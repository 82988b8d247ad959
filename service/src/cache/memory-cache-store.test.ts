import { describe, expect, it } from 'vitest';
import { CacheEntryTooLarge } from './cache-store.js';
import { describeCacheStore } from './cache-store.suite.js';
import { MemoryCacheStore } from './memory-cache-store.js';

let now = 1_000;
const open = (options = {}) => new MemoryCacheStore({ maxEntries: 100, maxBytes: 10_000, now: () => now, ...options });

describeCacheStore('memory', open, async (ms) => {
  now += ms;
});

describe('the in-process cache', () => {
  it('forgets the entry used least recently when it holds too many', async () => {
    const store = open({ maxEntries: 2 });
    await store.write('a', {}, 60);
    await store.write('b', {}, 60);
    await store.read('a');
    await store.write('c', {}, 60);
    expect(await store.read('b')).toBeNull();
    expect(await store.read('a')).not.toBeNull();
  });

  it('stays within its bytes', async () => {
    const store = open({ maxBytes: 1_000 });
    for (let id = 0; id < 50; id += 1) await store.write(`id${id}`, { text: 'x'.repeat(300) }, 60);
    const kept = await Promise.all(Array.from({ length: 50 }, (_, id) => store.read(`id${id}`)));
    expect(kept.filter((entry) => entry !== null)).toHaveLength(3);
  });

  it('refuses data that can never fit, and keeps what it had', async () => {
    const store = open({ maxBytes: 100 });
    await store.write('a', { small: true }, 60);
    await expect(store.write('a', { text: 'ü'.repeat(100) }, 60)).rejects.toBeInstanceOf(CacheEntryTooLarge);
    expect((await store.read('a'))?.data).toEqual({ small: true });
  });
});
