import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cacheSettings } from './cache-settings.js';

const settings = z.object(cacheSettings);

describe('the settings of the cache', () => {
  it('bound it by default', () => {
    expect(settings.parse({})).toEqual({ CACHE_MAX_ENTRIES: 10_000, CACHE_MAX_BYTES: 67_108_864 });
  });

  it.each([
    ['CACHE_MAX_ENTRIES', '0'],
    ['CACHE_MAX_ENTRIES', '1.5'],
    ['CACHE_MAX_ENTRIES', 'all'],
    ['CACHE_MAX_ENTRIES', '10000001'],
    ['CACHE_MAX_BYTES', '1023'],
    ['CACHE_MAX_BYTES', '-1'],
    ['CACHE_MAX_BYTES', '64MB'],
  ])('refuse %s=%s', (name, value) => {
    expect(settings.safeParse({ [name]: value }).error?.issues.map(({ path }) => path[0])).toEqual([name]);
  });
});
