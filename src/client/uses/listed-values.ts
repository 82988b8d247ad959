import type { Checker, ScanCompiler, SyntaxNode } from '../scan/checker.js';

/** Whether code lists the values of a member one by one: in a switch that has no answer to others, or as the names of an object. */
export function listedReader({ SyntaxKind: kinds, TypeFlags, forEachChild }: ScanCompiler, checker: Checker) {
  const is = (node: SyntaxNode | undefined, ...names: readonly string[]) =>
    node !== undefined && names.some((name) => node.kind === kinds[name]);

  /** The default clause of a switch that takes any value, and not never. */
  const takesOthers = (node: SyntaxNode): boolean => {
    let found = false;
    const walk = (one: SyntaxNode): void => {
      if (is(one, 'DefaultClause')) found = !namesNever(one);
      else if (is(one, 'CaseBlock', 'SwitchStatement')) forEachChild(one, (child) => walk(child as SyntaxNode));
    };
    walk(node);
    return found;
  };
  const namesNever = (node: SyntaxNode): boolean => {
    if (is(node, 'Identifier') && (checker.getTypeAtLocation(node).flags & TypeFlags.Never) !== 0) return true;
    let found = false;
    forEachChild(node, (child) => {
      found ||= namesNever(child as SyntaxNode);
    });
    return found;
  };

  return (name: SyntaxNode): boolean => {
    let node = is(name.parent, 'PropertyAccessExpression', 'ElementAccessExpression') ? name.parent : name;
    while (is(node.parent, 'ParenthesizedExpression', 'NonNullExpression')) node = node.parent;
    const { parent } = node;
    if (is(parent, 'SwitchStatement')) return parent.expression === node && !takesOthers(parent);
    if (!is(parent, 'ElementAccessExpression') || parent.argumentExpression !== node) return false;
    return checker.getIndexInfosOfType(checker.getTypeAtLocation(parent.expression!)).length === 0;
  };
}
