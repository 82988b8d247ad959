import type { LifecycleStore } from 'svckit';
import { describe, expect, it } from 'vitest';

type Awaitable<T> = T | Promise<T>;

/** What every lifecycle store does; `open` makes an empty one, and `wait` lets its clock run. */
export function describeLifecycleStore(
  name: string,
  open: () => Awaitable<LifecycleStore>,
  wait: (milliseconds: number) => Awaitable<void>,
): void {
  describe(`notices in ${name}`, () => {
    it('gives a notice to one of those who claim it, while its time lasts', async () => {
      const store = await open();
      const claims = await Promise.all([1, 2, 3].map(() => store.claim('sunset of 1', 60)));
      expect(claims.filter(({ state }) => state === 'claimed')).toEqual([{ state: 'claimed', attempt: 1 }]);
      expect(claims.filter(({ state }) => state === 'waiting')).toHaveLength(2);
      await wait(20_000);
      expect(await store.claim('sunset of 1', 60)).toEqual({ state: 'waiting', seconds: 40 });
      await wait(40_000);
      expect(await store.claim('sunset of 1', 60)).toEqual({ state: 'claimed', attempt: 2 });
    });

    it('never gives a delivered notice again', async () => {
      const store = await open();
      await store.claim('sunset of 1', 60);
      await store.confirm('sunset of 1');
      await wait(400_000);
      expect(await store.claim('sunset of 1', 60)).toEqual({ state: 'delivered' });
      await store.fail('sunset of 1', 'too late', 0);
      expect(await store.claim('sunset of 1', 60)).toEqual({ state: 'delivered' });
      expect(await store.undelivered()).toEqual([]);
    });

    it('gives a failed notice again when its next attempt is due', async () => {
      const store = await open();
      await store.claim('sunset of 1', 60);
      await store.fail('sunset of 1', 'refused', 300);
      expect(await store.claim('sunset of 1', 60)).toEqual({ state: 'waiting', seconds: 300 });
      await wait(300_000);
      expect(await store.claim('sunset of 1', 60)).toEqual({ state: 'claimed', attempt: 2 });
      await store.fail('sunset of 1', 'refused', 0);
      expect(await store.claim('sunset of 1', 60)).toEqual({ state: 'claimed', attempt: 3 });
      await store.confirm('sunset of 1');
      expect(await store.claim('sunset of 1', 60)).toEqual({ state: 'delivered' });
    });

    it('lists what has not arrived, the oldest first', async () => {
      const store = await open();
      await store.claim('b — 日本', 60);
      await store.fail('b — 日本', 'Error: refused', 300);
      await wait(1_000);
      await store.claim('a', 60);
      await store.claim('c', 60);
      await store.confirm('c');
      const [failed, running, ...others] = await store.undelivered();
      expect(others).toEqual([]);
      const since = failed!.since;
      expect(failed).toEqual({
        notice: 'b — 日本',
        attempts: 1,
        since,
        next: since + 300_000,
        failure: 'Error: refused',
      });
      expect(running).toEqual({ notice: 'a', attempts: 1, since: since + 1_000, next: since + 61_000, failure: null });
    });
  });
}
