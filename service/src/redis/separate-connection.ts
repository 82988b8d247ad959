import type { Redis } from 'ioredis';

/** A client of one user's own, and the copies that the user makes of it: all of them end together. */
export class SeparateConnection {
  readonly client: Redis;
  readonly #all = new Set<Redis>();

  /** `watch` hears of the client and of every copy. */
  constructor(client: Redis, watch: (client: Redis) => void) {
    this.client = client;
    const keep = (one: Redis): Redis => {
      this.#all.add(one);
      watch(one);
      return one;
    };
    const duplicate = client.duplicate.bind(client);
    keep(client).duplicate = (override) => keep(duplicate(override));
  }

  disconnect(): void {
    for (const client of this.#all) {
      // Told to stop between two attempts, ioredis never says that it ended, and some wait for that.
      const silent = client.status === 'reconnecting';
      client.disconnect();
      if (silent) client.emit('end');
    }
    this.#all.clear();
  }
}
