/** A value as SQLite's binding needs it: the binding silently turns a large integer into a float, and a Date into NULL. */
export function bindable(value: unknown): unknown {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (value instanceof Date) return value.toISOString();
  return value;
}
