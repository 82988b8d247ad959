/** A value as SQLite's binding needs it: it would turn a great whole number into a real one, and a Date into NULL, without a word. */
export function bindable(value: unknown): unknown {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (value instanceof Date) return value.toISOString();
  return value;
}
