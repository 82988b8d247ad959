import type { IdempotencyClaim, IdempotencyStore, StoredResponse } from 'svckit';
import { openRedis, type RedisClient, type RedisSource, type RedisStoreOptions } from './open-redis.js';

const CLAIM = `
  local fingerprint = redis.call('HGET', KEYS[1], 'fingerprint')
  if fingerprint then return { fingerprint, redis.call('HGET', KEYS[1], 'response') } end
  redis.call('HSET', KEYS[1], 'fingerprint', ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return false`;

const STORE = `
  local fingerprint = redis.call('HGET', KEYS[1], 'fingerprint')
  if fingerprint and fingerprint ~= ARGV[1] then return end
  if redis.call('HEXISTS', KEYS[1], 'response') == 1 then return end
  redis.call('HSET', KEYS[1], 'fingerprint', ARGV[1], 'response', ARGV[2])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])`;

const RELEASE = `
  if redis.call('HEXISTS', KEYS[1], 'response') == 0 then redis.call('DEL', KEYS[1]) end`;

/** Idempotency keys that all processes on one Redis share; rejects while it is unavailable, so that nothing runs twice. */
export function redisIdempotencyStore(
  redis: RedisSource<Pick<RedisClient, 'eval'>>,
  { prefix = 'svckit' }: RedisStoreOptions = {},
): IdempotencyStore {
  const run = async (script: string, key: string, ...args: readonly (string | number)[]) =>
    (await openRedis(redis)).eval(script, 1, `${prefix}:idempotency:${key}`, ...args);
  return {
    async claim(key: string, fingerprint: string, holdSeconds: number): Promise<IdempotencyClaim> {
      const held = await run(CLAIM, key, fingerprint, milliseconds(holdSeconds));
      if (held === null) return { state: 'claimed' };
      const [holder, response] = held as [string, string | null];
      if (response === null) return { state: 'running', fingerprint: holder };
      return { state: 'stored', fingerprint: holder, response: JSON.parse(response) as StoredResponse };
    },
    async store(key: string, fingerprint: string, response: StoredResponse, ttlSeconds: number): Promise<void> {
      await run(STORE, key, fingerprint, JSON.stringify(response), milliseconds(ttlSeconds));
    },
    async release(key: string): Promise<void> {
      await run(RELEASE, key);
    },
  };
}

function milliseconds(seconds: number): number {
  return Math.ceil(seconds * 1_000);
}
