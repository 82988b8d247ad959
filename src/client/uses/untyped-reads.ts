import type { SourceFile } from '../compiler.js';
import type { Checker, ScanCompiler, SyntaxNode } from '../scan/checker.js';
import { literalsOf, constituentsOf } from '../scan/types.js';
import { isForeign } from './client-declarations.js';
import { referenceFinder } from './references.js';

/** The names that lead from a value to what is read of it; `[]` is an item. */
export type ReadPath = readonly string[];

/** The calls that led into functions of the code, by function. */
type Frames = ReadonlyMap<SyntaxNode, SyntaxNode>;

const iterating = new Set(['map', 'flatMap', 'forEach', 'some', 'every', 'findIndex']);

/**
 * Finds what is read of a value that has lost its type: through variables, functions of the code, their callbacks, and a copy by way of JSON. null where
 * the code does not show all of it.
 */
export function untypedReader(compiler: ScanCompiler, checker: Checker, files: readonly SourceFile[]) {
  const { SyntaxKind: kinds, TypeFlags: flags, forEachChild } = compiler;
  const { declarationOf, referencesTo } = referenceFinder(compiler, checker, files);
  const is = (node: SyntaxNode | undefined, ...names: readonly string[]) =>
    node !== undefined && names.some((name) => node.kind === kinds[name]);
  const isFunction = (node: SyntaxNode | undefined): boolean =>
    is(node, 'ArrowFunction', 'FunctionExpression', 'FunctionDeclaration', 'MethodDeclaration') &&
    node!.body !== undefined;
  const functionAround = (node: SyntaxNode): SyntaxNode | undefined => {
    let around: SyntaxNode | undefined = node.parent;
    while (around && !isFunction(around)) around = around.parent;
    return around;
  };
  const childrenOf = (node: SyntaxNode): readonly SyntaxNode[] => {
    const found: SyntaxNode[] = [];
    // A visit that returns something ends the walk.
    forEachChild(node, (child) => void found.push(child as SyntaxNode));
    return found;
  };

  const all = (found: readonly (readonly ReadPath[] | null)[]): readonly ReadPath[] | null =>
    found.includes(null) ? null : found.flatMap((one) => one!);

  /** What is read of a value where an expression has it. */
  const uses = (node: SyntaxNode, path: ReadPath, frames: Frames): readonly ReadPath[] | null => {
    const { parent } = node;
    if (path.length > 12 || frames.size > 12) return null;
    if (isEnd(path)) return [];
    const further = () => uses(parent, path, frames);
    const read = (step: string) => {
      const inner = uses(parent, [...path, step], frames);
      return inner && [[...path, step], ...inner];
    };
    if (is(parent, 'AwaitExpression', 'ParenthesizedExpression', 'NonNullExpression')) return further();
    if (is(parent, 'AsExpression', 'TypeAssertionExpression')) return isUntyped(parent) ? further() : null;
    if (is(parent, 'PropertyAccessExpression')) {
      const name = parent.name!.text!;
      const call = parent.parent;
      return is(call, 'CallExpression') && call.expression === parent ? method(name, call, path, frames) : read(name);
    }
    if (is(parent, 'ElementAccessExpression')) {
      const key = parent.argumentExpression;
      if (key === node) return null;
      return is(key, 'StringLiteral')
        ? read(key!.text!)
        : is(key, 'NumericLiteral')
          ? uses(parent, [...path, '[]'], frames)
          : null;
    }
    if (is(parent, 'VariableDeclaration'))
      return is(list(parent), 'ForOfStatement') ? null : pattern(parent.name!, path, frames);
    if (is(parent, 'ForOfStatement')) {
      const [declared] = parent.expression === node ? childrenOf(childrenOf(parent)[0]!) : [];
      return declared?.name ? pattern(declared.name, [...path, '[]'], frames) : null;
    }
    if (is(parent, 'CallExpression')) return argument(node, path, frames);
    if (is(parent, 'ReturnStatement') || (is(parent, 'ArrowFunction') && parent.body === node)) {
      const owner = functionAround(node);
      const call = owner && frames.get(owner);
      return call ? uses(call, path, frames) : null;
    }
    if (is(parent, 'ConditionalExpression'))
      return is(node, 'Identifier') && childrenOf(parent)[0] === node ? [] : further();
    if (is(parent, 'BinaryExpression')) return operand(node, path, frames);
    const isLeft = is(
      parent,
      'ExpressionStatement',
      'VoidExpression',
      'TypeOfExpression',
      'PrefixUnaryExpression',
      'IfStatement',
      'TemplateSpan',
    );
    return isLeft ? [] : null;
  };
  const list = (declaration: SyntaxNode) => declaration.parent?.parent;
  const isUntyped = (node: SyntaxNode) => (checker.getTypeAtLocation(node).flags & (flags.Any | flags.Unknown)) !== 0;

  /** The left side of `a && b` is a value too, and that of `'name' in b` is not. */
  const operand = (node: SyntaxNode, path: ReadPath, frames: Frames): readonly ReadPath[] | null => {
    const { parent } = node;
    if (is(parent.operatorToken, 'InKeyword'))
      return parent.right === node && is(parent.left, 'StringLiteral') ? [[...path, parent.left!.text!]] : null;
    if (is(parent.operatorToken, 'AmpersandAmpersandToken', 'BarBarToken', 'QuestionQuestionToken'))
      return uses(parent, path, frames);
    const compares = [
      'EqualsEqualsToken',
      'EqualsEqualsEqualsToken',
      'ExclamationEqualsToken',
      'ExclamationEqualsEqualsToken',
      'PlusToken',
      'MinusToken',
      'LessThanToken',
      'GreaterThanToken',
    ];
    return is(parent.operatorToken, ...compares) ? [] : null;
  };

  /** What is read of what a variable, a parameter or a pattern names. */
  const pattern = (name: SyntaxNode, path: ReadPath, frames: Frames): readonly ReadPath[] | null => {
    if (is(name, 'Identifier')) {
      const references = referencesTo(name);
      return references && all(references.map((one) => uses(one, path, frames)));
    }
    if (!is(name, 'ObjectBindingPattern')) return null;
    return all(
      childrenOf(name).map((element) => {
        const own = element.propertyName ?? element.name!;
        if ((element as { dotDotDotToken?: unknown }).dotDotDotToken || !is(own, 'Identifier', 'StringLiteral'))
          return null;
        const inner = [...path, own.text!];
        const found = pattern(element.name!, inner, frames);
        return found && [inner, ...found];
      }),
    );
  };

  /** What a function of the code does with what it gets at a position. */
  const enter = (owner: SyntaxNode | undefined, position: number, call: SyntaxNode, path: ReadPath, frames: Frames) => {
    if (!owner || !isFunction(owner) || frames.has(owner) || isForeign(owner)) return null;
    const parameter = owner.parameters?.[position];
    if (!parameter) return [];
    if ((parameter as { dotDotDotToken?: unknown }).dotDotDotToken) return null;
    const type = checker.getTypeAtLocation(parameter);
    const open = flags.Any | flags.Unknown | flags.NonPrimitive | flags.TypeParameter;
    if ((type.flags & open) === 0) {
      const isPlain =
        literalsOf(type).length === 0 && constituentsOf(type).every((part) => (part.flags & flags.Object) === 0);
      return isPlain ? [] : null;
    }
    return pattern(parameter.name!, path, new Map([...frames, [owner, call]]));
  };

  /** The function that an expression names or is; a parameter is what its caller gives. */
  const functionOf = (node: SyntaxNode | undefined, frames: Frames): SyntaxNode | undefined => {
    if (!node || isFunction(node)) return node;
    const declaration = declarationOf(node.name ?? node);
    if (is(declaration, 'Parameter')) {
      const owner = declaration!.parent;
      return functionOf(frames.get(owner)?.arguments?.[owner.parameters!.indexOf(declaration!)], frames);
    }
    return is(declaration, 'VariableDeclaration') ? declaration!.initializer : declaration;
  };

  const argument = (node: SyntaxNode, path: ReadPath, frames: Frames): readonly ReadPath[] | null => {
    const call = node.parent;
    const position = call.arguments!.indexOf(node);
    if (position < 0) return null;
    const callee = call.expression!;
    if (callee.getText() === 'JSON.stringify')
      return is(call.parent, 'CallExpression') &&
        call.parent.expression!.getText() === 'JSON.parse' &&
        call.parent.arguments!.length === 1
        ? uses(call.parent, path, frames)
        : null;
    return enter(functionOf(callee, frames), position, call, path, frames);
  };

  /** A method of a list, or of a promise, whose callback gets items. */
  const method = (name: string, call: SyntaxNode, path: ReadPath, frames: Frames): readonly ReadPath[] | null => {
    const [callback, ...others] = call.arguments ?? [];
    if (!callback || others.length > 0) return null;
    const owner = functionOf(callback, frames);
    if (name === 'then') return enter(owner, 0, call, path, frames);
    return iterating.has(name) && owner?.parameters?.length === 1
      ? enter(owner, 0, call, [...path, '[]'], frames)
      : null;
  };

  let isEnd: (path: ReadPath) => boolean = () => false;
  /** `leadsToPlain` says which paths lead to texts, numbers and the like, so that it does not matter where these go. */
  return (node: SyntaxNode, leadsToPlain: (path: ReadPath) => boolean): readonly ReadPath[] | null => {
    isEnd = leadsToPlain;
    return uses(node, [], new Map());
  };
}
