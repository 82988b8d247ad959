/** The queue is full. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';

  constructor(readonly retryAfterSeconds: number) {
    super(`The queue is full. Try again in ${retryAfterSeconds} s.`);
  }
}

export interface BoundedQueueOptions {
  /** Tasks that run at a time. */
  readonly concurrency: number;
  /** Tasks that may wait for those. */
  readonly limit: number;
}

/** Runs a few tasks at a time, lets a few wait in order, and rejects the rest at once with `QueueFull`. */
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

  /** Runs a task in turn; one whose signal aborts while waiting leaves the queue, and rejects with the signal's reason. */
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

  /** A freed slot goes directly to the next in the queue. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}
