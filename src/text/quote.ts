const longest = 80;

/** A value as messages show it: as JSON, and shortened, since it may be a whole document. */
export function quote(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (value instanceof Date && Number.isNaN(value.getTime())) return '"Invalid Date"';
  const text = jsonOf(value);
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}

/** Bigints and circles have no JSON. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return typeof value === 'bigint' ? 'a bigint' : 'an object that leads back to itself';
  }
}
