import { sqlThrottleStore } from '@svckit/stores';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openTestDatabase } from '../testing/open-test-database.js';
import { AttemptLimiter } from './attempt-limiter.js';
import { attemptLimits } from './attempt-limits.js';
import { AuthRefusal } from './auth-refusal.js';

let now = Date.UTC(2026, 0, 1);
const { database, close } = await openTestDatabase();
afterAll(close);
beforeEach(() => database.kysely.deleteFrom('throttle_hits').execute());

/** Two of them are as two processes would be: they share the store's database and nothing else. */
function createLimiter(): AttemptLimiter {
  return new AttemptLimiter(
    sqlThrottleStore(() => database.kysely, { now: () => now }),
    () => now,
  );
}

const signIn = attemptLimits.get('/sign-in/email')!;
const signUp = attemptLimits.get('/sign-up/email')!;
const isRefused = (attempt: Promise<unknown>) =>
  attempt.then(
    () => false,
    (error: unknown) => error instanceof AuthRefusal && error.status === 429,
  );

describe('AttemptLimiter', () => {
  test('lets a hundred failures of one address through, over many accounts, and opens again when the window is over', async () => {
    const limiter = createLimiter();
    for (let i = 0; i < 100; i += 1) await (await limiter.begin(signIn, '192.0.2.1', `account ${i}`))(true);
    expect(await isRefused(limiter.begin(signIn, '192.0.2.1', 'another'))).toBe(true);
    expect(await isRefused(limiter.begin(signIn, '192.0.2.2', 'another'))).toBe(false);
    now += 15 * 60_000;
    expect(await isRefused(limiter.begin(signIn, '192.0.2.1', 'another'))).toBe(false);
  });

  test('counts sixty sign-ups of one address a minute', async () => {
    const limiter = createLimiter();
    for (let i = 0; i < 60; i += 1) await limiter.begin(signUp, '192.0.2.1', null);
    await expect(limiter.begin(signUp, '192.0.2.1', null)).rejects.toMatchObject({
      status: 429,
      headers: { 'retry-after': '60' },
    });
    expect(await isRefused(limiter.begin(signUp, '192.0.2.9', null))).toBe(false);
  });

  test('lets ten of fifty failures at once through, over two processes, and sends the others the time to wait', async () => {
    const limiters = [createLimiter(), createLimiter()];
    const attempts = Array.from({ length: 50 }, async (_, index) => {
      const end = await limiters[index % 2]!.begin(signIn, '192.0.2.1', 'ada');
      await sleep(20);
      await end(true);
    });
    const outcomes = await Promise.allSettled(attempts);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(40);
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 429, headers: { 'retry-after': '900' } });
  });

  test('lets attempts beyond the limit wait for those under way, here and elsewhere, instead of refusing them', async () => {
    const [limiter, elsewhere] = [createLimiter(), createLimiter()];
    const running = await Promise.all(Array.from({ length: 10 }, () => elsewhere.begin(signIn, '192.0.2.1', 'ada')));
    let admitted = false;
    const eleventh = limiter.begin(signIn, '192.0.2.1', 'ada').then((end) => {
      admitted = true;
      return end;
    });
    await sleep(120);
    expect(admitted).toBe(false);
    await running[0]!(false);
    await (await eleventh)(false);
    expect(admitted).toBe(true);
  });

  test('gives up after ten seconds where attempts never end, as after a crash', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    for (let i = 0; i < 10; i += 1) await createLimiter().begin(signIn, '192.0.2.1', 'ada');
    let refusal: unknown = null;
    void createLimiter()
      .begin(signIn, '192.0.2.1', 'ada')
      .catch((error: unknown) => {
        refusal = error;
      });
    let seconds = 0;
    for (; refusal === null; seconds += 0.05) await vi.advanceTimersByTimeAsync(50);
    expect(refusal).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect(seconds).toBeGreaterThan(9);
  });

  test('does not count successes', async () => {
    const limiter = createLimiter();
    for (let i = 0; i < 25; i += 1) await (await limiter.begin(signIn, '192.0.2.1', 'ada'))(false);
    for (let i = 0; i < 10; i += 1) await (await limiter.begin(signIn, '192.0.2.1', 'ada'))(true);
    expect(await isRefused(limiter.begin(signIn, '192.0.2.1', 'ada'))).toBe(true);
  });

  test('opens again when the failures are a quarter of an hour old, whatever was right before them', async () => {
    const [limiter, elsewhere] = [createLimiter(), createLimiter()];
    for (let round = 0; round < 3; round += 1) {
      await (await limiter.begin(signIn, '192.0.2.1', 'ada'))(false);
      now += 100_000;
      for (let i = 0; i < 10; i += 1) await (await limiter.begin(signIn, '192.0.2.1', 'ada'))(true);
      now += 899_000;
      await expect(limiter.begin(signIn, '192.0.2.1', 'ada')).rejects.toMatchObject({
        headers: { 'retry-after': '1' },
      });
      await expect(elsewhere.begin(signIn, '192.0.2.1', 'ada')).rejects.toMatchObject({
        headers: { 'retry-after': '1' },
      });
      now += 1_000;
    }
    expect(await isRefused(elsewhere.begin(signIn, '192.0.2.1', 'ada'))).toBe(false);
  });

  test('names no account in the keys of the store', async () => {
    await (await createLimiter().begin(signIn, '192.0.2.1', 'ada@example.com'))(true);
    const rows = await database.kysely.selectFrom('throttle_hits').select('key').execute();
    expect(rows).toHaveLength(4);
    expect(JSON.stringify(rows)).not.toContain('ada');
  });
});
