import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresPool as KyselyPool } from 'kysely';
import type { Pool, PoolClient, PoolConfig } from 'pg';
import { WriteHealth } from '../health/write-health.js';
import { DatabaseUnavailable } from './database-unavailable.js';
import type { DatabaseLimits } from './open-database.js';
import { PostgresConnection } from './postgres-connection.js';

export interface PostgresPoolOptions extends DatabaseLimits {
  readonly warn: (message: string) => void;
}

/** The longest that an ending pool waits for borrowed connections, whatever a statement may take. */
const endWithinMs = 5_000;

/** New pages of a table, so that an existing page with space for a row does not pass for space on the disk. */
const trialWrite = [
  'begin',
  'create table svc_trial (filler text)',
  "insert into svc_trial select repeat('x', 1000) from generate_series(1, 64)",
];

/** A pool that dead connections cannot fill: every wait has an end, and after a loss no connection from before it is used. */
export class PostgresPool {
  readonly #pool: Pool;
  readonly #options: PostgresPoolOptions;
  readonly #sockets = new Set<Socket>();
  readonly #provenAt = new WeakMap<PoolClient, number>();
  readonly #writeHealth = new WriteHealth();
  #lostAt = Number.NEGATIVE_INFINITY;

  constructor(create: (config: PoolConfig) => Pool, config: PoolConfig, options: PostgresPoolOptions) {
    this.#options = options;
    this.#pool = create({ ...config, stream: () => this.#openSocket() });
    // Without a listener, a connection lost while in use would end the process.
    this.#pool.on('connect', (client) => {
      this.#provenAt.set(client, performance.now());
      client.on('error', (error) => options.warn(`A PostgreSQL connection was lost: ${error.message}`));
    });
    this.#pool.on('error', () => {});
  }

  /** Rejects with pg's own error when no connection can be opened. */
  async ping(): Promise<void> {
    const client = await this.#pool.connect();
    client.release();
  }

  /** Rejects while writes fail; after a failure, a trial write says whether they work again. */
  checkWrites(): Promise<void> {
    return this.#writeHealth.check(async () => {
      const connection = await this.forKysely.connect();
      try {
        for (const statement of trialWrite) await connection.query(statement, []);
      } finally {
        await connection.query('rollback', []).catch(() => {});
        connection.release();
      }
    });
  }

  /** The part of a pool that Kysely uses. */
  readonly forKysely: KyselyPool = {
    connect: async () => {
      const client = await this.#borrow();
      const connection = new PostgresConnection(client, {
        ...this.#options,
        onLoss: () => (this.#lostAt = performance.now()),
        onTrouble: () => this.#writeHealth.fail(),
      });
      return {
        query: (async (text: string, parameters: readonly unknown[]) => {
          const result = await connection.query(text, parameters);
          this.#provenAt.set(client, performance.now());
          return result;
        }) as never,
        release: () => connection.release(),
      };
    },
    end: () => this.end(),
  };

  /** Waits a little for borrowed connections, then closes every socket. */
  async end(): Promise<void> {
    const late = new AbortController();
    const limit = sleep(Math.min(this.#options.timeoutMs || endWithinMs, endWithinMs), undefined, {
      signal: late.signal,
    }).catch(() => {});
    await Promise.race([this.#pool.end(), limit]);
    late.abort();
    for (const socket of this.#sockets) socket.destroySoon();
  }

  async #borrow(): Promise<PoolClient> {
    for (;;) {
      const client = await this.#pool.connect().catch((error: Error & { readonly code?: string }) => {
        this.#options.warn(`The database does not respond: ${error.message || error.code}`);
        throw new DatabaseUnavailable(error);
      });
      if (this.#provenAt.get(client)! > this.#lostAt) return client;
      client.release(true);
    }
  }

  #openSocket(): Socket {
    const socket = new Socket();
    this.#sockets.add(socket);
    return socket.on('close', () => this.#sockets.delete(socket));
  }
}
