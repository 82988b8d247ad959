import type { Node, SourceFile } from '../compiler.js';
import type { ScanCompiler, SyntaxNode } from './checker.js';

/** What is read from the nodes of a file, in the order of the code. */
export function walkCode<Found>(
  file: SourceFile,
  { forEachChild }: Pick<ScanCompiler, 'forEachChild'>,
  read: (node: SyntaxNode) => Found | null | undefined,
): readonly Found[] {
  const found: Found[] = [];
  const isTyped = /\.[cm]?jsx?$/.test(file.fileName);
  const walk = (node: SyntaxNode) => {
    // In JavaScript, comments are where types are written.
    if (isTyped) node.jsDoc?.forEach(walk);
    const one = read(node);
    if (one !== null && one !== undefined) found.push(one);
    forEachChild(node, (child) => walk(child as SyntaxNode));
  };
  walk(file as Node as SyntaxNode);
  return found;
}
