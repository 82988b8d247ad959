import { randomUUID } from 'node:crypto';
import type { UsageBatch, UsageStore } from '../../routing/table/usage.js';
import type { Logger } from '../../routing/table/logger.js';
import type { UsageCounter } from './usage-counter.js';

/** Between two writings, in milliseconds: the most that a killed process loses. */
const period = 9_000;

/** Writes what this process counted to the store, every nine seconds and at its end. */
export class UsageWriter {
  readonly #counter: UsageCounter;
  readonly #store: UsageStore;
  readonly #logger: Logger;
  readonly #writer = randomUUID();
  #sequence = 0;
  /** Not yet known to be in the store. */
  #unwritten: UsageBatch | null = null;
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isFailing = false;

  constructor(counter: UsageCounter, store: UsageStore, logger: Logger) {
    this.#counter = counter;
    this.#store = store;
    this.#logger = logger;
  }

  start(): void {
    this.#timer = setInterval(() => void this.write(), period).unref();
  }

  /** Writes what is left. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }

  /** Never rejects: what the store does not take is written the next time. */
  write(): Promise<void> {
    return (this.#writing = this.#writing.then(async () => {
      try {
        await this.#retry();
        const counts = this.#counter.take();
        if (counts.length > 0) this.#unwritten = { writer: this.#writer, sequence: ++this.#sequence, counts };
        await this.#retry();
        this.#isFailing = false;
      } catch (error) {
        if (!this.#isFailing) this.#logger.warn('The usage store is unavailable', { error: String(error) });
        this.#isFailing = true;
      }
    }));
  }

  async #retry(): Promise<void> {
    if (this.#unwritten === null) return;
    await this.#store.add(this.#unwritten);
    this.#unwritten = null;
  }
}
