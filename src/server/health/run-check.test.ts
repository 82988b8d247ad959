import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { runCheck } from './run-check.js';

const part = { name: 'part', critical: true, timeoutMs: 1_000 };

describe('runCheck', () => {
  it('reports a part that works as up', async () => {
    const { result } = await runCheck({ ...part, check: async () => 'anything' });
    expect(result).toEqual({ name: 'part', state: 'up', critical: true, ms: expect.any(Number) });
  });

  it('reports a part that rejects as down, without its error message', async () => {
    const error = new Error('connect ECONNREFUSED 10.0.0.7:5432');
    const outcome = await runCheck({ ...part, check: () => Promise.reject(error) });
    expect(outcome.result).toMatchObject({ state: 'down', detail: 'The check failed. The log says why.' });
    expect(outcome.error).toBe(error);
  });

  it('reports a check that throws at once as down', async () => {
    const { result } = await runCheck({
      ...part,
      check: () => {
        throw new Error('at once');
      },
    });
    expect(result.state).toBe('down');
  });

  it('reports a part that never answers as unknown', async () => {
    const { result } = await runCheck({ ...part, timeoutMs: 50, check: () => new Promise(() => {}) });
    expect(result).toMatchObject({ state: 'unknown', detail: 'No answer within 50 ms.' });
  });

  it('reports a part that answers false as down, and any other answer as up', async () => {
    expect((await runCheck({ ...part, check: () => false })).result).toMatchObject({
      state: 'down',
      detail: 'The check failed.',
    });
    for (const answer of [undefined, null, 0, '', true])
      expect((await runCheck({ ...part, check: () => answer })).result.state).toBe('up');
  });

  it('aborts the signal of a check that takes too long, and of no other', async () => {
    const signals: AbortSignal[] = [];
    await runCheck({ ...part, check: (signal) => signals.push(signal) });
    const { result } = await runCheck({
      ...part,
      timeoutMs: 20,
      check: (signal) => {
        signals.push(signal);
        return sleep(60_000, undefined, { signal });
      },
    });
    expect(result.state).toBe('unknown');
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
  });

  it('ignores a rejection that comes too late', async () => {
    const { result } = await runCheck({
      ...part,
      timeoutMs: 10,
      check: async () => {
        await sleep(30);
        throw new Error('late');
      },
    });
    expect(result.state).toBe('unknown');
    await sleep(50);
  });
});
