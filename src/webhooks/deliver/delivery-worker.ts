import { randomUUID } from 'node:crypto';
import type { TakenDelivery, WebhookStore } from '../store/webhook-store.js';

/** A queue that runs attempts in this process. */
export interface RunningQueue {
  /** Resolves when the running attempts have ended. */
  close(): Promise<void>;
}

/** Where attempts run: a queue of jobs that several processes work. The store decides which are due, and who has them. */
export interface WebhookQueue {
  /** Adds attempts; an attempt that is added twice runs once. */
  add(attempts: readonly WebhookAttempt[]): Promise<void>;
  /** Runs attempts in this process until it is closed, which waits for the running ones. */
  start(run: (attempt: WebhookAttempt) => Promise<void>, concurrency: number): Promise<RunningQueue>;
}

/** What a queue carries: all else is in the store. */
export interface WebhookAttempt {
  readonly delivery: string;
  readonly lease: string;
}

/** What a worker takes, and how often it looks. */
export interface WorkerOptions {
  readonly store: Pick<WebhookStore, 'take' | 'hold'>;
  readonly run: (taken: TakenDelivery) => Promise<void>;
  /** Breaks off the running attempts. */
  readonly interrupt: () => void;
  readonly queue: WebhookQueue | null;
  readonly concurrency: number;
  readonly perEndpoint: number;
  readonly pollMs: number;
  /** Long enough for one attempt. */
  readonly leaseMs: number;
  readonly now: () => number;
  /** Called once when the store stops answering, until it answers again. */
  readonly warn: (message: string, fields: Record<string, unknown>) => void;
}

/** A delivery waits at most so long in a queue before it is added again. */
const queuedMs = 60_000;
const patienceMs = 2_000;

/** Takes due deliveries in the background, and attempts them here or through a queue. */
export class DeliveryWorker {
  readonly #options: WorkerOptions;
  readonly #running = new Set<Promise<void>>();
  #queueWorker: RunningQueue | null = null;
  #loop: Promise<void> | null = null;
  #isStopping = false;
  #isFailing = false;
  #isWoken = false;
  #wakeUp = () => {};

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    if (this.#loop) return;
    const { queue, concurrency } = this.#options;
    this.#queueWorker = (await queue?.start((attempt) => this.#runQueued(attempt), concurrency)) ?? null;
    this.#loop = this.#work();
  }

  /** Looks for due deliveries now. */
  wake(): void {
    this.#isWoken = true;
    this.#wakeUp();
  }

  /** Takes nothing more, waits a little for the running attempts, and breaks off the others. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.wake();
    const timer = setTimeout(this.#options.interrupt, patienceMs);
    await this.#loop;
    await this.#queueWorker?.close();
    await Promise.all(this.#running);
    clearTimeout(timer);
  }

  async #work(): Promise<void> {
    while (!this.#isStopping) {
      this.#isWoken = false;
      const taken = await this.#takeSafely();
      if (taken === 0 && (this.#isFailing || !this.#isWoken)) await this.#nap();
    }
  }

  /** While the store or the queue is away, new events wake nobody: each would be taken and given back. */
  #nap(): Promise<void> {
    if (this.#isStopping) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#options.pollMs);
      this.#wakeUp = () => {
        if (this.#isFailing && !this.#isStopping) return;
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** How many were taken; none while the store or the queue does not answer, which is tried again. */
  async #takeSafely(): Promise<number> {
    try {
      const taken = await this.#take();
      this.#isFailing = false;
      return taken;
    } catch (error) {
      this.#report(error);
      return 0;
    }
  }

  async #take(): Promise<number> {
    const { store, queue, concurrency, perEndpoint, leaseMs, now } = this.#options;
    const free = queue ? concurrency : concurrency - this.#running.size;
    if (free === 0) return 0;
    const order = { now: now(), leaseMs: queue ? queuedMs : leaseMs, limit: free, perEndpoint };
    const taken = await store.take({ ...order, lease: randomUUID() });
    if (taken.length === 0) return 0;
    if (queue) await this.#enqueue(queue, taken);
    else for (const one of taken) this.#begin(one);
    return taken.length;
  }

  /** What the queue does not take is due again at once. */
  async #enqueue(queue: WebhookQueue, taken: readonly TakenDelivery[]): Promise<void> {
    const { store, now } = this.#options;
    const attempts = taken.map(({ delivery, lease }) => ({ delivery: delivery.id, lease }));
    try {
      await queue.add(attempts);
    } catch (error) {
      await Promise.all(attempts.map(({ delivery, lease }) => store.hold(delivery, lease, now())));
      throw new QueueAway(error);
    }
  }

  #begin(taken: TakenDelivery): void {
    const running: Promise<void> = this.#options
      .run(taken)
      .catch((error: unknown) => this.#report(error))
      .finally(() => {
        this.#running.delete(running);
        this.wake();
      });
    this.#running.add(running);
  }

  /** An attempt that another process has, or that is over, is no work. */
  async #runQueued({ delivery, lease }: WebhookAttempt): Promise<void> {
    const { store, run, leaseMs, now } = this.#options;
    const taken = await store.hold(delivery, lease, now() + leaseMs);
    if (taken) await run(taken);
    this.wake();
  }

  #report(error: unknown): void {
    const [who, cause] = error instanceof QueueAway ? ['queue', error.cause] : ['store', error];
    if (!this.#isFailing)
      this.#options.warn(`Webhooks are waiting: their ${who} does not answer`, { error: String(cause) });
    this.#isFailing = true;
  }
}

class QueueAway extends Error {
  constructor(override readonly cause: unknown) {
    super();
  }
}
