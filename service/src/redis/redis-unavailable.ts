/** A Redis command got no reply: Redis is unavailable, too slow, or refuses commands; `cause` says which. */
export class RedisUnavailable extends Error {
  readonly code = 'redis-unavailable';

  constructor(reason: string, cause?: unknown) {
    super(
      `Redis is not available: ${reason}. Check REDIS_URL and that Redis is running. The service reconnects automatically.`,
      {
        cause,
      },
    );
    this.name = 'RedisUnavailable';
  }
}
