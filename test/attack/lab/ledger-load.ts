import { KeyedWriter, type Load } from './keyed-writer.js';
import { readLedger } from './read-ledger.js';
import type { Tally } from './tally.js';

/** Clients that write with keys until they are stopped; then every entry is counted. */
export class LedgerLoad {
  readonly #load: Load;
  readonly #writers: readonly KeyedWriter[];
  readonly #ended: Promise<unknown>;
  #failure: unknown = null;

  /** Names distinguish the entries of one load from those of another. */
  constructor(clients: number, origin: Load['origin'], tally: Tally, name = 'client') {
    this.#load = { over: false, origin };
    this.#writers = Array.from(
      { length: clients },
      (_, index) => new KeyedWriter(`${name}-${index}`, this.#load, tally),
    );
    this.#ended = Promise.all(this.#writers.map((writer) => writer.run()));
    this.#ended.catch((error: unknown) => (this.#failure = error));
  }

  /** How many writes have been acknowledged so far; throws when a writer failed. */
  get written(): number {
    if (this.#failure !== null) throw this.#failure;
    return this.#writers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  }

  /** How many writes were sent again because the first time got no answer. */
  get retried(): number {
    return this.#writers.reduce((sum, { retried }) => sum + retried, 0);
  }

  get over(): boolean {
    return this.#load.over;
  }

  /** Lets every write get its answer. */
  async end(): Promise<void> {
    this.#load.over = true;
    await this.#ended;
  }

  /** Notes acknowledged writes that are gone, and writes that took effect twice. */
  async count(origin: string, tally: Tally): Promise<void> {
    const counts = new Map<string, number>();
    for (const { memo } of await readLedger(origin)) counts.set(memo, (counts.get(memo) ?? 0) + 1);
    const acknowledged = this.#writers.flatMap((writer) => writer.acknowledged);
    tally.lost(acknowledged.filter((memo) => !counts.has(memo)).length, 'acknowledged writes are gone');
    tally.twice([...counts.values()].filter((count) => count > 1).length, 'writes took effect twice');
  }
}
