import type { RedisConnection } from '../redis/redis-connection.js';
import type { IdempotencyClaim, IdempotencyStore, StoredResponse } from 'svckit';

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

/** Idempotency keys that all processes share; rejects with RedisUnavailable while Redis is unavailable. */
export class RedisIdempotencyStore implements IdempotencyStore {
  readonly #redis: RedisConnection;

  constructor(redis: RedisConnection) {
    this.#redis = redis;
  }

  async claim(key: string, fingerprint: string, holdSeconds: number): Promise<IdempotencyClaim> {
    const held = await this.#redis.evaluate(CLAIM, `idempotency:${key}`, fingerprint, milliseconds(holdSeconds));
    if (held === null) return { state: 'claimed' };
    const [holder, response] = held as [string, string | null];
    if (response === null) return { state: 'running', fingerprint: holder };
    return { state: 'stored', fingerprint: holder, response: JSON.parse(response) as StoredResponse };
  }

  async store(key: string, fingerprint: string, response: StoredResponse, ttlSeconds: number): Promise<void> {
    const args = [fingerprint, JSON.stringify(response), milliseconds(ttlSeconds)];
    await this.#redis.evaluate(STORE, `idempotency:${key}`, ...args);
  }

  async release(key: string): Promise<void> {
    await this.#redis.evaluate(RELEASE, `idempotency:${key}`);
  }
}

function milliseconds(seconds: number): number {
  return Math.ceil(seconds * 1_000);
}
