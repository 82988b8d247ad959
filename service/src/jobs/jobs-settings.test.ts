import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jobPolicy, jobsSettings } from './jobs-settings.js';

const settings = z.object(jobsSettings);

describe('the settings of jobs', () => {
  it('become a policy in milliseconds', () => {
    expect(
      jobPolicy(settings.parse({ JOBS_LEASE_SECONDS: '15', JOBS_KEEP_HOURS: '0.5', JOBS_CONCURRENCY: '4' })),
    ).toEqual({
      concurrency: 4,
      attempts: 3,
      backoffMs: 1_000,
      leaseMs: 15_000,
      keepMs: 1_800_000,
      pollMs: 500,
    });
  });

  it.each(['off', 'false', '0', false])('switch the worker off with %j', (value) => {
    expect(settings.parse({ JOBS_WORKER: value }).JOBS_WORKER).toBe(false);
  });

  it.each([
    ['JOBS_WORKER', 'maybe'],
    ['JOBS_CONCURRENCY', '0'],
    ['JOBS_CONCURRENCY', '1.5'],
    ['JOBS_CONCURRENCY', 'many'],
    ['JOBS_CONCURRENCY', '65'],
    ['JOBS_ATTEMPTS', '0'],
    ['JOBS_ATTEMPTS', '-1'],
    ['JOBS_BACKOFF_MS', '0'],
    ['JOBS_LEASE_SECONDS', '0'],
    ['JOBS_LEASE_SECONDS', 'NaN'],
    ['JOBS_KEEP_HOURS', '0'],
    ['JOBS_KEEP_HOURS', '-3'],
    ['JOBS_KEEP_HOURS', 'Infinity'],
  ])('refuse %s=%s', (name, value) => {
    expect(settings.safeParse({ [name]: value }).error?.issues.map(({ path }) => path[0])).toEqual([name]);
  });
});
