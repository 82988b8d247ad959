import { randomUUID } from 'node:crypto';
import { RedisConnection } from '../../service/src/redis/redis-connection.js';

export const redisUrl = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';

/** A connection to the shared test Redis with its own prefix, and a function that removes its keys. */
export function openTestRedis(): {
  readonly connection: RedisConnection;
  readonly prefix: string;
  readonly cleanUp: () => Promise<void>;
} {
  const prefix = `svc-test-${randomUUID().slice(0, 8)}`;
  const connection = new RedisConnection({ url: redisUrl, prefix, log: { info: () => {}, warn: () => {} } });
  const cleanUp = async () => {
    const client = await connection.client();
    const keys = await client.keys(`${prefix}:*`);
    if (keys.length > 0) await client.del(...keys);
    await connection.close();
  };
  return { connection, prefix, cleanUp };
}
