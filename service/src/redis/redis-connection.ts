import type { RedisOptions, Redis } from 'ioredis';
import type { Logger } from 'svckit';
import { RedisUnavailable } from './redis-unavailable.js';
import { SeparateConnection } from './separate-connection.js';

/** No command waits longer than this for Redis, in milliseconds. */
const ANSWER_WITHIN_MS = 800;

/** Options with which a command fails at once while Redis is unavailable, and is never sent twice. */
const quickToFail: RedisOptions = Object.freeze({
  lazyConnect: true,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: ANSWER_WITHIN_MS,
  commandTimeout: ANSWER_WITHIN_MS,
  // A connection that swallows a command is replaced: nothing else would show that its other end is gone.
  socketTimeout: ANSWER_WITHIN_MS,
  retryStrategy: (attempt: number) => Math.min(50 * attempt, 500),
  // A replica that was the primary until a moment ago: a new connection finds the new primary.
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
});

/** Options for a connection that waits for Redis to return, such as a job worker's. */
const willingToWait: RedisOptions = Object.freeze({
  maxRetriesPerRequest: null,
  connectTimeout: 5_000,
  // Longer than BullMQ lets Redis wait for a job.
  socketTimeout: 15_000,
  retryStrategy: (attempt: number) => Math.min(50 * attempt, 1_000),
});

export interface RedisConnectionOptions {
  readonly url: string;
  readonly prefix: string;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/** One shared connection to Redis: opened by its first command, fails fast while Redis is unavailable, and reconnects automatically. */
export class RedisConnection {
  readonly prefix: string;
  readonly #options: RedisConnectionOptions;
  readonly #own = new Set<SeparateConnection>();
  #shared: Promise<Redis> | undefined;
  #opening: Promise<void> | undefined;
  #away: string | null = null;
  #closed = false;

  constructor(options: RedisConnectionOptions) {
    this.#options = options;
    this.prefix = options.prefix;
  }

  /** Runs commands on the shared connection; rejects with RedisUnavailable when no reply arrives within a second. */
  async run<T>(commands: (client: Redis) => Promise<T>): Promise<T> {
    const client = await this.client();
    try {
      return await commands(client);
    } catch (error) {
      throw error instanceof RedisUnavailable ? error : new RedisUnavailable(reasonOf(error), error);
    }
  }

  /** Runs a Lua script atomically; keys are passed without the prefix. */
  evaluate(script: string, key: string, ...args: readonly (string | number)[]): Promise<unknown> {
    return this.run((client) => client.eval(script, 1, this.key(key), ...args));
  }

  /** The shared connection as the stores use it. */
  readonly commands: Pick<Redis, 'eval'> = {
    eval: ((script: string, keys: number, ...args: (string | number)[]) =>
      this.run((client) => client.eval(script, keys, ...args))) as Redis['eval'],
  };

  key(name: string): string {
    return `${this.prefix}:${name}`;
  }

  /** The shared client, connected; rejects with RedisUnavailable when it is not. */
  async client(): Promise<Redis> {
    if (this.#closed) throw new RedisUnavailable('the connection was closed');
    this.#shared ??= this.#open();
    const client = await this.#shared;
    if (client.status === 'ready') return client;
    if (this.#away !== null) throw new RedisUnavailable(this.#away);
    await (this.#opening ??= this.#whenReady(client).finally(() => {
      this.#opening = undefined;
    }));
    return client;
  }

  /** A separate connection that waits for Redis to return; closes with this one at the latest. */
  async separate(): Promise<SeparateConnection> {
    const separate = new SeparateConnection(await createClient(this.#options.url, willingToWait), (client) =>
      this.#watch(client),
    );
    this.#own.add(separate);
    return separate;
  }

  onShutdown(): Promise<void> {
    return this.close();
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const separate of this.#own) separate.disconnect();
    (await this.#shared)?.disconnect();
  }

  async #open(): Promise<Redis> {
    const client = await createClient(this.#options.url, quickToFail);
    this.#watch(client);
    client.connect().catch(() => {});
    return client;
  }

  #watch(client: Redis): void {
    const unexplained = 'the connection was closed';
    let reason = unexplained;
    client.on('error', (error) => {
      reason = reasonOf(error);
    });
    client.on('ready', () => {
      reason = unexplained;
      this.#nowReachable();
    });
    // Logs only connections that were lost, not those that were closed.
    client.on('reconnecting', () => this.#nowAway(reason));
  }

  #whenReady(client: Redis): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => () => {
        clearTimeout(timer);
        client.off('ready', onReady).off('reconnecting', onLost).off('end', onLost);
        act();
      };
      const fail = (reason: string) => settle(() => reject(new RedisUnavailable(reason)));
      const onReady = settle(resolve);
      const onLost = () => fail(this.#away ?? 'the connection was closed')();
      const timer = setTimeout(fail(`no connection within ${ANSWER_WITHIN_MS} ms`), ANSWER_WITHIN_MS);
      client.on('ready', onReady).on('reconnecting', onLost).on('end', onLost);
    });
  }

  #nowReachable(): void {
    if (this.#away !== null) this.#options.log.info('Redis is reachable again.');
    this.#away = null;
  }

  #nowAway(reason: string): void {
    if (this.#away === null) this.#options.log.warn(`Redis is unavailable: ${reason}. Reconnecting until it is back.`);
    this.#away = reason;
  }
}

async function createClient(url: string, options: RedisOptions): Promise<Redis> {
  const { Redis } = await import('ioredis');
  return new Redis(url, options);
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0].message;
  return error instanceof Error && error.message !== '' ? error.message : String(error);
}
