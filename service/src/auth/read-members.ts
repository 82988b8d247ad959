export type Members = Record<string, unknown>;

/** A JSON object's members; null for any other text. */
export function parseObject(text: string): Members | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : null;
  } catch {
    return null;
  }
}

/** The members of a body that is a JSON object or a form. */
export function readMembers(text: string): Members {
  return parseObject(text) ?? Object.fromEntries(new URLSearchParams(text));
}
