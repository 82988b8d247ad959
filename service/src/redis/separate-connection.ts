import type { Redis } from 'ioredis';

/** A separate client for one user, and the duplicates that the user creates: all close together. */
export class SeparateConnection {
  readonly client: Redis;
  readonly #all = new Set<Redis>();

  /** Called with the client and every duplicate. */
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
      // When stopped between two attempts, ioredis never emits its end event, which some callers wait for.
      const silent = client.status === 'reconnecting';
      client.disconnect();
      if (silent) client.emit('end');
    }
    this.#all.clear();
  }
}
