import { expect, it } from 'vitest';
import { failedReason } from './failed-reason.js';

it('returns the message of an error, cut to a length that fits a status', () => {
  expect(failedReason(new Error('no ink'))).toBe('no ink');
  expect(failedReason(new Error(`no${'o'.repeat(1_000)}`))).toHaveLength(500);
});

it('returns what was thrown when it is not an error', () => {
  expect(failedReason('no ink')).toBe('no ink');
  expect(failedReason(undefined)).toBe('undefined');
});

it('always returns text that every database can store', () => {
  expect(failedReason(new Error(''))).toBe('The job failed without a message.');
  expect(failedReason(new Error('a\0b'))).toBe('ab');
});
