import type { Node } from '../compiler.js';
import { aliasFlag, type Checker, type ScanCompiler, type SyntaxNode } from './checker.js';

/** Finds the call that a value comes from, as far as the code shows: through variables, members, callbacks and functions of its own. */
export function originTracer(
  { SyntaxKind: kinds, forEachChild }: ScanCompiler,
  checker: Checker,
  isCall: (node: SyntaxNode) => boolean,
): (node: SyntaxNode) => SyntaxNode | null {
  const is = (node: SyntaxNode | undefined, ...names: readonly string[]) =>
    node !== undefined && names.some((name) => node.kind === kinds[name]);

  const firstCall = (node: SyntaxNode): SyntaxNode | null => {
    if (isCall(node)) return node;
    let found: SyntaxNode | null = null;
    forEachChild(node, (child) => {
      found ??= firstCall(child as SyntaxNode);
    });
    return found;
  };

  const isOwn = (declaration: Node | undefined) =>
    is(
      declaration as SyntaxNode | undefined,
      'MethodDeclaration',
      'FunctionDeclaration',
      'PropertyDeclaration',
      'PropertyAssignment',
      'VariableDeclaration',
    );

  const traceDeclaration = (declaration: SyntaxNode | undefined, steps: number): SyntaxNode | null => {
    let node = declaration;
    while (is(node, 'BindingElement', 'ObjectBindingPattern', 'ArrayBindingPattern')) node = node!.parent;
    if (is(node, 'VariableDeclaration')) {
      const loop = node!.parent?.parent;
      return trace(node!.initializer ?? (is(loop, 'ForOfStatement') ? loop!.expression : undefined), steps);
    }
    if (is(node, 'FunctionDeclaration', 'MethodDeclaration')) return node!.body ? firstCall(node!.body) : null;
    if (!is(node, 'Parameter')) return null;
    // The callback of `list.map((item) => …)` gets what the list has.
    const call = node!.parent?.parent;
    return is(call, 'CallExpression') && is(call!.expression, 'PropertyAccessExpression')
      ? trace(call!.expression!.expression, steps)
      : null;
  };

  const trace = (node: SyntaxNode | undefined, steps: number): SyntaxNode | null => {
    if (!node || steps > 30) return null;
    if (isCall(node)) return node;
    if (is(node, 'Identifier')) {
      const symbol = checker.getSymbolAtLocation(node);
      const target = symbol && symbol.flags & aliasFlag ? checker.getAliasedSymbol(symbol) : symbol;
      return traceDeclaration(target?.valueDeclaration as SyntaxNode | undefined, steps + 1);
    }
    if (is(node, 'CallExpression')) {
      const called = checker.getSymbolAtLocation(node.expression!.name ?? node.expression!)?.valueDeclaration;
      const { body, initializer } = (called ?? {}) as Partial<SyntaxNode>;
      const found = isOwn(called) && (body ?? initializer) ? firstCall((body ?? initializer)!) : null;
      if (found) return found;
    }
    if (is(node, 'ObjectLiteralExpression'))
      return trace(node.properties!.find((one) => is(one, 'SpreadAssignment'))?.expression, steps + 1);
    if (is(node, 'ArrowFunction', 'FunctionExpression')) return node.body ? firstCall(node.body) : null;
    return trace(node.expression ?? node.left ?? node.whenTrue, steps + 1);
  };

  return (node) => trace(node, 0);
}
