/** Equal for equal words: FNV-1a. */
export function seedOf(seed: number, words: string): number {
  let hash = 2_166_136_261 ^ seed;
  for (let index = 0; index < words.length; index += 1) hash = Math.imul(hash ^ words.charCodeAt(index), 16_777_619);
  return hash | 0;
}

/** A list in an order that the seed decides. */
export function rotate<T>(list: readonly T[], seed: number): readonly T[] {
  if (list.length === 0) return list;
  const order = list.map((one, index) => ({ one, rank: seedOf(seed, String(index)) }));
  return order.sort((a, b) => a.rank - b.rank).map(({ one }) => one);
}
