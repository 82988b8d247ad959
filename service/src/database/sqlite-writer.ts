import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseSync } from '@photostructure/sqlite';
import { WriteHealth } from '../health/write-health.js';
import { DatabaseUnavailable } from './database-unavailable.js';
import { classifyFailure, troubleError } from './sqlite-failure.js';

export type SqliteHandle = InstanceType<typeof DatabaseSync>;

/** The right to write, which one caller of this process has at a time. */
export interface Turn {
  /** When waiting for other processes ends, by `performance.now()`. */
  readonly deadline: number;
  end(): void;
}

const longestPauseMs = 25;

/** Makes the writers of this process wait for each other in order, and for other processes off the event loop. */
export class SqliteWriter {
  readonly handle: SqliteHandle;
  readonly #timeoutMs: number;
  readonly #health = new WriteHealth();
  readonly #waiting = new Set<() => void>();
  #isTaken = false;

  constructor(handle: SqliteHandle, timeoutMs: number) {
    this.handle = handle;
    this.#timeoutMs = timeoutMs;
  }

  /** Waits in line for as long as the timeout. */
  takeTurn(): Promise<Turn> {
    const turn: Turn = { deadline: this.deadline(), end: () => this.#pass() };
    if (!this.#isTaken) {
      this.#isTaken = true;
      return Promise.resolve(turn);
    }
    return new Promise((resolve, reject) => {
      const grant = () => {
        clearTimeout(timer);
        resolve(turn);
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(grant);
        reject(new DatabaseUnavailable(new Error(`other writes took longer than ${this.#timeoutMs} ms`)));
      }, this.#timeoutMs);
      this.#waiting.add(grant);
    });
  }

  deadline(): number {
    return performance.now() + this.#timeoutMs;
  }

  /** Tries until no other process is in the way; between two tries everything else of this process runs. */
  async attempt<T>(
    action: () => T,
    { deadline, commits = false }: { deadline: number; commits?: boolean },
  ): Promise<T> {
    for (let pause = 1; ; pause = Math.min(pause * 2, longestPauseMs)) {
      try {
        return action();
      } catch (error) {
        const failure = classifyFailure(error);
        if (failure === 'wrong') throw error;
        if (failure === 'trouble') this.#health.fail();
        if (failure === 'trouble' || performance.now() + pause > deadline)
          throw troubleError(error as Error, { commits });
      }
      await sleep(pause);
    }
  }

  begin(turn: Turn): Promise<void> {
    return this.attempt(() => this.handle.exec('begin immediate'), turn);
  }

  commit(): Promise<void> {
    return this.attempt(() => this.handle.exec('commit'), { deadline: this.deadline(), commits: true });
  }

  /** SQLite has rolled back by itself after some errors. */
  rollback(): void {
    if (this.handle.isTransaction) this.handle.exec('rollback');
  }

  /** A transaction in which nothing else of this process runs. */
  async synchronously<T>(work: () => T): Promise<T> {
    const turn = await this.takeTurn();
    try {
      await this.begin(turn);
      const result = await this.runAtOnce(work);
      await this.commit();
      return result;
    } finally {
      this.rollback();
      turn.end();
    }
  }

  /** Runs statements of a transaction that has begun. */
  runAtOnce<T>(work: () => T): Promise<T> {
    return this.attempt(work, { deadline: 0 });
  }

  /** Rejects while writes fail; after a failure, a trial write says whether they work again. */
  checkWrites(): Promise<void> {
    return this.#health.check(() =>
      this.synchronously(() =>
        this.handle.exec(
          'create table svc_trial (filler blob); insert into svc_trial values (zeroblob(65536)); drop table svc_trial',
        ),
      ),
    );
  }

  #pass(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#isTaken = false;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
