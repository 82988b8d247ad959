import { describe, expect, test } from 'vitest';
import { addressBlock } from './address-block.js';
import { AttemptLimiter } from './attempt-limiter.js';
import { attemptLimits } from './attempt-limits.js';
import { AuthRefusal } from './auth-refusal.js';

let now = 0;

function createLimiter() {
  const windows = new Map<string, { count: number; resetsAt: number }>();
  const keys: string[] = [];
  const store = {
    hit(key: string, windowSeconds: number) {
      keys.push(key);
      const open = windows.get(key);
      const window = open && open.resetsAt > now ? open : { count: 0, resetsAt: now + windowSeconds * 1_000 };
      windows.set(key, { ...window, count: window.count + 1 });
      return { count: window.count + 1, resetSeconds: Math.ceil((window.resetsAt - now) / 1_000) };
    },
  };
  return { limiter: new AttemptLimiter(store, () => now), store, keys };
}

const signIn = attemptLimits.get('/sign-in/email')!;
const signUp = attemptLimits.get('/sign-up/email')!;
const isRefused = (attempt: Promise<unknown>) => attempt.then(() => false, (error: unknown) => error instanceof AuthRefusal && error.status === 429);

describe('AttemptLimiter', () => {
  test('lets a hundred failures of one address through, over many accounts, and opens again when the window is over', async () => {
    const { limiter } = createLimiter();
    for (let i = 0; i < 100; i += 1) await (await limiter.begin(signIn, '192.0.2.1', `account ${i}`))(true);
    expect(await isRefused(limiter.begin(signIn, '192.0.2.1', 'another'))).toBe(true);
    expect(await isRefused(limiter.begin(signIn, '192.0.2.2', 'another'))).toBe(false);
    now += 15 * 60_000;
    expect(await isRefused(limiter.begin(signIn, '192.0.2.1', 'another'))).toBe(false);
  });

  test('counts sixty sign-ups of one address a minute', async () => {
    const { limiter } = createLimiter();
    for (let i = 0; i < 60; i += 1) await limiter.begin(signUp, '192.0.2.1', null);
    await expect(limiter.begin(signUp, '192.0.2.1', null)).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
    expect(await isRefused(limiter.begin(signUp, '192.0.2.9', null))).toBe(false);
  });

  test('lets attempts beyond the limit wait for those under way instead of refusing them', async () => {
    const { limiter } = createLimiter();
    const running = await Promise.all(Array.from({ length: 10 }, () => limiter.begin(signIn, '192.0.2.1', 'ada')));
    let admitted = false;
    const eleventh = limiter.begin(signIn, '192.0.2.1', 'ada').then((end) => {
      admitted = true;
      return end;
    });
    await Promise.resolve();
    expect(admitted).toBe(false);
    await running[0]!(false);
    await (await eleventh)(false);
    expect(admitted).toBe(true);
  });

  test('learns of failures in other processes from the shared store', async () => {
    const { limiter, store } = createLimiter();
    const elsewhere = new AttemptLimiter(store, () => now);
    for (let i = 0; i < 10; i += 1) await (await elsewhere.begin(signIn, '192.0.2.1', 'ada'))(true);
    await (await limiter.begin(signIn, '192.0.2.1', 'ada'))(true);
    expect(await isRefused(limiter.begin(signIn, '192.0.2.1', 'ada'))).toBe(true);
  });

  test('names no account in the keys of the store', async () => {
    const { limiter, keys } = createLimiter();
    await (await limiter.begin(signIn, '192.0.2.1', 'ada@example.com'))(true);
    expect(keys).toHaveLength(2);
    expect(keys.join()).not.toContain('ada');
  });
});

describe('addressBlock', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as %s', (address, block) => expect(addressBlock(address)).toBe(block));
});
