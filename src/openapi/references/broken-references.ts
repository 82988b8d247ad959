import { findLines } from '../../json/find-lines.js';
import { codeUnitOrder } from '../../text/code-unit-order.js';
import { pointerTo } from '../../json/pointer.js';
import { tokensTo, type BundledFile, type Target } from './resource-index.js';

/** A reference without a target, and where it is written. */
export interface BrokenReference {
  readonly written: Target;
  readonly reference: string;
  readonly reason: string;
}

/** A reference that leads to nothing in a file that was read. */
export interface DanglingReference {
  readonly file: string;
  /** null where the file cannot be read for lines. */
  readonly line: number | null;
  /** From the top of the file. */
  readonly pointer: string;
  readonly reference: string;
  /** Ends the sentence "… cannot be resolved:". */
  readonly reason: string;
}

const shownReferences = 20;

/** The places of references without a target; each file is read once for its lines. */
export function placeBroken(broken: readonly BrokenReference[]): readonly DanglingReference[] {
  const byFile = new Map<BundledFile, BrokenReference[]>();
  for (const one of broken) {
    const { file } = one.written;
    byFile.set(file, [...(byFile.get(file) ?? []), one]);
  }
  return [...byFile].flatMap(([{ name, text }, own]) => {
    const tokens = own.map(({ written }) => [...tokensTo(written.path), '$ref']);
    const lines = findLines(text, tokens);
    return own
      .map(({ reference, reason }, index) => ({
        file: name,
        line: lines[index] ?? null,
        pointer: pointerTo(tokens[index]!),
        reference,
        reason,
      }))
      .toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0) || codeUnitOrder(a.pointer, b.pointer));
  });
}

/** `api.yaml:12: $ref "pet.yaml" cannot be resolved: pet.yaml does not exist.` */
export function describeBroken({ file, line, pointer, reference, reason }: DanglingReference): string {
  const place = line === null ? `${file}#${pointer}` : `${file}:${line}`;
  return `${place}: $ref ${JSON.stringify(reference)} cannot be resolved: ${reason}.`;
}

/** The first of several sentences, a line each. */
export function listBroken(broken: readonly DanglingReference[]): string {
  const lines = broken.slice(0, shownReferences).map(describeBroken).toSorted();
  const rest = broken.length - lines.length;
  return [...lines, ...(rest > 0 ? [`… and ${rest} more.`] : [])].join('\n');
}
