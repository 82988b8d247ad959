/** A delivery that is due. */
export interface DueDelivery {
  readonly id: string;
  readonly endpoint: string;
}

/**
 * Chooses among deliveries that are due, the longest due first: each endpoint gets its first one before any gets its second, and none more than it has
 * room for.
 */
export function chooseFairly<Due extends DueDelivery>(
  due: readonly Due[],
  { limit, roomOf }: { readonly limit: number; readonly roomOf: (endpoint: string) => number },
): readonly Due[] {
  const places = new Map<string, number>();
  const rounds: Due[][] = [];
  for (const one of due) {
    const place = places.get(one.endpoint) ?? 0;
    if (place >= roomOf(one.endpoint)) continue;
    places.set(one.endpoint, place + 1);
    (rounds[place] ??= []).push(one);
  }
  return rounds.flat().slice(0, limit);
}
