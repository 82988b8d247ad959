import type { AnyNode, Expression, Program } from 'acorn';
import { injectName, requireName } from './host-entries.js';

export interface InjectCalls {
  /** Matches in the text of every call. */
  readonly words: RegExp;
  /** The argument of a call of svckit's `inject`; null for any other node. */
  argumentOf(node: AnyNode): Expression | null;
}

/** Finds out how a module calls svckit's `inject`. */
export function findInjectCalls(tree: Program, code: string): InjectCalls {
  const names = new Set<string>(code.match(new RegExp(`\\b${injectName}\\d*\\b`, 'g')));
  const namespaces = new Set<string>();
  const mayRequire = textFilter(code, new RegExp(requireName, 'g'));

  function findRequires(node: AnyNode): void {
    if (!mayRequire(node)) return;
    if (node.type === 'VariableDeclarator' && node.init && requiresHost(node.init)) noteRequire(node.id);
    visitChildren(node, findRequires);
  }

  function noteImport(specifiers: readonly AnyNode[]): void {
    for (const specifier of specifiers) {
      if (specifier.type === 'ImportNamespaceSpecifier') namespaces.add(specifier.local.name);
      if (specifier.type === 'ImportSpecifier' && nameOf(specifier.imported) === 'inject')
        names.add(specifier.local.name);
    }
  }

  function noteRequire(pattern: AnyNode): void {
    if (pattern.type === 'Identifier') namespaces.add(pattern.name);
    if (pattern.type !== 'ObjectPattern') return;
    for (const property of pattern.properties) {
      if (property.type === 'Property' && nameOf(property.key) === 'inject' && property.value.type === 'Identifier')
        names.add(property.value.name);
    }
  }

  function isInject(callee: AnyNode): boolean {
    if (callee.type === 'SequenceExpression') return isInject(callee.expressions.at(-1)!);
    if (callee.type === 'Identifier') return names.has(callee.name);
    return (
      callee.type === 'MemberExpression' &&
      callee.object.type === 'Identifier' &&
      namespaces.has(callee.object.name) &&
      nameOf(callee.property) === 'inject'
    );
  }

  for (const node of tree.body)
    if (node.type === 'ImportDeclaration' && node.source.value === 'svckit') noteImport(node.specifiers);
  findRequires(tree);
  return {
    words: new RegExp(['inject', ...names].map((name) => name.replaceAll('$', '\\$')).join('|'), 'g'),
    argumentOf(node) {
      if (node.type !== 'CallExpression' || !isInject(node.callee)) return null;
      const [argument] = node.arguments;
      return argument && argument.type !== 'SpreadElement' ? argument : null;
    },
  };
}

/** `require_svckit_host()`, also inside esbuild's `__toESM(…)`. */
function requiresHost(node: AnyNode): boolean {
  if (node.type !== 'CallExpression') return false;
  if (node.callee.type === 'Identifier' && node.callee.name.startsWith(requireName)) return true;
  return node.arguments.some(requiresHost);
}

const nameOf = (node: AnyNode) => (node.type === 'Identifier' ? node.name : null);

/** Calls `visit` for each child of a node, in source order. */
export function visitChildren(node: AnyNode, visit: (child: AnyNode) => void): void {
  for (const value of Object.values(node) as unknown[]) {
    if (isNode(value)) visit(value);
    else if (Array.isArray(value)) for (const element of value as unknown[]) if (isNode(element)) visit(element);
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && typeof (value as { readonly type?: unknown }).type === 'string';
}

/** Whether the text of a node matches `pattern`, so that a walk can skip most of a big tree. */
export function textFilter(code: string, pattern: RegExp): (node: AnyNode) => boolean {
  const places = [...code.matchAll(pattern)].map(({ index }) => index);
  return ({ start, end }) => {
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places[middle]! < start) low = middle + 1;
      else high = middle;
    }
    return low < places.length && places[low]! < end;
  };
}
