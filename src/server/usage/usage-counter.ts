import type { ConsumerKind, UsageCount } from '../../routing/table/usage.js';
import { isoDay, millisecondsPerDay } from '../../text/date.js';

/** The calls of one consumer to one operation since they were last taken. */
class Tally {
  calls = 0;
  refused = 0;
  members: Map<string, number> | null = null;

  constructor(
    readonly first: number,
    public last: number,
  ) {}
}

/** The tallies of one operation in one version, by consumer. */
export class RouteTallies {
  readonly caller = new Map<string, Tally>();
  readonly key = new Map<string, Tally>();
  readonly address = new Map<string, Tally>();
  readonly custom = new Map<string, Tally>();
  readonly other = new Map<string, Tally>();
  /** Of everything that was taken. */
  calls = 0;
  refused = 0;

  constructor(
    readonly version: string | null,
    readonly operation: string,
  ) {}
}

/** The calls to one operation in one version. */
export type UsageTotal = Pick<UsageCount, 'version' | 'operation' | 'calls' | 'refused'>;

export interface UsageLimits {
  /** Different consumers a day. */
  readonly consumers: number;
  /** Different consumers of operations between two takings. */
  readonly tallies: number;
}

const kinds: readonly ConsumerKind[] = ['caller', 'key', 'address', 'custom', 'other'];
const longestName = 200;

/** Counts calls in this process. Within its limits every consumer is counted apart, and beyond them all together. */
export class UsageCounter {
  readonly #limits: UsageLimits;
  readonly #routes = new Map<string, RouteTallies>();
  /** The names of this day by kind and name, so that the tallies of a consumer share its text. */
  readonly #consumers = new Map<string, string>();
  #tallies = 0;
  #day = '';
  #dayEnds = 0;
  #ended: UsageCount[] = [];

  constructor(limits: UsageLimits = { consumers: 10_000, tallies: 40_000 }) {
    this.#limits = limits;
  }

  open(version: string | null, operation: string): RouteTallies {
    const name = `${version ?? ''} ${operation}`;
    const route = this.#routes.get(name) ?? new RouteTallies(version, operation);
    this.#routes.set(name, route);
    return route;
  }

  /** Counts one call at a time in milliseconds. */
  count(route: RouteTallies, kind: ConsumerKind, consumer: string, now: number): Tally {
    const tally = this.#tallyOf(route, kind, consumer, now);
    tally.calls++;
    tally.last = now;
    return tally;
  }

  /** Counts a deprecated member of a call that is counted. */
  countMember(route: RouteTallies, kind: ConsumerKind, consumer: string, now: number, member: string): void {
    const tally = this.#tallyOf(route, kind, consumer, now);
    tally.members ??= new Map();
    tally.members.set(member, (tally.members.get(member) ?? 0) + 1);
  }

  /** Everything counted since the last time. */
  take(): readonly UsageCount[] {
    const counts = this.#ended;
    this.#ended = [];
    for (const route of this.#routes.values())
      for (const kind of kinds) {
        for (const [consumer, { calls, refused, first, last, members }] of route[kind]) {
          route.calls += calls;
          route.refused += refused;
          counts.push({
            version: route.version,
            operation: route.operation,
            kind,
            consumer,
            day: this.#day,
            calls,
            refused,
            first,
            last,
            members: Object.fromEntries(members ?? []),
          });
        }
        route[kind].clear();
      }
    this.#tallies = 0;
    return counts;
  }

  /** Of each operation that was called. */
  totals(): readonly UsageTotal[] {
    return [...this.#routes.values()]
      .map((route) => {
        const running = kinds.flatMap((kind) => [...route[kind].values()]);
        const sum = (name: 'calls' | 'refused') => running.reduce((total, tally) => total + tally[name], route[name]);
        return { version: route.version, operation: route.operation, calls: sum('calls'), refused: sum('refused') };
      })
      .filter(({ calls }) => calls > 0);
  }

  #tallyOf(route: RouteTallies, kind: ConsumerKind, consumer: string, now: number): Tally {
    if (now >= this.#dayEnds) this.#beginDay(now);
    return route[kind].get(consumer) ?? this.#create(route, kind, consumer, now);
  }

  #beginDay(now: number): void {
    this.#ended = [...this.take()];
    this.#day = isoDay(new Date(now));
    this.#dayEnds = Date.parse(this.#day) + millisecondsPerDay;
    this.#consumers.clear();
  }

  #create(route: RouteTallies, kind: ConsumerKind, given: string, now: number): Tally {
    const admitted = kind === 'other' || this.#tallies >= this.#limits.tallies ? null : this.#admit(kind, given);
    const tallies = admitted === null ? route.other : route[kind];
    const consumer = admitted ?? 'other';
    const known = tallies.get(consumer);
    if (known) return known;
    const tally = new Tally(now, now);
    tallies.set(consumer, tally);
    this.#tallies++;
    return tally;
  }

  /** The name of a consumer; null for one beyond the limit. */
  #admit(kind: ConsumerKind, given: string): string | null {
    const name = storable(given);
    const key = `${kind} ${name}`;
    const known = this.#consumers.get(key);
    if (known !== undefined || this.#consumers.size >= this.#limits.consumers) return known ?? null;
    this.#consumers.set(key, name);
    return name;
  }
}

/** A copy without control characters, so that every store takes it, which also keeps no longer text alive. */
function storable(name: string): string {
  const text = name.slice(0, longestName).replaceAll(/[\u0000-\u001f\u007f]/g, '?');
  return Buffer.from(text).toString();
}
