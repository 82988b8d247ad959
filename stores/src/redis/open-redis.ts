import type { Redis } from 'ioredis';

type Awaitable<T> = T | Promise<T>;

/** What the stores use of a client of ioredis. */
export type RedisClient = Pick<Redis, 'eval' | 'hgetall' | 'smembers' | 'get'>;

/** A client of ioredis, or a function that returns the one to use now. */
export type RedisSource<Client = RedisClient> = Client | (() => Awaitable<Client>);

/** What every store on Redis takes. */
export interface RedisStoreOptions {
  /** What the keys begin with, so that several services can share one Redis; `svckit` by default. */
  readonly prefix?: string;
}

export const openRedis = async <Client extends object>(source: RedisSource<Client>): Promise<Client> =>
  typeof source === 'function' ? source() : source;
