import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { redisSettings } from './redis-settings.js';

const settings = z.object(redisSettings);

describe('the settings of Redis', () => {
  it('configure nothing by default', () => {
    expect(settings.parse({})).toEqual({ REDIS_PREFIX: 'svc' });
  });

  it.each(['redis://127.0.0.1:6379', 'rediss://user:secret@cache.example.com:6380/2'])('take %s', (REDIS_URL) => {
    expect(settings.parse({ REDIS_URL }).REDIS_URL).toBe(REDIS_URL);
  });

  it.each(['127.0.0.1:6379', 'http://127.0.0.1:6379', 'redis', ''])(
    'refuse the address %j and show a right one',
    (REDIS_URL) => {
      expect(settings.safeParse({ REDIS_URL }).error?.issues[0]?.message).toContain('redis://127.0.0.1:6379');
    },
  );

  it.each(['', 'a:b', 'a b', 'x'.repeat(41), '{tag}'])('refuse the prefix %j', (REDIS_PREFIX) => {
    expect(settings.safeParse({ REDIS_PREFIX }).success).toBe(false);
  });

  it('are secret where they hold a password', () => {
    expect(z.toJSONSchema(redisSettings.REDIS_URL)).toMatchObject({ secret: true });
  });
});
