/** The queue is full, or the part of it that one client may fill. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';

  constructor(
    /** `images` */
    readonly work: string,
    readonly retryAfterSeconds: number,
  ) {
    super(`Too many ${work} are waiting. Try again in ${retryAfterSeconds} s.`);
  }
}

export interface FairQueueOptions {
  /** What is done here, in the plural: `images`. */
  readonly work: string;
  /** Tasks that run at a time. One client runs one fewer, so that another finds a place. */
  readonly concurrency: number;
  /** Tasks that may wait for those. One client may fill a quarter of the places. */
  readonly limit: number;
}

/** Who wants a task done. */
export interface Turn {
  /** Whose share it takes, such as an address. */
  readonly client: string;
  /** Gives a waiting task up, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

interface Share {
  /** Milliseconds of work that the client has had while it had tasks here. */
  used: number;
  running: number;
  waiting: readonly (() => void)[];
}

/**
 * Runs a few tasks at a time, lets a few wait, and rejects the rest at once with `QueueFull`. The next task is one of the client that has used
 * the least time, so a client with much expensive work waits behind one with little.
 */
export class FairQueue {
  readonly #shares = new Map<string, Share>();
  readonly #mostRunning: number;
  readonly #mostWaiting: number;
  #running = 0;
  #waiting = 0;

  constructor(private readonly options: FairQueueOptions) {
    this.#mostRunning = Math.max(1, options.concurrency - 1);
    this.#mostWaiting = Math.ceil(options.limit / 4);
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Whether a task of the client runs or waits. */
  isServing(client: string): boolean {
    const share = this.#shares.get(client);
    return share !== undefined && (share.running > 0 || share.waiting.length > 0);
  }

  /** Runs a task in turn. */
  async run<T>(task: () => Promise<T>, { client, signal }: Turn): Promise<T> {
    signal?.throwIfAborted();
    const share = this.#shareOf(client);
    await this.#enter(share, signal);
    const started = performance.now();
    try {
      return await task();
    } finally {
      share.used += performance.now() - started;
      this.#leave(share);
    }
  }

  /** A client that comes anew is served next, and has no advantage over another that did. */
  #shareOf(client: string): Share {
    const known = this.#shares.get(client);
    if (known) return known;
    for (const name of this.#shares.keys()) if (!this.isServing(name)) this.#shares.delete(name);
    const least = Math.min(...[...this.#shares.values()].map(({ used }) => used));
    const share: Share = { used: Number.isFinite(least) ? least : 0, running: 0, waiting: [] };
    this.#shares.set(client, share);
    return share;
  }

  #enter(share: Share, signal: AbortSignal | undefined): Promise<void> | undefined {
    if (this.#running < this.options.concurrency && share.running < this.#mostRunning) {
      this.#start(share);
      return undefined;
    }
    if (this.#waiting >= this.options.limit || share.waiting.length >= this.#mostWaiting)
      throw new QueueFull(this.options.work, 1 + Math.floor(this.#waiting / this.options.concurrency / 4));
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#forget(share, enter);
        reject(signal!.reason as Error);
      };
      const enter = () => {
        signal?.removeEventListener('abort', giveUp);
        this.#forget(share, enter);
        this.#start(share);
        resolve();
      };
      share.waiting = [...share.waiting, enter];
      this.#waiting += 1;
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  #start(share: Share): void {
    this.#running += 1;
    share.running += 1;
  }

  #forget(share: Share, enter: () => void): void {
    share.waiting = share.waiting.filter((waiting) => waiting !== enter);
    this.#waiting -= 1;
  }

  #leave(share: Share): void {
    this.#running -= 1;
    share.running -= 1;
    const next = [...this.#shares.values()]
      .filter(({ running, waiting }) => waiting.length > 0 && running < this.#mostRunning)
      .reduce<Share | null>((first, other) => (first === null || other.used < first.used ? other : first), null);
    next?.waiting[0]!();
  }
}
