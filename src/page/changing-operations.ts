import type { Level } from '../report/level.js';

/** What callers of a version find different in the next one. The same for everybody, so that caches may keep it. */
export interface VersionPair {
  readonly from: string;
  readonly to: string;
  /** The address of the guide, beside the one of this file. */
  readonly guide: string;
  /** How many operations the older version has. */
  readonly operations: number;
  /** Those that only the newer one has: `GET /users`. */
  readonly added: readonly string[];
  /** Those that differ or have another address, by their older one. */
  readonly changed: Readonly<Record<string, PairedOperation>>;
}

export interface PairedOperation {
  /** Whether the guide asks for something: error where clients must change. */
  readonly level: Level | null;
  /** Its address in the newer version; null where it is gone. */
  readonly now: string | null;
  /** Its place in the guide. */
  readonly anchor: string;
  /** When the older one leaves, ISO 8601; null for no date. */
  readonly sunset: string | null;
}

/** An operation that a caller must change, as the first of the steps that demand it says. */
export interface Changing {
  /** As the caller knows it. */
  readonly name: string;
  /** The step of the versions that demands it. */
  readonly step: number;
  readonly change: PairedOperation;
}

/** What callers of a version must change until a later one, by the comparisons in between; `own` null is all of the version. */
export function changingOf(own: ReadonlySet<string> | null, pairs: readonly VersionPair[]): readonly Changing[] {
  const changing = new Map<string, Changing>();
  /** Where each operation is by now. */
  const now = new Map([...(own ?? [])].map((name) => [name, name]));
  const later = new Set<string>();
  pairs.forEach(({ changed, added }, step) => {
    if (own === null)
      for (const name of Object.keys(changed))
        if (!later.has(name) && ![...now.values()].includes(name)) now.set(name, name);
    for (const [name, current] of now) {
      const change = changed[current];
      if (!change) continue;
      if (change.level === 'error' && !changing.has(name)) changing.set(name, { name, step, change });
      if (change.now === null) now.delete(name);
      else now.set(name, change.now);
    }
    for (const name of added) later.add(name);
  });
  return [...changing.values()];
}
