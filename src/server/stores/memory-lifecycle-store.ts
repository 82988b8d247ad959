import type { LifecycleStore, NoticeClaim, UndeliveredNotice } from '../../routing/table/lifecycle-store.js';
import type { UsageStore } from '../../routing/table/usage.js';

/** Keeps which notices have arrived in this process. */
export class MemoryLifecycleStore implements LifecycleStore {
  readonly #delivered = new Set<string>();
  readonly #undelivered = new Map<string, UndeliveredNotice>();
  readonly #now: () => number;

  /** `now` returns milliseconds. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  claim(notice: string, holdSeconds: number): NoticeClaim | Promise<NoticeClaim> {
    if (this.#delivered.has(notice)) return { state: 'delivered' };
    const now = this.#now();
    const held = this.#undelivered.get(notice);
    if (held && held.next > now) return { state: 'waiting', seconds: (held.next - now) / 1_000 };
    const { attempts, since } = held ?? { attempts: 0, since: now };
    const next = now + holdSeconds * 1_000;
    this.#undelivered.set(notice, { notice, attempts: attempts + 1, since, next, failure: null });
    return { state: 'claimed', attempt: attempts + 1 };
  }

  confirm(notice: string): void {
    this.#undelivered.delete(notice);
    this.#delivered.add(notice);
  }

  fail(notice: string, failure: string, retrySeconds: number): void {
    const held = this.#undelivered.get(notice);
    if (held) this.#undelivered.set(notice, { ...held, failure, next: this.#now() + retrySeconds * 1_000 });
  }

  undelivered(): readonly UndeliveredNotice[] {
    return [...this.#undelivered.values()];
  }
}

/** For a usage store that remembers which notices were taken: the process that took one tries it again, until it ends. */
export class TakenNotices extends MemoryLifecycleStore {
  readonly #take: (notice: string) => boolean | Promise<boolean>;
  readonly #mine = new Set<string>();

  constructor(store: Required<Pick<UsageStore, 'claim'>>) {
    super();
    this.#take = (notice) => store.claim(notice);
  }

  override async claim(notice: string, holdSeconds: number): Promise<NoticeClaim> {
    if (!this.#mine.has(notice) && !(await this.#take(notice))) return { state: 'delivered' };
    this.#mine.add(notice);
    return super.claim(notice, holdSeconds);
  }
}
