import { errors } from 'undici';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Outages } from './outages.js';

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const lines: string[] = [];
const note = (message: string, { failed, error }: Readonly<Record<string, unknown>> = {}) =>
  void lines.push([message, failed, ...(error === undefined ? [] : [error])].join(' | '));
const open = () => new Outages('http://books', () => ({ info: note, warn: note, error: note }));

beforeEach(() => {
  lines.length = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe('what is logged of an upstream', () => {
  it('is one line when it goes away, one every ten seconds while it is away, and one when it answers again', () => {
    const outages = open();
    outages.answered();
    for (let second = 0; second < 25; second += 1) {
      for (let request = 0; request < 100; request += 1) outages.failed(refused());
      vi.advanceTimersByTime(1000);
    }
    outages.answered();
    outages.answered();
    vi.advanceTimersByTime(60_000);
    expect(lines).toEqual([
      'The upstream cannot be reached | 1 | connect ECONNREFUSED',
      'The upstream cannot be reached | 999 | connect ECONNREFUSED',
      'The upstream cannot be reached | 1000 | connect ECONNREFUSED',
      'The upstream answers again | 2500',
    ]);
  });

  it('is few lines where it goes and comes with every request, and counts them all', () => {
    const outages = open();
    for (let second = 0; second < 30; second += 1) {
      for (let request = 0; request < 100; request += 1) {
        outages.failed(new errors.SocketError('other side closed'));
        outages.answered();
      }
      vi.advanceTimersByTime(1000);
    }
    vi.advanceTimersByTime(30_000);
    outages.answered();
    expect(lines.length).toBeLessThanOrEqual(8);
    const over = lines.filter((line) => line.startsWith('The upstream answers again'));
    expect(over.reduce((sum, line) => sum + Number(line.split(' | ')[1]), 0)).toBe(3000);
    expect(lines.at(-1)).toMatch(/^The upstream answers again/);
  });

  it('is each kind by its own count', () => {
    const outages = open();
    const kinds = [refused(), new errors.HeadersTimeoutError(), new errors.SocketError('other side closed')];
    const given = kinds.map((error) => [outages.failed(error).status, outages.failed(error).detail]);
    expect(given).toEqual([
      [502, 'The service behind this gateway cannot be reached.'],
      [504, 'The service behind this gateway does not answer.'],
      [502, 'The service behind this gateway broke off.'],
    ]);
    outages.close();
    expect(lines.map((line) => line.split(' | ').slice(0, 2).join(' '))).toEqual([
      'The upstream cannot be reached 1',
      'The upstream does not answer 1',
      'The upstream breaks off 1',
      'The upstream cannot be reached 1',
      'The upstream does not answer 1',
      'The upstream breaks off 1',
    ]);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(6);
  });
});
