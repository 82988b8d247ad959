import type { Database } from '../database/database.js';
import { raiseRevision, readRevision } from './revision.js';

/** How often a busy process checks for changes by others, and how long a check stays valid, in milliseconds. */
const lookEvery = 400;
const trustFor = 800;

export interface RevisionWatchOptions {
  readonly database: Pick<Database, 'kysely'>;
  /** Called when another process changed something. */
  readonly onForeignChange: () => void;
  readonly now?: () => number;
}

/** Knows whether this process's cache is newer than every change; checks outside the request path while there is traffic. */
export class RevisionWatch {
  readonly #database: Pick<Database, 'kysely'>;
  readonly #onForeignChange: () => void;
  readonly #now: () => number;
  #known: number | null = null;
  #confirmedAt = Number.NEGATIVE_INFINITY;
  #used = false;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;

  constructor({ database, onForeignChange, now = Date.now }: RevisionWatchOptions) {
    this.#database = database;
    this.#onForeignChange = onForeignChange;
    this.#now = now;
  }

  /** Whether the last check is recent enough to answer from the cache. */
  isConfirmed(now: number): boolean {
    this.#used = true;
    return now - this.#confirmedAt < trustFor;
  }

  /** Looks now, once for all who ask at the same time; rejects when the database does not respond. */
  confirm(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** Notifies the other processes of a change here. */
  async announce(): Promise<void> {
    const raised = await raiseRevision(this.#database);
    if (this.#known !== null && raised === this.#known + 1) this.#known = raised;
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  async #look(): Promise<void> {
    const startedAt = this.#now();
    const revision = await readRevision(this.#database);
    if (this.#known !== null && revision > this.#known) this.#onForeignChange();
    this.#known = Math.max(revision, this.#known ?? 0);
    this.#confirmedAt = startedAt;
    this.#timer ??= setInterval(() => this.#tick(), lookEvery).unref();
  }

  /** An idle process stops checking; its next request checks first. */
  #tick(): void {
    if (!this.#used) return this.stop();
    this.#used = false;
    this.confirm().catch(() => {});
  }
}
