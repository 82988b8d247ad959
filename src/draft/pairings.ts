import { editDistance } from '../text/nearest-name.js';

/** How many steps the search for pairs takes at most. */
const mostSteps = 20_000;

/** Every way to pair names, as far as a bounded search gets; of those with as many pairs, the one with the names that are most alike first. */
export function pairings(
  gone: readonly string[],
  fresh: readonly string[],
  fits: (gone: string, fresh: string) => boolean,
): readonly ReadonlyMap<string, string>[] {
  const near = new Map(
    gone.map((old) => [
      old,
      fresh
        .filter((name) => fits(old, name))
        .map((name) => ({ name, distance: distanceOf(old, name) }))
        .toSorted((one, other) => one.distance - other.distance),
    ]),
  );
  const found: { readonly pairs: ReadonlyMap<string, string>; readonly distance: number }[] = [];
  const taken = new Map<string, string>();
  let steps = mostSteps;
  const search = (index: number, distance: number): void => {
    steps -= 1;
    if (steps < 0) return;
    if (index === gone.length) {
      found.push({ pairs: new Map([...taken].map(([name, old]) => [old, name])), distance });
      return;
    }
    const old = gone[index]!;
    for (const one of near.get(old)!) {
      if (taken.has(one.name)) continue;
      taken.set(one.name, old);
      search(index + 1, distance + one.distance);
      taken.delete(one.name);
    }
    search(index + 1, distance);
  };
  search(0, 0);
  return found
    .toSorted((one, other) => other.pairs.size - one.pairs.size || one.distance - other.distance)
    .map(({ pairs }) => pairs);
}

/** How many letters two names, or paths, differ in. */
export const distanceOf = (one: string, other: string): number => editDistance(simple(one), simple(other));

/** `departure.date` and `departureDate` are one name. */
const simple = (name: string) => name.toLowerCase().replaceAll(/[._-]/g, '');
