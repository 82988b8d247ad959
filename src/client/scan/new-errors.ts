import type { SourceFile } from '../compiler.js';
import type { Diagnostic, Program, ScanCompiler, SyntaxNode } from './checker.js';

/** What the compiler says of a place. */
export interface CompilerError {
  readonly node: SyntaxNode;
  readonly message: string;
}

interface Compilation {
  readonly compiler: ScanCompiler;
  /** With the client of the base. */
  readonly program: Program;
  /** With that of the revision in its place. */
  readonly after: Program;
  readonly files: readonly SourceFile[];
}

/** What the compiler refuses with the client of the revision, and did not refuse before. */
export function newErrors({ compiler, program, after, files }: Compilation): readonly CompilerError[] {
  const known = new Map(files.map((file) => [file.fileName, new Set(program.getSemanticDiagnostics(file).map(keyOf))]));
  return files.flatMap((file) => {
    const compiled = after.getSourceFile(file.fileName);
    const found = compiled ? after.getSemanticDiagnostics(compiled) : [];
    const fresh = found.filter((one) => one.start !== undefined && !known.get(file.fileName)!.has(keyOf(one)));
    return placeErrors(file, fresh, compiler);
  });
}

/** What errors stand at in a file, without those that only follow from another one in the same statement. */
export function placeErrors(
  file: SourceFile,
  errors: readonly Diagnostic[],
  compiler: ScanCompiler,
): readonly CompilerError[] {
  const found = errors.map((one) => ({
    code: one.code,
    node: nodeAt(file as unknown as SyntaxNode, one, compiler),
    message: compiler.flattenDiagnosticMessageText(one.messageText, ' ').replaceAll(/\s+/g, ' '),
  }));
  return found.filter(
    ({ code, node }) =>
      !isImplicit(code) ||
      !found.some((other) => !isImplicit(other.code) && statementOf(other.node) === statementOf(node)),
  );
}

export const keyOf = ({ code, start }: Pick<Diagnostic, 'code' | 'start'>) => `${code} ${start}`;

/** A value has no type any more because something before it lost its own. */
const isImplicit = (code: number) => code >= 7005 && code <= 7053;

/** What an error is about: the name of a member, where it is about a member. */
export function nodeAt(
  file: SyntaxNode,
  { start = 0, length = 0 }: Pick<Diagnostic, 'start' | 'length'>,
  { forEachChild, SyntaxKind }: ScanCompiler,
): SyntaxNode {
  let found = file;
  const visit = (node: SyntaxNode): void => {
    node.jsDoc?.forEach(visit);
    if (node.getStart() > start || node.end < start + Math.max(1, length)) return;
    found = node;
    forEachChild(node, (child) => visit(child as SyntaxNode));
  };
  forEachChild(file, (child) => visit(child as SyntaxNode));
  const { name, argumentExpression } = found;
  if (found.kind === SyntaxKind['PropertyAccessExpression']) return name!;
  return found.kind === SyntaxKind['ElementAccessExpression'] ? argumentExpression! : found;
}

function statementOf(node: SyntaxNode): SyntaxNode {
  let current = node;
  while (current.parent?.parent && !('statements' in current.parent)) current = current.parent;
  return current;
}
