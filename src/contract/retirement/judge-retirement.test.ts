import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UsageCount } from '../../routing/table/usage.js';
import { evidenceFault, writeEvidence } from './evidence.js';
import { judgeRetirement } from './judge-retirement.js';

const day = 86_400_000;
const asOf = new Date('2027-04-01T12:00:00Z');
const ago = (days: number) => asOf.getTime() - days * day;
const count = (changes: Partial<UsageCount>): UsageCount => ({
  version: '1',
  operation: 'GET /users',
  kind: 'caller',
  consumer: 'ada',
  day: null,
  calls: 1,
  refused: 0,
  first: ago(100),
  last: ago(60),
  members: {},
  ...changes,
});
const question = {
  apiVersion: '1',
  asOf,
  quietDays: 30,
  sunset: '2027-03-01T00:00:00.000Z',
  retiredBy: 'Ada',
  explained: new Map<string, string>(),
};

describe('judgeRetirement', () => {
  it('names who called within the quiet days, the latest first', () => {
    const counts = [count({}), count({ consumer: 'bob', last: ago(29) }), count({ kind: 'other', last: ago(1) })];
    expect(judgeRetirement(question, { since: ago(100), counts })).toEqual({
      kind: 'needed',
      remaining: [counts[2], counts[1]],
    });
  });

  it('asks for an explanation of calls beyond the limit, however long ago', () => {
    const counts = [count({ kind: 'other', consumer: 'other', last: ago(60) }), count({})];
    expect(judgeRetirement(question, { since: ago(100), counts })).toEqual({ kind: 'needed', remaining: [counts[0]] });
    const explained = new Map([['other', 'scans of our own']]);
    expect(judgeRetirement({ ...question, explained }, { since: ago(100), counts }).kind).toBe('quiet');
  });

  it('does not know while calls are counted for less than the quiet days', () => {
    expect(judgeRetirement(question, { since: ago(29), counts: [] })).toEqual({ kind: 'unknown', since: ago(29) });
    expect(judgeRetirement(question, { since: null, counts: [] })).toEqual({ kind: 'unknown', since: null });
  });

  it('keeps the reasons for the calls that do not count', () => {
    const counts = [count({ calls: 5 }), count({ consumer: 'bot', calls: 9, refused: 9, last: ago(1) })];
    const explained = new Map([['bot', 'a health check']]);
    const answer = judgeRetirement({ ...question, explained }, { since: ago(100), counts });
    expect(answer).toEqual({
      kind: 'quiet',
      evidence: {
        version: 1,
        apiVersion: '1',
        retiredOn: '2027-04-01',
        retiredBy: 'Ada',
        quietDays: 30,
        sunset: '2027-03-01T00:00:00.000Z',
        countedSince: new Date(ago(100)).toISOString(),
        calls: 14,
        refused: 9,
        consumers: 2,
        lastCall: new Date(ago(1)).toISOString(),
        operations: [{ operation: 'GET /users', calls: 14, lastCall: new Date(ago(1)).toISOString() }],
        explained: [{ consumer: 'bot', calls: 9, lastCall: new Date(ago(1)).toISOString(), reason: 'a health check' }],
      },
    });
  });

  it('refuses a reason for somebody who never called', () => {
    const explained = new Map([['bob', 'is gone']]);
    expect(judgeRetirement({ ...question, explained }, { since: ago(100), counts: [count({})] })).toEqual({
      kind: 'unexplained',
      consumer: 'bob',
      known: ['ada'],
    });
  });

  it('is quiet exactly when nobody without a reason called, and its evidence is valid', () => {
    const counts = fc.array(
      fc
        .record({
          consumer: fc.constantFrom('a', 'b', 'c'),
          days: fc.integer({ min: 0, max: 90 }),
          calls: fc.integer({ min: 1, max: 9 }),
        })
        .map(({ consumer, days, calls }) => count({ consumer, calls, last: ago(days) })),
    );
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 90 }), fc.subarray(['a', 'b', 'c']), (found, quietDays, names) => {
        const explained = new Map(
          names
            .filter((name) => found.some(({ consumer }) => consumer === name))
            .map((name) => [name, 'known'] as const),
        );
        const answer = judgeRetirement({ ...question, quietDays, explained }, { since: ago(91), counts: found });
        const isQuiet = found.every(({ consumer, last }) => explained.has(consumer) || last < ago(quietDays));
        expect(answer.kind).toBe(isQuiet ? 'quiet' : 'needed');
        if (answer.kind === 'quiet')
          expect(evidenceFault(writeEvidence(answer.evidence), '1', answer.evidence.retiredOn)).toBeNull();
      }),
    );
  });
});

describe('evidence', () => {
  const answer = judgeRetirement(question, { since: ago(100), counts: [] });
  const text = answer.kind === 'quiet' ? writeEvidence(answer.evidence) : '';

  it.each([
    ['{', 'is not JSON'],
    [text.replace('"apiVersion": "1"', '"apiVersion": "2"'), 'is about version 2'],
    [text.replace('"quietDays": 30', '"quietDays": 0'), 'is malformed: Too small: expected number to be >=1'],
    [text.replace('"2027-04-01"', '"2027-04-02"'), 'is of 2027-04-02, which is in the future'],
  ])('with a fault names it', (faulty, fault) => {
    expect(evidenceFault(text, '1', '2027-04-01')).toBeNull();
    expect(evidenceFault(faulty, '1', '2027-04-01')).toBe(fault);
  });
});
