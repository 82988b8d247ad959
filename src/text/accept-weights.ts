/** One entry of a header such as Accept or Accept-Encoding. */
export interface AcceptRange {
  /** In lower case: `application/json`, `text/*`, `gzip`. */
  readonly name: string;
  /** As they are written, without the weight: `v=2`. */
  readonly parameters: readonly string[];
  /** 0 to 1, where 0 refuses; null for a weight that is none. */
  readonly weight: number | null;
}

/** The entries of a header, with their weights (RFC 9110, section 12.4.2). A quoted string may hold commas and semicolons. */
export const acceptRanges = (header: string): readonly AcceptRange[] => split(header, ',').map(readRange);

function readRange(entry: string): AcceptRange {
  const [name = '', ...parameters] = split(entry, ';');
  const weightOf = (parameter: string) => /^q\s*=\s*(.*)$/i.exec(parameter)?.[1];
  const written = parameters.map(weightOf).find((q) => q !== undefined) ?? '1';
  return {
    name: name.toLowerCase(),
    parameters: parameters.filter((parameter) => weightOf(parameter) === undefined),
    weight: /^(?:0(?:\.\d*)?|1(?:\.0*)?)$/.test(written) ? Number(written) : null,
  };
}

const parts = { ',': /(?:"(?:[^"\\]|\\.)*"|[^,])+/g, ';': /(?:"(?:[^"\\]|\\.)*"|[^;])+/g } as const;

const split = (text: string, separator: keyof typeof parts): readonly string[] =>
  (text.match(parts[separator]) ?? []).map((part) => part.trim()).filter((part) => part !== '');

/** The names of a header in lower case, without parameters, with their weights; 0 for a weight that is none. */
export function acceptWeights(header: string): ReadonlyMap<string, number> {
  return new Map(acceptRanges(header).map(({ name, weight }) => [name, weight ?? 0]));
}

/**
 * Whether an Accept refuses a media type: the most specific of its ranges that match has the weight 0 (RFC 9110, section 12.5.1). A type that no range
 * matches is not refused. `isOther` says which parameters only other types have.
 */
export function refusesType(
  ranges: readonly AcceptRange[],
  type: string,
  isOther: (parameter: string) => boolean,
): boolean {
  const [names, most] = [[type, type.replace(/\/.*$/, '/*'), '*/*'], 1000];
  const matching = ranges.flatMap(({ name, parameters, weight }) =>
    names.includes(name) && !parameters.some(isOther)
      ? [{ weight, specificity: parameters.length - names.indexOf(name) * most }]
      : [],
  );
  const specific = Math.max(...matching.map(({ specificity }) => specificity));
  const deciding = matching.filter(({ specificity }) => specificity === specific);
  return deciding.length > 0 && deciding.every(({ weight }) => weight === 0);
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
