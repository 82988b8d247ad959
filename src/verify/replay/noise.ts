import type { Difference } from './compare-values.js';

/** What of an operation differs between two runs of the same build. */
export class Noise {
  readonly #known = new Map<number, Map<string, Set<Difference['kind']>>>();

  /** Learns that two answers of one build differ there. */
  learn(operation: number, { place, kind }: Difference): void {
    const places = this.#known.get(operation) ?? new Map<string, Set<Difference['kind']>>();
    this.#known.set(operation, places);
    const kinds = places.get(place) ?? new Set();
    // What is missing once may be there the next time.
    for (const one of kind === 'lost' || kind === 'added' ? (['lost', 'added'] as const) : [kind]) kinds.add(one);
    places.set(place, kinds);
  }

  /** Whether a difference says nothing about a new build. */
  explains(operation: number, { place, kind }: Difference): boolean {
    const places = this.#known.get(operation);
    if (!places) return false;
    // A list in another order differs wherever its items do.
    if (kind === 'order' && [...places.keys()].some((one) => isWithin(one, place))) return true;
    return [...places].some(([noisy, kinds]) => {
      if (noisy === place) return kinds.has(kind) || kinds.has('type');
      if (!isWithin(place, noisy)) return false;
      return kinds.has('type') || ((kinds.has('length') || kinds.has('order')) && kind !== 'type');
    });
  }

  /** The noisy places of an operation: `/items/*` + `/at`. */
  placesOf(operation: number): readonly string[] {
    return [...(this.#known.get(operation)?.keys() ?? [])].sort();
  }

  /** The operations that have some. */
  get operations(): readonly number[] {
    return [...this.#known.keys()].sort((a, b) => a - b);
  }
}

/** Whether a place is another one, or inside of it. */
export const isWithin = (place: string, outer: string): boolean =>
  place === outer || (outer === '/' ? place.startsWith('/') : place.startsWith(`${outer}/`));
