import type { SourceFile } from '../compiler.js';
import { aliasFlag, type Checker, type ScanCompiler, type Symbol, type SyntaxNode } from '../scan/checker.js';
import { walkCode } from '../scan/walk-code.js';

/** Finds declarations of names, and where the files name what a name declares; null where some of the places cannot be seen. */
export function referenceFinder(compiler: ScanCompiler, checker: Checker, files: readonly SourceFile[]) {
  const { SyntaxKind: kinds } = compiler;
  const is = (node: SyntaxNode | undefined, ...names: readonly string[]) =>
    node !== undefined && names.some((name) => node.kind === kinds[name]);

  const symbolOf = (node: SyntaxNode): Symbol | undefined => {
    const symbol = is(node.parent, 'ShorthandPropertyAssignment')
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node);
    return symbol && symbol.flags & aliasFlag ? checker.getAliasedSymbol(symbol) : symbol;
  };

  let index: Map<Symbol, SyntaxNode[]> | null = null;
  const indexed = (): Map<Symbol, SyntaxNode[]> => {
    const found = new Map<Symbol, SyntaxNode[]>();
    for (const node of files.flatMap((file) =>
      walkCode(file, compiler, (one) => (is(one, 'Identifier') ? one : null)),
    )) {
      if (is(node.parent, 'ImportSpecifier', 'ImportClause', 'ExportSpecifier') || node.parent.name === node) {
        if (!is(node.parent, 'ShorthandPropertyAssignment', 'PropertyAccessExpression')) continue;
      }
      const symbol = symbolOf(node);
      if (!symbol) continue;
      const known = found.get(symbol);
      if (known) known.push(node);
      else found.set(symbol, [node]);
    }
    return found;
  };

  return {
    declarationOf: (node: SyntaxNode): SyntaxNode | undefined =>
      symbolOf(node)?.valueDeclaration as SyntaxNode | undefined,
    /** Beside the declaration. */
    referencesTo: (name: SyntaxNode): readonly SyntaxNode[] | null => {
      const symbol = symbolOf(name);
      return symbol ? ((index ??= indexed()).get(symbol) ?? []) : null;
    },
  };
}
