/** A Redis command had no answer: Redis is away, too slow, or refuses commands; `cause` says which. */
export class RedisUnavailable extends Error {
  readonly code = 'redis-unavailable';

  constructor(reason: string, cause?: unknown) {
    super(`Redis is not available: ${reason}. Check REDIS_URL and that Redis runs; the service reconnects by itself.`, {
      cause,
    });
    this.name = 'RedisUnavailable';
  }
}
