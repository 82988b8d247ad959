import { applyEdits, type Edit } from '../../edit/apply-edits.js';
import type { SyntaxNode } from '../scan/checker.js';
import { fileOf } from '../scan/collect-places.js';
import { findClients } from '../scan/find-clients.js';
import { type CompilerError, keyOf, nodeAt, placeErrors } from '../scan/new-errors.js';
import { type UnknownSend, unknownSends } from './unknown-sends.js';
import type { ConsumerCode } from '../scan/open-code.js';
import { handwrittenFiles } from '../scan/open-project.js';

/** The texts of the edited files, by their paths. */
export function editedTexts(
  code: ConsumerCode,
  edits: ReadonlyMap<string, readonly Edit[]>,
): ReadonlyMap<string, string> {
  return new Map([...edits].map(([file, own]) => [file, applyEdits(code.program.getSourceFile(file)!.text, own)]));
}

/** The edited project, and where its code was before the edits. */
export interface EditedProject {
  /** What the compiler refuses now and did not refuse before. */
  readonly errors: readonly CompilerError[];
  readonly sends: readonly UnknownSend[];
}

/** Compiles the project with its edits, and the client of the revision; everything is at the places of the code before the edits. */
export function compileEdited(
  code: ConsumerCode,
  edits: ReadonlyMap<string, readonly Edit[]>,
  client: ReadonlyMap<string, string>,
  operations: ReadonlyMap<string, string>,
): EditedProject {
  const { compiler, project, program, versions } = code;
  const { project: files } = handwrittenFiles(program, project);
  const before = new Map(
    files.map((file) => [file.fileName, new Set(program.getSemanticDiagnostics(file).map(keyOf))]),
  );
  const edited = project.compile(new Map([...client, ...editedTexts(code, edits)]));
  const errors = files.flatMap((file) => {
    const compiled = edited.getSourceFile(file.fileName);
    const found = (compiled ? edited.getSemanticDiagnostics(compiled) : []).flatMap((one) => {
      if (one.start === undefined) return [];
      return [{ ...one, ...rangeBefore(edits.get(file.fileName), one.start, one.start + (one.length ?? 0)) }];
    });
    const fresh = found.filter((one) => !before.get(file.fileName)!.has(keyOf(one)));
    return placeErrors(file, fresh, compiler);
  });
  const own = new Set(
    findClients(edited.getSourceFiles()).flatMap((one) =>
      one.version === versions.revision.version ? [one.file] : [],
    ),
  );
  const sends = unknownSends({
    ...versions,
    compiler,
    program: edited,
    files: code.files.flatMap(({ fileName }) => edited.getSourceFile(fileName) ?? []),
    isRevision: (file) => own.has(file),
    operations,
  });
  const nodeBefore = (node: SyntaxNode): SyntaxNode => {
    const { fileName } = fileOf(node);
    const range = rangeBefore(edits.get(fileName), node.getStart(), node.end);
    return nodeAt(program.getSourceFile(fileName)! as unknown as SyntaxNode, range, compiler);
  };
  return { errors, sends: sends.map((one) => ({ ...one, node: nodeBefore(one.node) })) };
}

function rangeBefore(edits: readonly Edit[] = [], start: number, end: number) {
  const from = offsetBefore(edits, start);
  return { start: from, length: Math.max(1, offsetBefore(edits, end) - from) };
}

/** Where the edited text has what stands at an offset before the edits; the start of its new text for what an edit replaced. */
export function offsetAfter(edits: readonly Edit[], offset: number): number {
  let shift = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start >= offset) break;
    if (offset < end) return start + shift;
    shift += text.length - (end - start);
  }
  return offset + shift;
}

/** Where the text before its edits has what stands at an offset of the edited one; the start of an edit for what it wrote. */
export function offsetBefore(edits: readonly Edit[], offset: number): number {
  let shift = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start + shift > offset) break;
    if (offset < start + shift + text.length) return start;
    shift += text.length - (end - start);
  }
  return offset - shift;
}
