/** Which spellings of a path are one path to what routes requests. */
export interface PathSpelling {
  /** Whether `/Books` is another path than `/books`. */
  readonly caseSensitive: boolean;
  /** What `/books/` is: the same as `/books`, or another path. */
  readonly trailingSlash: 'ignore' | 'strict';
  /** What `/api//books` is: the same as `/api/books`, or another path. */
  readonly duplicateSlashes: 'ignore' | 'strict';
  /** What `/books;v=1` is: `/books` with a path parameter (RFC 3986, section 3.3), `/books` with a query, or another path. */
  readonly semicolons: 'ignore' | 'query' | 'strict';
  /** What `/books%2F1` is: the same as `/books/1`, or another path. */
  readonly encodedSlashes: 'decode' | 'strict';
}

/** A path has one spelling. */
export const exactSpelling: PathSpelling = Object.freeze({
  caseSensitive: true,
  trailingSlash: 'strict',
  duplicateSlashes: 'strict',
  semicolons: 'strict',
  encodedSlashes: 'strict',
});

/** A path has every spelling that some router takes. */
export const loosestSpelling: PathSpelling = Object.freeze({
  caseSensitive: false,
  trailingSlash: 'ignore',
  duplicateSlashes: 'ignore',
  semicolons: 'ignore',
  encodedSlashes: 'decode',
});

/** Makes one path of its spellings, except for the case of letters and a slash at its end, which do not change where segments begin. */
export function respelled(path: string, { semicolons, encodedSlashes, duplicateSlashes }: PathSpelling): string {
  let text = path;
  if (encodedSlashes === 'decode' && text.includes('%')) text = text.replaceAll(/%2f/gi, '/');
  if (semicolons !== 'strict' && text.includes(';'))
    text = semicolons === 'query' ? text.slice(0, text.indexOf(';')) : text.replaceAll(/;[^/]*/g, '');
  return duplicateSlashes === 'ignore' && text.includes('//') ? text.replaceAll(/\/{2,}/g, '/') : text;
}

/** What remains of a path that a server may resolve, and of which a framework may read a format: `/x/..;/books.json` for `/books`. */
export function nearestSpelling(path: string): string {
  const { pathname } = new URL(`http://path${respelled(path, loosestSpelling)}`);
  return pathname.replace(/\.json(?=\/*$)/i, '');
}

/** Equal for texts that differ in case only; as long as the text itself. */
export function foldCase(text: string): string {
  const folded = text.toLowerCase();
  return folded.length === text.length ? folded : text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** A part of a path or a query, decoded; as it is where its percent-encoding is malformed, as lenient routers read it. */
export function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether the percent-encoding of a text is well-formed. */
export function isDecodable(text: string): boolean {
  if (!text.includes('%')) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
