/** Brings together what has equal marks, in the order in which it comes first. */
export function bringTogether<T>(list: readonly T[], marksOf: (item: T) => unknown): readonly (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of list) {
    const key = JSON.stringify(marksOf(item));
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}

/** Each item once. */
export function distinct<T>(list: readonly T[]): readonly T[] {
  return bringTogether(list, (item) => item).map(([first]) => first);
}
