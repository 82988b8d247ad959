/** A line of two texts: one that both have, but for a comma at its end, or only the first or the second. */
export type DiffLine =
  | { readonly kind: 'same'; readonly before: string; readonly after: string }
  | { readonly kind: 'gone' | 'new'; readonly text: string };

/** Texts of more lines are wholly gone and wholly new, so that a page never waits. */
const mostLines = 400;

/** The lines of two texts, by a longest common subsequence; what is gone comes before what is new in its place. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [from, to] = [before.split('\n'), after.split('\n')];
  const isLong = from.length > mostLines || to.length > mostLines;
  const common = isLong ? null : commonLengths(from.map(essenceOf), to.map(essenceOf));
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < from.length || j < to.length) {
    const isBoth = i < from.length && j < to.length;
    if (common && isBoth && essenceOf(from[i]!) === essenceOf(to[j]!))
      lines.push({ kind: 'same', before: from[i++]!, after: to[j++]! });
    else if (isBoth && common ? common[i + 1]![j]! >= common[i]![j + 1]! : i < from.length)
      lines.push({ kind: 'gone', text: from[i++]! });
    else lines.push({ kind: 'new', text: to[j++]! });
  }
  return lines;
}

const essenceOf = (line: string) => line.replace(/,$/, '');

/** How many lines the rests of two texts share, from each pair of lines. */
function commonLengths(from: readonly string[], to: readonly string[]): readonly (readonly number[])[] {
  const lengths = Array.from({ length: from.length + 1 }, () => Array.from({ length: to.length + 1 }, () => 0));
  for (let i = from.length - 1; i >= 0; i--)
    for (let j = to.length - 1; j >= 0; j--)
      lengths[i]![j] =
        from[i] === to[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  return lengths;
}
