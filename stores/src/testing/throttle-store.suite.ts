import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ThrottleStore } from 'svckit';
import type { AttemptStore } from '../attempt-store.js';

const roundUp = ({ count, resetSeconds }: { readonly count: number; readonly resetSeconds: number }) => ({
  count,
  resetSeconds: Math.ceil(resetSeconds),
});

/** The suite that every throttle store passes; `wait` advances the store's time. */
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

    it('counts each key separately', async () => {
      const store = open();
      await store.hit('mine', 60);
      await store.hit('mine', 60);
      expect((await store.hit('yours', 60)).count).toBe(1);
    });

    it('begins a new window when the old one ends, however often it was hit', async () => {
      const store = open();
      await store.hit('window', 1);
      await wait(600);
      expect(roundUp(await store.hit('window', 1))).toEqual({ count: 2, resetSeconds: 1 });
      await wait(600);
      expect(roundUp(await store.hit('window', 1))).toEqual({ count: 1, resetSeconds: 1 });
    });

    it('counts every one of many concurrent hits', async () => {
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

/** The suite that a throttle store for attempts passes as well. */
export function describeAttemptStore(
  name: string,
  open: () => AttemptStore,
  wait: (ms: number) => Promise<unknown> = sleep,
): void {
  describeThrottleStore(name, open, wait);

  describe(`${name} as a store of attempts`, () => {
    it('reads without counting, and finds nothing where no window is open', async () => {
      const store = open();
      expect(await store.read('read')).toEqual({ count: 0, resetSeconds: 0 });
      await store.hit('read', 60);
      expect(roundUp(await store.read('read'))).toEqual({ count: 1, resetSeconds: 60 });
      expect((await store.hit('read', 60)).count).toBe(2);
    });

    it('takes a hit back and keeps the end of the window', async () => {
      const store = open();
      await store.hit('back', 60);
      await store.hit('back', 60);
      await store.takeBack('back');
      expect(roundUp(await store.read('back'))).toEqual({ count: 1, resetSeconds: 60 });
      expect((await store.hit('back', 60)).count).toBe(2);
    });

    it('takes nothing back when nothing is counted', async () => {
      const store = open();
      await store.takeBack('nothing');
      await store.hit('nothing', 60);
      await store.takeBack('nothing');
      await store.takeBack('nothing');
      expect(roundUp(await store.hit('nothing', 60))).toEqual({ count: 1, resetSeconds: 60 });
    });

    it('forgets the hits when the window ends, and takes nothing back afterwards', async () => {
      const store = open();
      await store.hit('over', 1);
      await wait(1_100);
      expect(await store.read('over')).toEqual({ count: 0, resetSeconds: 0 });
      await store.takeBack('over');
      expect((await store.hit('over', 60)).count).toBe(1);
    });

    it('takes back every one of many concurrent hits', async () => {
      const store = open();
      await Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          await store.hit('both', 60);
          if (index % 2 === 0) await store.takeBack('both');
        }),
      );
      expect((await store.read('both')).count).toBe(25);
    });
  });
}
