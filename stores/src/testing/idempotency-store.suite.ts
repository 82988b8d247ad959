import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { IdempotencyStore, StoredResponse } from 'svckit';

const created: StoredResponse = {
  status: 201,
  headers: [
    ['content-type', 'application/json'],
    ['x-note', 'ünï'],
  ],
  body: Buffer.from('{"id":1}').toString('base64'),
};

/** The suite that every idempotency store passes; `wait` advances the store's time. */
export function describeIdempotencyStore(
  name: string,
  open: () => IdempotencyStore,
  wait: (ms: number) => Promise<unknown> = sleep,
): void {
  describe(`${name} as an idempotency store`, () => {
    it('gives a new key to the first caller and reports it as running to the second', async () => {
      const store = open();
      expect(await store.claim('new', 'print', 60)).toEqual({ state: 'claimed' });
      expect(await store.claim('new', 'other print', 60)).toEqual({ state: 'running', fingerprint: 'print' });
    });

    it('returns the stored response, byte for byte', async () => {
      const store = open();
      await store.claim('stored', 'print', 60);
      await store.store('stored', 'print', created, 60);
      expect(await store.claim('stored', 'print', 60)).toEqual({
        state: 'stored',
        fingerprint: 'print',
        response: created,
      });
    });

    it('lets one of many concurrent callers through', async () => {
      const store = open();
      const claims = await Promise.all(Array.from({ length: 50 }, () => store.claim('race', 'print', 60)));
      expect(claims.filter(({ state }) => state === 'claimed')).toHaveLength(1);
      expect(claims.filter(({ state }) => state === 'running')).toHaveLength(49);
    });

    it('frees a released key, and only while it is running', async () => {
      const store = open();
      await store.claim('released', 'print', 60);
      await store.release('released');
      expect(await store.claim('released', 'second print', 60)).toEqual({ state: 'claimed' });
      await store.store('released', 'second print', created, 60);
      await store.release('released');
      expect((await store.claim('released', 'second print', 60)).state).toBe('stored');
    });

    it('frees the key of a caller that never finished when its hold ends', async () => {
      const store = open();
      await store.claim('lost', 'print', 1);
      expect((await store.claim('lost', 'print', 1)).state).toBe('running');
      await wait(1_100);
      expect(await store.claim('lost', 'print', 60)).toEqual({ state: 'claimed' });
    });

    it('forgets a response when its time to live ends', async () => {
      const store = open();
      await store.claim('old', 'print', 60);
      await store.store('old', 'print', created, 1);
      await wait(1_100);
      expect(await store.claim('old', 'another print', 60)).toEqual({ state: 'claimed' });
    });

    it('keeps the first response when a second one arrives late', async () => {
      const store = open();
      await store.claim('late', 'print', 60);
      await store.store('late', 'print', created, 60);
      await store.store('late', 'print', { ...created, status: 200 }, 60);
      expect(await store.claim('late', 'print', 60)).toMatchObject({ response: { status: 201 } });
    });

    it('does not let a late caller overwrite the call that holds the key now', async () => {
      const store = open();
      await store.claim('taken', 'early print', 1);
      await wait(1_100);
      await store.claim('taken', 'print', 60);
      await store.store('taken', 'early print', created, 60);
      expect(await store.claim('taken', 'print', 60)).toEqual({ state: 'running', fingerprint: 'print' });
    });

    it('stores a response after its hold ended when no other caller took the key', async () => {
      const store = open();
      await store.claim('slow', 'print', 1);
      await wait(1_100);
      await store.store('slow', 'print', created, 60);
      expect((await store.claim('slow', 'print', 60)).state).toBe('stored');
    });

    it('keeps keys apart', async () => {
      const store = open();
      await store.claim('one', 'print', 60);
      expect(await store.claim('two', 'print', 60)).toEqual({ state: 'claimed' });
    });

    it('ignores the release of a key that no caller holds', async () => {
      const store = open();
      await store.release('nobody');
      expect(await store.claim('nobody', 'print', 60)).toEqual({ state: 'claimed' });
    });
  });
}
