/** More work was offered than may wait. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';

  constructor(readonly retryAfterSeconds: number) {
    super(`All places in the queue are taken; try again in ${retryAfterSeconds} s.`);
  }
}

export interface BoundedQueueOptions {
  /** Tasks that run at a time. */
  readonly concurrency: number;
  /** Tasks that wait beyond those. */
  readonly limit: number;
}

/** Runs a few tasks at a time, lets a few wait in order, and refuses the rest at once with `QueueFull`. */
export class BoundedQueue {
  #running = 0;
  #waiting: (() => void)[] = [];

  constructor(private readonly options: BoundedQueueOptions) {}

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Runs a task when it is its turn; one whose signal aborts before gives up its place in the line, and rejects with the signal's reason. */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    await this.#enter(signal);
    try {
      return await task();
    } finally {
      this.#leave();
    }
  }

  #enter(signal: AbortSignal | undefined): Promise<void> | undefined {
    if (this.#running < this.options.concurrency) {
      this.#running += 1;
      return undefined;
    }
    if (this.#waiting.length >= this.options.limit)
      throw new QueueFull(1 + Math.floor(this.#waiting.length / this.options.concurrency / 4));
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting = this.#waiting.filter((waiting) => waiting !== enter);
        reject(signal!.reason as Error);
      };
      const enter = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      this.#waiting.push(enter);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** A place that is left goes to the next in line, without being free in between. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}
