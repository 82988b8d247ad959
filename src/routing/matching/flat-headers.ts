/** Header fields as `writeHead` takes them: name, value, name, value. */
export type FlatHeaders = readonly string[];

/** All field names, each once, in order (RFC 9110, section 12.5.5). */
export function uniteVary(...values: readonly string[]): string {
  const names = new Map<string, string>();
  for (const name of values
    .join(',')
    .split(',')
    .map((part) => part.trim())) {
    if (name !== '' && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  return names.has('*') ? '*' : [...names.values()].join(', ');
}

/** Headers with a field whose value is made of the one that it has; null where it has none. */
export function withField(headers: FlatHeaders, name: string, valueOf: (known: string | null) => string): FlatHeaders {
  // A value may be the name of a field, as in Vary.
  const at = headers.findIndex((text, index) => index % 2 === 0 && text === name);
  return at < 0 ? [...headers, name, valueOf(null)] : headers.with(at + 1, valueOf(headers[at + 1]!));
}

/** Headers of an answer that varies on a field too; the same for null. */
export function withVary(headers: FlatHeaders, name: string | null): FlatHeaders {
  if (name === null) return headers;
  return withField(headers, 'Vary', (known) => (known === null ? name : uniteVary(known, name)));
}

/** The links of a field (RFC 8288, section 3). */
export const linksIn = (value: string): readonly string[] => value.split(/,\s*(?=<)/).map((link) => link.trim());

/** All links, each once, in order (RFC 8288, section 3). */
export function uniteLinks(...values: readonly string[]): string {
  const links = values.flatMap(linksIn);
  return [...new Set(links)].filter((link) => link !== '').join(', ');
}

/** Shares equal lists, so that ten thousand routes do not hold ten thousand copies. */
export function headerPool(): (headers: FlatHeaders) => FlatHeaders {
  const lists = new Map<string, FlatHeaders>();
  return (headers) => {
    const key = JSON.stringify(headers);
    const known = lists.get(key) ?? Object.freeze(headers);
    lists.set(key, known);
    return known;
  };
}
