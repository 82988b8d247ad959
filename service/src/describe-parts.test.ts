import { expect, it } from 'vitest';
import { readSettings } from './configuration/read-settings.js';
import { describeParts } from './describe-parts.js';

function detailOf(part: string, env: Record<string, string>, workers?: number): string | undefined {
  const { settings } = readSettings({ env, cwd: '/' });
  return describeParts(settings, workers).find((description) => description.part === part)?.detail;
}

it('says that several processes have separate caches without Redis', () => {
  expect(detailOf('cache', {})).toBe('in this process');
  expect(detailOf('cache', {}, 2)).toBe('in each of 2 processes, not shared; set REDIS_URL to share it');
  expect(detailOf('cache', { REDIS_URL: 'redis://:secret@cache.example:6379' }, 2)).toBe('Redis at cache.example:6379');
});

it('says which process runs the jobs', () => {
  expect(detailOf('jobs', {})).toBe('a queue in the database, processed by this process');
  expect(detailOf('jobs', {}, 2)).toBe('a queue in the database, processed by these processes');
  expect(detailOf('jobs', { JOBS_WORKER: 'false' }, 2)).toBe('a queue in the database, processed by svc worker');
});
