import type { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { RedisConnection } from '../redis/redis-connection.js';
import type { AttemptStore } from './attempt-store.js';

// The toolkit compares the count with the route's limit and names the window with each hit.
const countOnly = { points: Number.MAX_SAFE_INTEGER, duration: 60 };

/** One count for all processes; while Redis is unavailable each process counts separately, so that limited routes keep working. */
export class RedisThrottleStore implements AttemptStore {
  readonly #redis: RedisConnection;
  #local: Promise<RateLimiterMemory> | undefined;
  #shared: RateLimiterRedis | undefined;

  constructor(redis: RedisConnection) {
    this.#redis = redis;
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
    const client = await this.#redis.client();
    const { RateLimiterRedis } = await import('rate-limiter-flexible');
    this.#shared ??= new RateLimiterRedis({
      ...countOnly,
      storeClient: client,
      keyPrefix: this.#redis.key('throttle'),
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
