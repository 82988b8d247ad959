import type { SourceFile } from '../compiler.js';
import type { Checker, ScanCompiler, SyntaxNode } from '../scan/checker.js';
import { referenceFinder } from './references.js';

/** Methods of lists whose answer has items of the list, and nothing else. */
const keeping = new Set(['filter', 'slice', 'sort', 'toSorted', 'reverse', 'toReversed', 'find', 'findLast', 'at']);
/** Methods whose callback gets items of the list first. */
const iterating = new Set([...keeping, 'map', 'flatMap', 'forEach', 'some', 'every', 'findIndex', 'then']);

/** Finds the only calls that a value may come from; null where the code does not show them all. */
export function certainOrigin(
  compiler: ScanCompiler,
  checker: Checker,
  files: readonly SourceFile[],
  isCall: (node: SyntaxNode) => boolean,
): (node: SyntaxNode) => readonly SyntaxNode[] | null {
  const { SyntaxKind: kinds, forEachChild } = compiler;
  const { declarationOf, referencesTo } = referenceFinder(compiler, checker, files);
  const is = (node: SyntaxNode | undefined, ...names: readonly string[]) =>
    node !== undefined && names.some((name) => node.kind === kinds[name]);

  const all = (nodes: readonly (SyntaxNode | undefined)[], steps: number): readonly SyntaxNode[] | null => {
    const found = nodes.map((node) => trace(node, steps));
    return nodes.length === 0 || found.includes(null) ? null : found.flatMap((one) => one!);
  };

  const returnsOf = (owner: SyntaxNode): readonly (SyntaxNode | undefined)[] => {
    if (owner.body && !is(owner.body, 'Block')) return [owner.body];
    const found: (SyntaxNode | undefined)[] = [];
    const walk = (node: SyntaxNode): void => {
      if (is(node, 'ReturnStatement')) found.push(node.expression);
      if (!is(node, 'ArrowFunction', 'FunctionExpression', 'FunctionDeclaration', 'MethodDeclaration'))
        forEachChild(node, (child) => walk(child as SyntaxNode));
    };
    if (owner.body) walk(owner.body);
    return found;
  };

  const traceDeclaration = (declaration: SyntaxNode | undefined, steps: number): readonly SyntaxNode[] | null => {
    let node = declaration;
    while (is(node, 'BindingElement', 'ObjectBindingPattern', 'ArrayBindingPattern')) {
      if (is(node, 'BindingElement') && node!.initializer) return null;
      node = node!.parent;
    }
    if (is(node, 'VariableDeclaration')) {
      const list = node!.parent;
      const isConstant = ((list?.flags ?? 0) & 2) !== 0;
      if (!isConstant) return null;
      return trace(
        node!.initializer ?? (is(list?.parent, 'ForOfStatement') ? list!.parent.expression : undefined),
        steps,
      );
    }
    if (!is(node, 'Parameter')) return null;
    const owner = node!.parent;
    const call = owner?.parent;
    const callee = is(call, 'CallExpression') ? call!.expression : undefined;
    return owner?.parameters?.[0] === node &&
      is(callee, 'PropertyAccessExpression') &&
      call!.arguments?.[0] === owner &&
      iterating.has(callee!.name!.text!)
      ? trace(callee!.expression, steps)
      : traceCallers(node!, steps);
  };

  /** A parameter has what the callers of its function give, where all that the code does with the function is to call it. */
  const traceCallers = (parameter: SyntaxNode, steps: number): readonly SyntaxNode[] | null => {
    const owner = parameter.parent;
    const name = is(owner, 'FunctionDeclaration')
      ? owner.name
      : is(owner.parent, 'VariableDeclaration')
        ? owner.parent.name
        : undefined;
    if (!name || !is(name, 'Identifier') || parameter.initializer) return null;
    const position = owner.parameters!.indexOf(parameter);
    const calls = (referencesTo(name) ?? []).map((one) =>
      is(one.parent, 'CallExpression') && one.parent.expression === one ? one.parent.arguments?.[position] : undefined,
    );
    if (tracing.has(parameter)) return null;
    tracing.add(parameter);
    const found = all(calls, steps);
    tracing.delete(parameter);
    return found;
  };
  const tracing = new Set<SyntaxNode>();

  const trace = (node: SyntaxNode | undefined, steps: number): readonly SyntaxNode[] | null => {
    if (!node || steps > 30) return null;
    if (isCall(node)) return [node];
    if (is(node, 'Identifier')) return traceDeclaration(declarationOf(node), steps + 1);
    if (is(node, 'BindingElement')) return traceDeclaration(node, steps + 1);
    if (is(node, 'PropertyAssignment', 'ShorthandPropertyAssignment', 'ObjectLiteralExpression'))
      return tracePattern(node.parent, steps + 1);
    if (is(node, 'ConditionalExpression')) return all([node.whenTrue, node.whenFalse], steps + 1);
    if (is(node, 'BinaryExpression'))
      return is(node.operatorToken, 'InKeyword')
        ? trace(node.right, steps + 1)
        : is(node.operatorToken, 'QuestionQuestionToken', 'BarBarToken')
          ? all([node.left, ...(is(node.right, 'ArrayLiteralExpression') ? [] : [node.right])], steps + 1)
          : null;
    if (is(node, 'CallExpression')) return traceCall(node, steps + 1);
    return is(
      node,
      'AwaitExpression',
      'ParenthesizedExpression',
      'NonNullExpression',
      'AsExpression',
      'PropertyAccessExpression',
      'ElementAccessExpression',
    )
      ? trace(node.expression, steps + 1)
      : null;
  };

  /** The value that an assignment takes apart. */
  const tracePattern = (outer: SyntaxNode, steps: number): readonly SyntaxNode[] | null =>
    is(outer, 'BinaryExpression') && is(outer.left, 'ObjectLiteralExpression')
      ? trace(outer.right, steps)
      : is(outer, 'PropertyAssignment', 'ObjectLiteralExpression')
        ? tracePattern(outer.parent, steps)
        : null;

  const traceCall = (call: SyntaxNode, steps: number): readonly SyntaxNode[] | null => {
    const callee = call.expression!;
    if (is(callee, 'PropertyAccessExpression') && keeping.has(callee.name!.text!) && !isOwn(callee.name!))
      return trace(callee.expression, steps);
    const declaration = declarationOf(callee.name ?? callee);
    const owner = is(declaration, 'VariableDeclaration') ? declaration!.initializer : declaration;
    return is(owner, 'ArrowFunction', 'FunctionExpression', 'FunctionDeclaration')
      ? all(returnsOf(owner!), steps)
      : null;
  };

  const isOwn = (name: SyntaxNode) => is(declarationOf(name), 'MethodDeclaration');

  return (node) => trace(node, 0);
}
