import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { StoredResponse, TransactionalIdempotencyStore } from 'svckit';

const created: StoredResponse = {
  status: 201,
  headers: [
    ['content-type', 'application/json'],
    ['x-note', 'ünï'],
  ],
  body: Buffer.from('{"id":1}').toString('base64'),
};
const keyed = (key: string, fingerprint = 'print', ttlSeconds = 60) => ({
  key: `work ${key}`,
  fingerprint,
  ttlSeconds,
});

/** A store, and work that is part of its calls. */
export interface TransactionalTrial {
  readonly store: TransactionalIdempotencyStore;
  /** Writes a row in the transaction of the running call. */
  write(title: string): Promise<unknown>;
  /** How many rows are committed. */
  countOf(title: string): Promise<number>;
}

/** The suite that every idempotency store passes whose keys are committed with the work; `open` gets the clock. */
export function describeTransactionalIdempotencyStore(
  name: string,
  open: (now: () => number) => TransactionalTrial | Promise<TransactionalTrial>,
): void {
  let now = Date.UTC(2026, 0, 1);
  let trial: TransactionalTrial;
  beforeAll(async () => {
    trial = await open(() => now);
  });
  const store: TransactionalIdempotencyStore = { runOnce: (keyed, call) => trial.store.runOnce(keyed, call) };
  const write = (title: string) => trial.write(title);
  const countOf = (title: string) => trial.countOf(title);

  describe(`${name} as a transactional idempotency store`, () => {
    it('runs the call of a new key, and returns its answer byte for byte afterwards', async () => {
      const call = () => write('new').then(() => created);
      expect(await store.runOnce(keyed('new'), call)).toEqual({ state: 'claimed' });
      const stored = { state: 'stored', fingerprint: 'print', response: created };
      expect(await store.runOnce(keyed('new'), call)).toEqual(stored);
      expect(await store.runOnce(keyed('new', 'other print'), call)).toEqual(stored);
      expect(await countOf('new')).toBe(1);
    });

    it('keeps neither key nor work of a call that rejects', async () => {
      const failing = store.runOnce(keyed('fails'), async () => {
        await write('fails');
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await countOf('fails')).toBe(0);
      expect(await store.runOnce(keyed('fails'), async () => created)).toEqual({ state: 'claimed' });
    });

    it('keeps the work without the key of an answer that is not kept', async () => {
      for (let time = 0; time < 2; time += 1)
        expect(await store.runOnce(keyed('large'), () => write('large').then(() => null))).toEqual({
          state: 'claimed',
        });
      expect(await countOf('large')).toBe(2);
    });

    it('runs one of many calls at once', async () => {
      const claims = await Promise.all(
        Array.from({ length: 30 }, () =>
          store.runOnce(keyed('race'), async () => {
            await write('race');
            await sleep(20);
            return created;
          }),
        ),
      );
      expect(claims.filter(({ state }) => state === 'claimed')).toHaveLength(1);
      expect(claims.filter(({ state }) => state === 'running')).toHaveLength(29);
      expect(await countOf('race')).toBe(1);
    });

    it('says while a call runs that it does, and of which request', async () => {
      let finish = () => {};
      let first: Promise<unknown> | undefined;
      await new Promise<void>((started) => {
        first = store.runOnce(keyed('held'), () => {
          started();
          return new Promise((done) => (finish = () => done(created)));
        });
      });
      expect(await store.runOnce(keyed('held', 'other'), async () => created)).toEqual({
        state: 'running',
        fingerprint: 'print',
      });
      finish();
      expect(await first).toEqual({ state: 'claimed' });
    });

    it('forgets an answer when its time to live ends', async () => {
      await store.runOnce(keyed('old', 'print', 1), async () => created);
      now += 1_100;
      expect(await store.runOnce(keyed('old', 'another'), async () => created)).toEqual({ state: 'claimed' });
      expect(await store.runOnce(keyed('old', 'another'), async () => created)).toMatchObject({ state: 'stored' });
    });

    it('leaves work that outlives the call outside of it', async () => {
      let late: Promise<unknown> | undefined;
      const failing = store.runOnce(keyed('background'), async () => {
        late = sleep(100).then(() => write('background'));
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      await late;
      expect(await countOf('background')).toBe(1);
    });
  });
}
