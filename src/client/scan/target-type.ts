import type { Checker, ScanCompiler, SyntaxNode, Type } from './checker.js';

/** The member of each kind of node whose value goes somewhere with a type of its own. */
const senders: Readonly<Record<string, readonly (keyof SyntaxNode)[]>> = {
  VariableDeclaration: ['initializer'],
  PropertyDeclaration: ['initializer'],
  Parameter: ['initializer'],
  PropertyAssignment: ['initializer'],
  ShorthandPropertyAssignment: ['name'],
  ReturnStatement: ['expression'],
  ThrowStatement: ['expression'],
  YieldExpression: ['expression'],
  JsxExpression: ['expression'],
  SpreadElement: ['expression'],
  SpreadAssignment: ['expression'],
  ParenthesizedExpression: ['expression'],
  ArrowFunction: ['body'],
  ConditionalExpression: ['whenTrue', 'whenFalse'],
};

/** Finds the type that a value gets where an expression hands it on; null where it keeps its own. */
export function targetReader({ SyntaxKind: kinds }: ScanCompiler, checker: Checker) {
  const is = (node: SyntaxNode | undefined, ...names: readonly string[]) =>
    node !== undefined && names.some((name) => node.kind === kinds[name]);
  const membersByKind = new Map(Object.entries(senders).map(([name, members]) => [kinds[name], members]));

  const isHandedOn = (node: SyntaxNode): boolean => {
    const { parent } = node;
    if (is(parent, 'CallExpression', 'NewExpression')) return parent.arguments?.includes(node) ?? false;
    if (is(parent, 'ArrayLiteralExpression')) return true;
    // Without a written type, a variable takes that of its value.
    if (is(parent, 'VariableDeclaration', 'Parameter') && !parent.type) return false;
    if (is(parent, 'BinaryExpression'))
      return (
        !is(parent.left, 'ObjectLiteralExpression', 'ArrayLiteralExpression') &&
        is(parent.operatorToken, 'EqualsToken', 'QuestionQuestionToken', 'BarBarToken') &&
        parent.right === node
      );
    return membersByKind.get(parent.kind)?.some((member) => parent[member] === node) ?? false;
  };

  /** The object or list that a node is a part of, as it is written. */
  const literalAround = ({ parent }: SyntaxNode): SyntaxNode | null => {
    if (is(parent, 'PropertyAssignment', 'ShorthandPropertyAssignment', 'SpreadAssignment')) return parent.parent;
    return is(parent, 'ArrayLiteralExpression', 'ParenthesizedExpression', 'ConditionalExpression') ? parent : null;
  };

  const targetOf = (node: SyntaxNode): Type | null => {
    const { parent } = node;
    if (!parent) return null;
    if (is(parent, 'AsExpression', 'TypeAssertionExpression', 'SatisfiesExpression'))
      return parent.expression === node ? checker.getTypeAtLocation(parent) : null;
    if (is(parent, 'JsxSpreadAttribute')) return checker.getContextualType(parent.parent) ?? null;
    if (!isHandedOn(node)) return null;
    const around = literalAround(node);
    return checker.getContextualType(node) ?? (around && targetOf(around));
  };

  return {
    targetOf,
    /** The argument that a node is, or that is written around it; null where it is passed to no call. */
    argumentOf: (node: SyntaxNode): SyntaxNode | null => {
      let argument = node;
      for (let next = isHandedOn(node) ? literalAround(node) : null; next; next = literalAround(next)) argument = next;
      return argument.parent && is(argument.parent, 'CallExpression') && isHandedOn(argument) ? argument : null;
    },
  };
}
