import type { LifecycleDelivery, LifecycleEvent } from '../../routing/table/lifecycle-event.js';
import type { LifecycleStore } from '../../routing/table/lifecycle-store.js';
import type { Logger } from '../../routing/table/logger.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import type { UsageStore } from '../../routing/table/usage.js';
import { countOf, joinWords } from '../../text/join-words.js';
import { MemoryLifecycleStore, TakenNotices } from '../stores/memory-lifecycle-store.js';

/** Seconds between two looks at the dates. */
const period = 3_600;
/** Seconds for which an attempt is held: after a crash, another process tries again. */
const hold = 120;
/** Seconds until the second attempt. Each later one waits twice as long, which is never longer than all attempts before it took. */
const firstRetry = 2;
const longestRetry = 6 * 3_600;

/** The events that are due at a time in milliseconds. */
type FindDue = (now: number) => readonly LifecycleEvent[];
type Announce = NonNullable<ServiceOptions['onLifecycle']>;

/** Announces each event until it has arrived, once over all processes that share a store. */
export class LifecycleNotices {
  readonly #due: FindDue;
  readonly #announce: Announce;
  readonly #store: LifecycleStore;
  readonly #logger: Logger;
  readonly #now: () => Date;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isOpen = true;

  constructor(
    due: FindDue,
    announce: Announce,
    store: LifecycleStore,
    logger: Logger,
    now: () => Date = () => new Date(),
  ) {
    this.#due = due;
    this.#announce = announce;
    this.#store = store;
    this.#logger = logger;
    this.#now = now;
  }

  /** The start of an app does not wait for notices. */
  onInit(): void {
    void this.check();
  }

  onShutdown(): Promise<void> {
    this.#isOpen = false;
    clearTimeout(this.#timer);
    return this.#running;
  }

  /** Announces what is due, and comes back when the next attempt is. Never rejects. */
  check(): Promise<void> {
    clearTimeout(this.#timer);
    return (this.#running = this.#running.then(async () => {
      let next = period;
      for (const event of this.#due(this.#now().getTime())) next = Math.min(next, await this.#notify(event));
      if (this.#isOpen) this.#timer = setTimeout(() => void this.check(), next * 1_000).unref();
    }));
  }

  /** In how many seconds to look at the event again. */
  async #notify(event: LifecycleEvent): Promise<number> {
    try {
      const claim = await this.#store.claim(event.id, hold);
      if (claim.state === 'waiting') return claim.seconds;
      if (claim.state === 'delivered') return period;
      const failure = await this.#attempt(event);
      if (failure === null) {
        await this.#store.confirm(event.id);
        return period;
      }
      const retrySeconds = Math.min(longestRetry, firstRetry * 2 ** (claim.attempt - 1));
      this.#logger.error('A lifecycle event did not arrive', { ...event, error: failure, retrySeconds });
      await this.#store.fail(event.id, failure, retrySeconds);
      return retrySeconds;
    } catch (error) {
      this.#logger.error('A lifecycle event was not announced', { ...event, error: String(error) });
      return hold;
    }
  }

  /** Why the event did not arrive, or null. */
  async #attempt(event: LifecycleEvent): Promise<string | null> {
    const missing: string[] = [];
    const delivery: LifecycleDelivery = {
      deliver: async (recipient, send) => {
        const arrived = await this.#deliver(`${event.id} to ${recipient}`, send);
        if (!arrived) missing.push(recipient);
        return arrived;
      },
    };
    try {
      await this.#announce(event, delivery);
    } catch (error) {
      return String(error);
    }
    return missing.length === 0 ? null : `Not delivered to ${namesOf(missing)}.`;
  }

  /** A recipient has no back-off of its own: it is tried with the event. */
  async #deliver(notice: string, send: () => unknown): Promise<boolean> {
    const { state } = await this.#store.claim(notice, hold);
    if (state !== 'claimed') return state === 'delivered';
    try {
      await send();
    } catch (error) {
      await this.#store.fail(notice, String(error), 0);
      return false;
    }
    await this.#store.confirm(notice);
    return true;
  }
}

const namesOf = (names: readonly string[]) =>
  names.length <= 3
    ? joinWords(names, 'and')
    : `${names.slice(0, 3).join(', ')} and ${countOf(names.length - 3, 'other')}`;

/** null where an app announces nothing. */
export function openNotices(
  { onLifecycle, lifecycle, now }: Pick<ServiceOptions, 'onLifecycle' | 'lifecycle' | 'now'>,
  due: FindDue,
  usage: UsageStore | undefined,
  logger: Logger,
): LifecycleNotices | null {
  if (!onLifecycle) return null;
  const store =
    lifecycle?.store ??
    (usage?.claim ? new TakenNotices({ claim: usage.claim.bind(usage) }) : new MemoryLifecycleStore());
  return new LifecycleNotices(due, onLifecycle, store, logger, now);
}
