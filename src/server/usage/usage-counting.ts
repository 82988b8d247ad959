import type { Binding } from '../../routing/table/binding.js';
import type { GuardInput } from '../../routing/declare/guard.js';
import type { UsageSource } from '../../routing/table/app-tokens.js';
import type { Route } from '../../routing/table/route.js';
import type { Logger } from '../../routing/table/logger.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import type { UsageFilter, UsageReading, UsageStore } from '../../routing/table/usage.js';
import type { Exchange } from '../endpoint/exchange.js';
import { MemoryUsageStore } from '../stores/memory-usage-store.js';
import { UsageCounter, type UsageTotal } from './usage-counter.js';
import { consumersOf, KnownConsumers, RouteUsage } from './usage-step.js';
import { UsageWriter } from './usage-writer.js';

/** Milliseconds between two looks at the real time. */
const step = 250;

/** The time as of a quarter of a second ago at most: reading the real time costs more than counting a call. */
class CoarseClock {
  #now = Date.now();
  #timer: NodeJS.Timeout | undefined;

  start(): void {
    this.#timer ??= setInterval(() => {
      this.#now = Date.now();
    }, step).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Milliseconds since 1970. */
  readonly now = (): number => this.#now;
}

/** The usage of an app: counts its calls, and writes and reads the counts. */
export class UsageCounting implements UsageSource {
  readonly #options: ServiceOptions;
  readonly #logger: Logger;
  readonly #counter = new UsageCounter();
  readonly store: UsageStore;
  readonly #writer: UsageWriter;
  readonly #clock = new CoarseClock();
  readonly #known = new KnownConsumers();

  constructor(options: ServiceOptions, logger: Logger) {
    this.#options = options;
    this.#logger = logger;
    this.store = this.#usage.store ?? new MemoryUsageStore();
    this.#writer = new UsageWriter(this.#counter, this.store, logger);
  }

  onInit(): void {
    this.#clock.start();
    this.#writer.start();
  }

  /** Runs before the store is closed. */
  onShutdown(): Promise<void> {
    this.#clock.stop();
    return this.#writer.stop();
  }

  /** Counts the calls of a route; null for a route that is not part of the API. */
  of(route: Route, { guards }: Pick<Binding, 'guards'>): RouteUsage | null {
    if (!route.listed) return null;
    const consumers = consumersOf(this.#usage, guards, this.#options, this.#known, this.#logger);
    const { now } = this.#options;
    return new RouteUsage(this.#counter, route, consumers, now ? () => now().getTime() : this.#clock.now);
  }

  /** Since the app was created. */
  totals(): readonly UsageTotal[] {
    return this.#counter.totals();
  }

  async read(filter: UsageFilter = {}): Promise<UsageReading> {
    await this.#writer.write();
    return this.store.read(filter);
  }

  consumerOf(input: GuardInput) {
    const withConsumer = consumersOf(this.#usage, [], this.#options, this.#known, this.#logger);
    return withConsumer(input as Exchange, false, (kind, consumer) => ({ kind, consumer }));
  }

  get #usage() {
    const { usage } = this.#options;
    return typeof usage === 'object' ? usage : {};
  }
}

/** null where an app counts nothing. */
export function openUsage(options: ServiceOptions, logger: Logger): UsageCounting | null {
  return options.usage ? new UsageCounting(options, logger) : null;
}
