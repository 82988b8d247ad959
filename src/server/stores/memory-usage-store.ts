import { addUsage, isAsked, usageKeyOf } from '../../routing/table/usage-sums.js';
import type { UsageBatch, UsageCount, UsageFilter, UsageReading, UsageStore } from '../../routing/table/usage.js';

const mostCounts = 40_000;
const mostConsumers = 10_000;

/** Keeps counts in this process: of 10,000 consumers apart, and of all others together. */
export class MemoryUsageStore implements UsageStore {
  readonly #counts = new Map<string, UsageCount>();
  readonly #consumers = new Set<string>();
  readonly #written = new Map<string, number>();
  #since: number | null = null;

  add({ writer, sequence, counts }: UsageBatch): void {
    if ((this.#written.get(writer) ?? 0) >= sequence) return;
    this.#written.set(writer, sequence);
    for (const count of counts) {
      this.#since = Math.min(this.#since ?? count.first, count.first);
      this.#put(this.#isRoomFor(count) ? count : { ...count, kind: 'other', consumer: 'other' });
    }
  }

  read({ byDay = false, ...filter }: UsageFilter): UsageReading {
    const found = [...this.#counts.values()].filter((count) => isAsked(count, filter));
    if (byDay) return { since: this.#since, counts: found };
    const sums = new Map<string, UsageCount>();
    for (const count of found) addUsage(sums, { ...count, day: null });
    return { since: this.#since, counts: [...sums.values()] };
  }

  #put(count: UsageCount): void {
    addUsage(this.#counts, count);
  }

  #isRoomFor(count: UsageCount): boolean {
    if (count.kind === 'other' || this.#counts.has(usageKeyOf(count))) return true;
    const consumer = `${count.kind} ${count.consumer}`;
    if (this.#counts.size >= mostCounts) return false;
    if (!this.#consumers.has(consumer) && this.#consumers.size >= mostConsumers) return false;
    this.#consumers.add(consumer);
    return true;
  }
}
