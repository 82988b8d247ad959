import type { FileChange } from '../../edit/write-together.js';

/** The lines that a change of a file takes away and adds, with their number; every line of a new file. */
export function printEdits({ before, after }: FileChange, name: string): string {
  const [older, newer] = [linesOf(before), linesOf(after)];
  const kept = keptLines(older, newer);
  const lines: string[] = [];
  let [from, to] = [0, 0];
  for (const [left, right] of [...kept, [older.length, newer.length] as const]) {
    if (from < left || to < right)
      lines.push(
        `@@ ${name}:${to + 1}`,
        ...older.slice(from, left).map((line) => `-${line}`),
        ...newer.slice(to, right).map((line) => `+${line}`),
      );
    [from, to] = [left + 1, right + 1];
  }
  return lines.map((line) => `${line}\n`).join('');
}

const linesOf = (text: string | null): readonly string[] =>
  text === null || text === '' ? [] : text.replace(/\n$/, '').split('\n');

/** The longest list of lines that both have, as pairs of indexes. */
function keptLines(older: readonly string[], newer: readonly string[]): readonly (readonly [number, number])[] {
  const lengths = Array.from({ length: older.length + 1 }, () => new Uint32Array(newer.length + 1));
  for (let left = older.length - 1; left >= 0; left -= 1)
    for (let right = newer.length - 1; right >= 0; right -= 1)
      lengths[left]![right] =
        older[left] === newer[right]
          ? lengths[left + 1]![right + 1]! + 1
          : Math.max(lengths[left + 1]![right]!, lengths[left]![right + 1]!);
  const pairs: (readonly [number, number])[] = [];
  for (let left = 0, right = 0; left < older.length && right < newer.length; ) {
    if (older[left] === newer[right]) pairs.push([left++, right++]);
    else if (lengths[left + 1]![right]! >= lengths[left]![right + 1]!) left += 1;
    else right += 1;
  }
  return pairs;
}
