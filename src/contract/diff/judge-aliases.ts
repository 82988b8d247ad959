/** What aliases make of a document: a circle, or something too large to be walked through. */
export type AliasProblem = 'circle' | 'growth';

/** So many values may a document hold when its aliases are written out. */
const maximumValues = 10_000_000;

/** Judges a document whose values may be shared; each is looked at once, however often it stands there. */
export function judgeAliases(document: unknown): AliasProblem | null {
  const sizes = new Map<object, number | 'open'>();
  const sizeOf = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 1;
    const known = sizes.get(value);
    if (known === 'open') return Number.NaN;
    if (known !== undefined) return known;
    sizes.set(value, 'open');
    const size = Object.values(value).reduce<number>((sum, member) => sum + sizeOf(member), 1);
    sizes.set(value, size);
    return size;
  };
  const size = sizeOf(document);
  if (Number.isNaN(size)) return 'circle';
  return size > maximumValues ? 'growth' : null;
}
