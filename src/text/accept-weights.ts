/** The names of a header such as Accept or Accept-Encoding, in lower case and without parameters, with their weights (RFC 9110, section 12.4.2). */
export function acceptWeights(header: string): ReadonlyMap<string, number> {
  return new Map(header.toLowerCase().split(',').map(readWeight));
}

function readWeight(entry: string): readonly [string, number] {
  const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
  const written = parameters.map((parameter) => /^q\s*=\s*(.*)$/.exec(parameter)?.[1]).find((q) => q !== undefined);
  const weight = Number(written ?? 1);
  return [name, weight >= 0 && weight <= 1 ? weight : 0];
}

/** Whether a client prefers a page to JSON, as browsers do. */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const weights = acceptWeights(accept);
  const weigh = (...names: readonly string[]) =>
    names.map((name) => weights.get(name)).find((weight) => weight !== undefined) ?? 0;
  const json = Math.max(
    ...['application/json', 'application/problem+json'].map((name) => weigh(name, 'application/*', '*/*')),
  );
  return weigh('text/html', 'text/*', '*/*') > json;
}
