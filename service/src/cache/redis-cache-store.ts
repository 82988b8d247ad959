import type { RedisConnection } from '../redis/redis-connection.js';
import type { CacheEntry, CacheStore } from './cache-store.js';

const READ = `
  local json = redis.call('HGET', KEYS[1], 'json')
  if not json then return false end
  return { json, redis.call('PTTL', KEYS[1]), redis.call('HINCRBY', KEYS[1], 'visits', 1) }`;

const WRITE = `
  redis.call('HSET', KEYS[1], 'json', ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return redis.call('HINCRBY', KEYS[1], 'visits', 1)`;

/** The cache that all processes share; its limits are those of Redis. */
export class RedisCacheStore implements CacheStore {
  readonly backend = 'redis';
  readonly #redis: RedisConnection;

  constructor(redis: RedisConnection) {
    this.#redis = redis;
  }

  async read(id: string): Promise<CacheEntry | null> {
    const found = (await this.#redis.evaluate(READ, `cache:${id}`)) as [string, number, number] | null;
    if (found === null) return null;
    const [json, left, visits] = found;
    return { data: JSON.parse(json) as CacheEntry['data'], ttl: Math.ceil(left / 1_000), visits };
  }

  async write(id: string, data: CacheEntry['data'], ttlSeconds: number): Promise<{ visits: number }> {
    const visits = (await this.#redis.evaluate(
      WRITE,
      `cache:${id}`,
      JSON.stringify(data),
      ttlSeconds * 1_000,
    )) as number;
    return { visits };
  }

  async remove(id: string): Promise<boolean> {
    return (await this.#redis.run((client) => client.del(this.#redis.key(`cache:${id}`)))) === 1;
  }

  async check(): Promise<void> {
    await this.#redis.run((client) => client.ping());
  }
}
