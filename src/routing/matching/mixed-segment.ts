import { foldCase } from '../table/path-spelling.js';

/** A path segment with parameters beside text, such as `{name}.{ext}`: its texts, decoded, with a parameter between each two. */
export type MixedSegment = readonly string[];

export const mixedSegment = (segment: string): MixedSegment => segment.split(/\{[^{}]*\}/).map(decodeURIComponent);

/** How much a segment says; one that says more is tried first. */
export const weightOf = (mixed: MixedSegment): number => mixed.join('').length;

/**
 * The values of the parameters in a segment, none of them empty; null where it does not match. A text between two parameters stands for its first
 * occurrence, so that a segment is read once, whatever it holds.
 */
export function matchMixed(mixed: MixedSegment, segment: string, isFolding = false): readonly string[] | null {
  const [sent, texts] = isFolding ? [foldCase(segment), mixed.map(foldCase)] : [segment, mixed];
  const [first, last] = [texts[0]!, texts.at(-1)!];
  if (!sent.startsWith(first) || !sent.endsWith(last)) return null;
  const end = segment.length - last.length;
  const values: string[] = [];
  let from = first.length;
  for (const text of texts.slice(1, -1)) {
    const at = sent.indexOf(text, from + 1);
    if (at < 0) return null;
    values.push(segment.slice(from, at));
    from = at + text.length;
  }
  return end > from ? [...values, segment.slice(from, end)] : null;
}
