import { describe, expect, it } from 'vitest';
import { RedisConnection } from '../redis/redis-connection.js';
import { Database } from '../database/database.js';
import { sharedStateSettings } from './shared-state-settings.js';
import { chooseSharedState } from './shared-state.js';

const database = new Database({ dataDir: 'unused' });
const redis = new RedisConnection({
  url: 'redis://127.0.0.1:1',
  prefix: 'svc',
  log: { info: () => {}, warn: () => {} },
});
const DATABASE_URL = 'postgres://127.0.0.1/svc';

const nameOf = (store: object | undefined) => store?.constructor.name;

describe('chooseSharedState', () => {
  it('counts limits in process when nothing is configured', () => {
    expect(chooseSharedState({ SHARED_STATE: 'auto' }, null, database).throttle).toBeUndefined();
  });

  it('counts limits in Redis when it is configured, even beside a database', () => {
    expect(nameOf(chooseSharedState({ SHARED_STATE: 'auto', DATABASE_URL }, redis, database).throttle)).toBe(
      'RedisThrottleStore',
    );
  });

  it('keeps idempotency keys beside the work, whatever else is configured', () => {
    for (const connection of [redis, null])
      expect(nameOf(chooseSharedState({ SHARED_STATE: 'auto' }, connection, database).idempotency)).toBe(
        'KeysInTransaction',
      );
    expect(chooseSharedState({ SHARED_STATE: 'redis' }, redis, database).idempotency).toHaveProperty('claim');
  });

  it('takes the database that several machines share', () => {
    expect(nameOf(chooseSharedState({ SHARED_STATE: 'auto', DATABASE_URL }, null, database).throttle)).toBe(
      'SqlThrottleStore',
    );
  });

  it('uses SQLite when several workers of one machine share it', () => {
    expect(nameOf(chooseSharedState({ SHARED_STATE: 'database' }, null, database).throttle)).toBe('SqlThrottleStore');
  });

  it('uses the configured store', () => {
    expect(chooseSharedState({ SHARED_STATE: 'memory', DATABASE_URL }, redis, database)).toEqual({});
  });

  it('refuses a Redis that is not configured and says what to set', () => {
    expect(() => chooseSharedState({ SHARED_STATE: 'redis' }, null, database)).toThrow(
      'Set REDIS_URL, or SHARED_STATE=database.',
    );
  });
});

describe('SHARED_STATE', () => {
  it('is auto by default', () => {
    expect(sharedStateSettings.SHARED_STATE.parse(undefined)).toBe('auto');
  });

  it.each(['', 'sqlite', 'Redis', 'none'])('refuses %j', (value) => {
    expect(sharedStateSettings.SHARED_STATE.safeParse(value).success).toBe(false);
  });
});
