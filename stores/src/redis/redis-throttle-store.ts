import type { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { Redis } from 'ioredis';
import type { AttemptStore } from '../attempt-store.js';
import { openRedis, type RedisSource, type RedisStoreOptions } from './open-redis.js';

// The toolkit compares the count with the route's limit and names the window with each hit.
const countOnly = { points: Number.MAX_SAFE_INTEGER, duration: 60 };

/** One count for all processes on one Redis; while it is unavailable each process counts separately, so that limited routes keep working. */
export function redisThrottleStore(
  redis: RedisSource<Redis>,
  { prefix = 'svckit' }: RedisStoreOptions = {},
): AttemptStore {
  return new RedisThrottleStore(redis, prefix);
}

class RedisThrottleStore implements AttemptStore {
  readonly #redis: RedisSource<Redis>;
  readonly #prefix: string;
  #local: Promise<RateLimiterMemory> | undefined;
  #shared: RateLimiterRedis | undefined;

  constructor(redis: RedisSource<Redis>, prefix: string) {
    this.#redis = redis;
    this.#prefix = prefix;
  }

  async hit(key: string, windowSeconds: number): Promise<{ count: number; resetSeconds: number }> {
    const limiter = await this.#limiter();
    const result = await limiter.penalty(key, 1, { customDuration: windowSeconds });
    return { count: result.consumedPoints, resetSeconds: Math.ceil(result.msBeforeNext / 1_000) };
  }

  async read(key: string): Promise<{ count: number; resetSeconds: number }> {
    const result = await (await this.#limiter()).get(key);
    if (result === null) return { count: 0, resetSeconds: 0 };
    return { count: result.consumedPoints, resetSeconds: Math.ceil(result.msBeforeNext / 1_000) };
  }

  async takeBack(key: string): Promise<void> {
    const limiter = await this.#limiter();
    const { count } = await this.read(key);
    if (count > 0) await limiter.reward(key, 1);
  }

  async #limiter(): Promise<RateLimiterRedis | RateLimiterMemory> {
    this.#local ??= openLocal();
    const local = await this.#local;
    return this.#shared ?? (await this.#openShared(local).catch(() => local));
  }

  async #openShared(local: RateLimiterMemory): Promise<RateLimiterRedis> {
    const client = await openRedis(this.#redis);
    const { RateLimiterRedis } = await import('rate-limiter-flexible');
    this.#shared ??= new RateLimiterRedis({
      ...countOnly,
      storeClient: client,
      keyPrefix: `${this.#prefix}:throttle`,
      insuranceLimiter: local,
      rejectIfRedisNotReady: true,
    });
    return this.#shared;
  }
}

async function openLocal(): Promise<RateLimiterMemory> {
  const { RateLimiterMemory } = await import('rate-limiter-flexible');
  return new RateLimiterMemory({ ...countOnly, keyPrefix: 'throttle' });
}
