import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ThrottleStore } from 'svckit';

const roundUp = ({ count, resetSeconds }: { readonly count: number; readonly resetSeconds: number }) => ({
  count,
  resetSeconds: Math.ceil(resetSeconds),
});

/** The suite that every throttle store passes; `wait` lets the store's time go by. */
export function describeThrottleStore(
  name: string,
  open: () => ThrottleStore,
  wait: (ms: number) => Promise<unknown> = sleep,
): void {
  describe(`${name} as a throttle store`, () => {
    it('counts the hits of a window and says when it resets', async () => {
      const store = open();
      expect(roundUp(await store.hit('count', 60))).toEqual({ count: 1, resetSeconds: 60 });
      expect(roundUp(await store.hit('count', 60))).toEqual({ count: 2, resetSeconds: 60 });
      expect((await store.hit('count', 60)).count).toBe(3);
    });

    it('counts each key for itself', async () => {
      const store = open();
      await store.hit('mine', 60);
      await store.hit('mine', 60);
      expect((await store.hit('yours', 60)).count).toBe(1);
    });

    it('begins a new window when the old one is over, however often it was hit', async () => {
      const store = open();
      await store.hit('window', 1);
      await wait(600);
      expect(roundUp(await store.hit('window', 1))).toEqual({ count: 2, resetSeconds: 1 });
      await wait(600);
      expect(roundUp(await store.hit('window', 1))).toEqual({ count: 1, resetSeconds: 1 });
    });

    it('misses none of many hits at once', async () => {
      const store = open();
      const counts = await Promise.all(Array.from({ length: 100 }, async () => (await store.hit('many', 60)).count));
      expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    });

    it.each(['GET /a|203.0.113.7', 'ünï', '__proto__', "'; drop table throttle_hits; --"])(
      'takes %j as a key like any other',
      async (key) => {
        const store = open();
        expect((await store.hit(key, 60)).count).toBe(1);
        expect((await store.hit(key, 60)).count).toBe(2);
      },
    );
  });
}
