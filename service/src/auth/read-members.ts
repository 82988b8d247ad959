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

/** The first name that a JSON object has twice, which parsers resolve differently (RFC 8259, section 4); null when there is none. */
export function repeatedMember(json: string): string | null {
  const names = new Set<string>();
  let depth = 0;
  for (const { 0: token, index } of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1 && isName(json, index + token.length)) {
      const name = JSON.parse(token) as string;
      if (names.has(name)) return name;
      names.add(name);
    }
  }
  return null;
}

function isName(json: string, end: number): boolean {
  afterBlanks.lastIndex = end;
  return afterBlanks.exec(json)?.[0].endsWith(':') === true;
}
const afterBlanks = /\s*:?/y;
