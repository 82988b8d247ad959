import type { LifecycleEvent } from '../../routing/table/lifecycle-event.js';
import type { Logger, ServiceOptions } from '../../routing/table/service-options.js';
import type { UsageStore } from '../../routing/table/usage.js';
import { MemoryUsageStore } from '../stores/memory-usage-store.js';

/** Between two looks at the dates, in milliseconds. */
const period = 3_600_000;

/** The events that are due at a time in milliseconds. */
type FindDue = (now: number) => readonly LifecycleEvent[];

/** Tells `onLifecycle` of each event once, over all processes that share a store. */
export class LifecycleNotices {
  readonly #due: FindDue;
  readonly #tell: NonNullable<ServiceOptions['onLifecycle']>;
  readonly #store: Pick<UsageStore, 'claim'>;
  readonly #logger: Logger;
  readonly #now: () => Date;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(
    due: FindDue,
    tell: NonNullable<ServiceOptions['onLifecycle']>,
    store: Pick<UsageStore, 'claim'>,
    logger: Logger,
    now: () => Date = () => new Date(),
  ) {
    this.#due = due;
    this.#tell = tell;
    this.#store = store;
    this.#logger = logger;
    this.#now = now;
  }

  /** The start of an app does not wait for notices. */
  onInit(): void {
    void this.check();
    this.#timer = setInterval(() => void this.check(), period).unref();
  }

  onShutdown(): Promise<void> {
    clearInterval(this.#timer);
    return this.#running;
  }

  /** Announces what is due. Never rejects: an event that cannot be claimed stays due, and a claimed one is not announced again. */
  check(): Promise<void> {
    return (this.#running = this.#running.then(async () => {
      for (const event of this.#due(this.#now().getTime())) await this.#notify(event);
    }));
  }

  async #notify(event: LifecycleEvent): Promise<void> {
    try {
      if (await this.#store.claim(event.id)) await this.#tell(event);
    } catch (error) {
      this.#logger.error('A lifecycle event was not announced', { ...event, error: String(error) });
    }
  }
}

/** null where an app announces nothing. */
export function openNotices(
  { onLifecycle, now }: Pick<ServiceOptions, 'onLifecycle' | 'now'>,
  due: FindDue,
  store: UsageStore | undefined,
  logger: Logger,
): LifecycleNotices | null {
  return onLifecycle ? new LifecycleNotices(due, onLifecycle, store ?? new MemoryUsageStore(), logger, now) : null;
}
