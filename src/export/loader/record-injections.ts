import { type AnyNode, type Expression, parse } from 'acorn';
import type { Source } from '../../report/boot-problem.js';
import { recordDependencies } from '../../wiring/dependencies.js';
import { findInjectCalls, textFilter, visitChildren } from './find-inject-calls.js';
import { injectDeclaration } from './host-entries.js';

type ClassNode = Extract<AnyNode, { readonly type: 'ClassDeclaration' | 'ClassExpression' }>;

const key = 'svckit.record-dependencies';

/** Connects the code that `recordInjections` inserts to the record of this process. */
export function offerRecorder(): void {
  (globalThis as Record<symbol, unknown>)[Symbol.for(key)] = recordDependencies;
}

/**
 * Adds a static block that records X to each class of a bundled module that calls `inject(X)` in a field initializer or its constructor.
 * Line numbers stay, so that the source map still fits. `find` maps a line and a column, both from 1, to their source.
 */
export function recordInjections(code: string, find: (line: number, column: number) => Source | null): string {
  if (!code.replace(injectDeclaration, '').includes('inject')) return code;
  const tree = parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
  const calls = findInjectCalls(tree, code);
  const mayInject = textFilter(code, calls.words);
  const classes: { readonly node: ClassNode; readonly injected: readonly Expression[] }[] = [];

  function visit(node: AnyNode): void {
    if (!mayInject(node)) return;
    if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') noteClass(node);
    visitChildren(node, visit);
  }

  function noteClass(node: ClassNode): void {
    const injected = injectedBy(node, calls.argumentOf);
    if (injected.length > 0) classes.push({ node, injected });
  }

  visit(tree);
  const blocks = classes.map(({ node, injected }) => {
    const place = positionOf(code, node.start);
    const names = injected.map(({ start, end }) => code.slice(start, end));
    return { at: node.body.start + 1, text: staticBlock(names, find(place.line, place.column)) };
  });
  return insertAll(
    code,
    blocks.toSorted((a, b) => a.at - b.at),
  );
}

/** Line and column count from 1. */
function positionOf(code: string, index: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (let end = code.indexOf('\n'); end >= 0 && end < index; end = code.indexOf('\n', start)) {
    line++;
    start = end + 1;
  }
  return { line, column: index - start + 1 };
}

function insertAll(code: string, blocks: readonly { readonly at: number; readonly text: string }[]): string {
  const parts = blocks.flatMap(({ at, text }, index) => [code.slice(blocks[index - 1]?.at ?? 0, at), text]);
  return [...parts, code.slice(blocks.at(-1)?.at ?? 0)].join('');
}

function staticBlock(injected: readonly string[], source: Source | null): string {
  const place = source && JSON.stringify({ file: source.file, line: source.line });
  return ` static { globalThis[Symbol.for('${key}')]?.(this, () => [${injected.join(', ')}], ${place}); }`;
}

/** What a class injects during construction, as far as it names classes and tokens in scope of its module. */
function injectedBy(target: ClassNode, argumentOf: (node: AnyNode) => Expression | null): Expression[] {
  const injected: Expression[] = [];
  const hidden = new Set<string>();

  function visit(node: AnyNode): void {
    const argument = argumentOf(node);
    const root = argument && rootName(argument);
    if (root && !hidden.has(root)) injected.push(argument);
    if (node.type === 'VariableDeclarator') namesIn(node.id).forEach((name) => hidden.add(name));
    if (!runsLater(node)) visitChildren(node, visit);
  }

  for (const member of target.body.body) {
    if (member.type === 'PropertyDefinition' && !member.static && member.value) visit(member.value);
    if (member.type !== 'MethodDefinition' || member.kind !== 'constructor') continue;
    for (const parameter of member.value.params) namesIn(parameter).forEach((name) => hidden.add(name));
    [...member.value.params, member.value.body].forEach(visit);
  }
  return injected;
}

const runsLater = ({ type }: AnyNode) => /^(?:Function|Arrow|Class)/.test(type);

/** `stores` for `stores.Users`; null for anything but a name or members of one. */
function rootName(node: AnyNode): string | null {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' && !node.computed ? rootName(node.object) : null;
}

/** The names that a parameter or a declaration binds; may include a few more. */
function namesIn(pattern: AnyNode): string[] {
  if (pattern.type === 'Identifier') return [pattern.name];
  if (pattern.type === 'AssignmentPattern') return namesIn(pattern.left);
  const names: string[] = [];
  visitChildren(pattern, (child) => names.push(...namesIn(child)));
  return names;
}
