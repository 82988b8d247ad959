const compiled = new Map<string, RegExp | null>();

/** Whether a text matches a pattern; a pattern that is not valid matches nothing. */
export function matchPattern(pattern: string, text: string): boolean {
  return compilePattern(pattern)?.test(text) ?? false;
}

/** The regular expression of a pattern, read as JSON Schema asks; null when it is not valid. */
export function compilePattern(pattern: string): RegExp | null {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const expression = tryCompile(pattern, 'u') ?? tryCompile(pattern, '');
  compiled.set(pattern, expression);
  return expression;
}

function tryCompile(pattern: string, flags: string): RegExp | null {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return null;
  }
}

const matchAll = new Set(['', '.*', '^.*$', '^', '$', '[\\s\\S]*', '^[\\s\\S]*$', '^.*', '.*$']);

/** Whether every text of one line matches a pattern. */
export function matchesEverything(pattern: string): boolean {
  return matchAll.has(pattern);
}
