import { applyEdits } from '../../edit/apply-edits.js';
import type { EditedFile } from './upgrade-code.js';

/** Lines of a file, before and after the edits in them. */
export interface EditedLines {
  /** From 1: of the first line, before the edits. */
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

/** The lines that edits change, together where an edit spans several. */
export function editedLines({ before, edits }: Pick<EditedFile, 'before' | 'edits'>): readonly EditedLines[] {
  const starts = [0, ...[...before.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineOf = (offset: number) => starts.findLastIndex((start) => start <= offset);
  const groups: { first: number; last: number }[] = [];
  for (const { start, end } of edits.toSorted((a, b) => a.start - b.start)) {
    const group = groups.at(-1);
    if (group && lineOf(start) <= group.last) group.last = Math.max(group.last, lineOf(end));
    else groups.push({ first: lineOf(start), last: lineOf(end) });
  }
  return groups.map(({ first, last }) => {
    const [from, to] = [starts[first]!, starts[last + 1] ?? before.length];
    const own = edits.filter(({ start }) => start >= from && start < Math.max(to, from + 1));
    const text = before.slice(from, to);
    const after = applyEdits(
      text,
      own.map((one) => ({ ...one, start: one.start - from, end: one.end - from })),
    );
    return { line: first + 1, before: text.replace(/\r?\n$/, ''), after: after.replace(/\r?\n$/, '') };
  });
}
