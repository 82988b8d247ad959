import type { SourceFile } from '../compiler.js';
import { walkCode } from '../scan/walk-code.js';
import type { Checker, ScanCompiler, SyntaxNode } from '../scan/checker.js';
import { literalsOf } from '../scan/types.js';

/** Whether code lists the values of a member that it names one by one: in a switch that has no answer to others, or as the names of an object. */
export function listedReader(compiler: ScanCompiler, checker: Checker, files: readonly SourceFile[]) {
  const { SyntaxKind: kinds, TypeFlags, forEachChild } = compiler;
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

  const isListed = (name: SyntaxNode): boolean => {
    let node = is(name.parent, 'PropertyAccessExpression', 'ElementAccessExpression') ? name.parent : name;
    while (is(node.parent, 'ParenthesizedExpression', 'NonNullExpression')) node = node.parent;
    const { parent } = node;
    if (is(parent, 'SwitchStatement')) return parent.expression === node && !takesOthers(parent);
    if (!is(parent, 'ElementAccessExpression') || parent.argumentExpression !== node) return false;
    return checker.getIndexInfosOfType(checker.getTypeAtLocation(parent.expression!)).length === 0;
  };
  /** The name of the member that a variable has its value from. */
  const sourceOf = (variable: SyntaxNode): SyntaxNode | undefined => {
    const declaration = checker.getSymbolAtLocation(variable)?.valueDeclaration as SyntaxNode | undefined;
    if (is(declaration, 'BindingElement')) return declaration!.propertyName ?? declaration!.name;
    const value = is(declaration, 'VariableDeclaration') ? declaration!.initializer : undefined;
    return is(value, 'PropertyAccessExpression') ? value!.name : undefined;
  };
  /** The values that code lists of what it has from elsewhere, such as a parameter: any member may be behind them. */
  const listedAnywhere = new Set<string>();
  const valuesOf = (node: SyntaxNode) => literalsOf(checker.getTypeAtLocation(node)).toSorted().join('\n');
  const isExpression = (node: SyntaxNode) => is(node, 'CallExpression', 'AwaitExpression', 'ConditionalExpression');
  const listed = new Set(
    files.flatMap((file) =>
      walkCode(file, compiler, (node) => {
        if (!(is(node, 'Identifier') || isExpression(node)) || !node.parent || !isListed(node)) return null;
        const source = is(node, 'Identifier') ? sourceOf(node) : undefined;
        if (!source && !is(node.parent, 'PropertyAccessExpression')) listedAnywhere.add(valuesOf(node));
        return source;
      }),
    ),
  );
  listedAnywhere.delete('');
  /** Whether the value may go to code that lists it: it is not used up where the member is named. */
  const goesOn = (name: SyntaxNode): boolean => {
    const node = is(name.parent, 'PropertyAccessExpression') ? name.parent : name;
    const compares = [
      'EqualsEqualsToken',
      'EqualsEqualsEqualsToken',
      'ExclamationEqualsToken',
      'ExclamationEqualsEqualsToken',
    ];
    return !is(node.parent, 'SwitchStatement') && !is(node.parent.operatorToken, ...compares);
  };
  return (name: SyntaxNode): boolean =>
    listed.has(name) ||
    isListed(name) ||
    (listedAnywhere.size > 0 && goesOn(name) && listedAnywhere.has(valuesOf(name)));
}
