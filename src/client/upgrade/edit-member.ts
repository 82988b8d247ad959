import type { Edit } from '../../edit/apply-edits.js';
import { startsWith } from '../../contract/upgrades/follow-members.js';
import type { ScanCompiler, SyntaxNode } from '../scan/checker.js';
import type { Mention } from '../scan/read-code.js';
import type { KnownMove } from './follow-upgrades.js';

/** What one place becomes. */
export interface PlaceEdit {
  readonly edits: readonly Edit[];
  /** A property that goes into an object of the revision: where others of the same literal join it. */
  readonly nested?: NestedProperty;
}

/** `customerName: order.name` that becomes part of `customer: { … }`. */
export interface NestedProperty {
  readonly literal: SyntaxNode;
  readonly property: SyntaxNode;
  /** `['customer', 'name']` */
  readonly path: readonly string[];
  /** The range of its value; that of the name where the property is short. */
  readonly value: { readonly start: number; readonly end: number };
}

export interface EditingFacts {
  readonly compiler: ScanCompiler;
  /** Whether every object on the way to a member of the revision is always there. */
  readonly isCertain: (move: KnownMove) => boolean;
}

const isWord = (name: string) => /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name);
const quoted = (name: string) => `'${name.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
const asKey = (name: string) => (isWord(name) ? name : quoted(name));

/** The edits that make a mention of a moved member one of where it is now; null where a person has to decide. */
export function editMember(
  { node, isName }: Mention,
  move: KnownMove,
  { compiler, isCertain }: EditingFacts,
): PlaceEdit | null {
  const { SyntaxKind: kinds } = compiler;
  const is = (one: SyntaxNode | undefined, ...names: readonly string[]) =>
    one !== undefined && names.some((name) => one.kind === kinds[name]);
  const { parent } = node;
  const around = move.older.slice(0, -1);
  const isBeside = startsWith(move.newer, around);
  const path = move.newer.slice(around.length);
  const isRenamed = isBeside && path.length === 1;
  const [first = ''] = path;
  const replace = (start: number, end: number, text: string): PlaceEdit => ({ edits: [{ start, end, text }] });
  const [start, end] = [node.getStart(), node.end];
  const isText = is(node, 'StringLiteral', 'NoSubstitutionTemplateLiteral');
  const inQuotes = (names: readonly string[], between: string) => {
    const quote = node.getText()[0]!;
    return names.map((name) => `${quote}${name.replaceAll(quote, `\\${quote}`)}${quote}`).join(between);
  };

  if (is(parent, 'PropertyAccessExpression') && parent.name === node) {
    const chain = isBeside ? { start: parent.expression!.end, names: path } : chainBefore(parent, move);
    if (!chain) return null;
    const link = isCertain(move) ? '' : '?';
    const text = chain.names
      .map((name, index) => {
        const optional = index > 0 ? link : isOptional(parent, kinds) && isBeside ? '?' : '';
        if (isWord(name)) return `${optional}.${name}`;
        return `${optional === '' ? '' : '?.'}[${quoted(name)}]`;
      })
      .join('');
    // Comments and breaks of the line between the value and the member stay.
    if (isBeside && chain.names.every(isWord)) return replace(start, end, text.replace(/^\??\./, ''));
    return replace(chain.start, end, text);
  }
  if (is(parent, 'ElementAccessExpression') && isText)
    return isBeside && (isRenamed || isCertain(move)) ? replace(start, end, inQuotes(path, '][')) : null;
  if (is(parent, 'BinaryExpression', 'CallExpression') && isText)
    return isRenamed ? replace(start, end, inQuotes(path, '')) : null;
  if (is(parent, 'LiteralType') && isText) {
    if (isRenamed) return replace(start, end, inQuotes(path, ''));
    if (!isBeside) return null;
    // What picked the member picks the object that has it.
    if (isName) return isPicked(parent, kinds) ? replace(start, end, inQuotes([first], '')) : null;
    return is(parent.parent, 'IndexedAccessType') && isCertain(move) ? replace(start, end, inQuotes(path, '][')) : null;
  }
  if (is(parent, 'BindingElement')) {
    if (!isBeside) return null;
    const isShort = parent.propertyName !== node;
    if (isRenamed && !isShort && parent.name!.text === first) return replace(start, parent.name!.getStart(), '');
    if (isRenamed) return replace(start, end, isShort ? `${asKey(first)}: ${node.getText()}` : asKey(first));
    const hasRest = childrenOf(parent.parent, compiler).some(
      (one) => childrenOf(one, compiler)[0] !== undefined && one.getText().startsWith('...'),
    );
    if (hasRest || !isCertain(move)) return null;
    const open = path
      .slice(0, -1)
      .map((name) => `${asKey(name)}: { `)
      .join('');
    const last = asKey(path.at(-1)!);
    return {
      edits: [
        { start, end, text: `${open}${isShort && last !== node.getText() ? `${last}: ${node.getText()}` : last}` },
        { start: parent.end, end: parent.end, text: ' }'.repeat(path.length - 1) },
      ],
    };
  }
  if (is(parent, 'JsxAttribute')) return isRenamed && isWord(first) ? replace(start, end, first) : null;
  if (is(parent, 'PropertyAssignment', 'ShorthandPropertyAssignment', 'MethodDeclaration')) {
    if (!isBeside || (isText && !isRenamed)) return null;
    const isShort = is(parent, 'ShorthandPropertyAssignment');
    if (isRenamed && isText) return replace(start, end, inQuotes(path, ''));
    const { initializer } = parent;
    if (isRenamed && is(initializer, 'Identifier') && initializer!.text === first)
      return replace(start, initializer!.getStart(), '');
    if (isRenamed) return replace(start, end, isShort ? `${asKey(first)}: ${node.getText()}` : asKey(first));
    if (is(parent, 'MethodDeclaration') || path.length !== 2) return null;
    const value = isShort ? { start, end } : { start: parent.initializer!.getStart(), end: parent.initializer!.end };
    return { edits: [], nested: { literal: parent.parent, property: parent, path, value } };
  }
  return null;
}

function childrenOf(node: SyntaxNode, { forEachChild }: ScanCompiler): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  forEachChild(node, (child) => {
    found.push(child as SyntaxNode);
  });
  return found;
}

/** Whether a literal type is one of the names of `Pick<Order, 'id' | 'total'>`. */
function isPicked(literal: SyntaxNode, kinds: ScanCompiler['SyntaxKind']): boolean {
  let node = literal;
  while (node.parent.kind === kinds['UnionType']) node = node.parent;
  const { typeName } = node.parent as SyntaxNode & { readonly typeName?: SyntaxNode };
  return typeName?.text === 'Pick';
}

const isOptional = (access: SyntaxNode, kinds: ScanCompiler['SyntaxKind']) => {
  const { questionDotToken } = access as SyntaxNode & { readonly questionDotToken?: { readonly kind: number } };
  return questionDotToken?.kind === kinds['QuestionDotToken'];
};

/** `order.customer.name` where the name has left the customer: from the end of `order`. */
function chainBefore(
  access: SyntaxNode,
  { older, newer }: KnownMove,
): { readonly start: number; readonly names: readonly string[] } | null {
  const shared = older.findIndex((name, index) => newer[index] !== name);
  let value = access.expression!;
  for (const name of older.slice(shared, -1).toReversed()) {
    if (value.name?.text !== name || !value.expression || (value as { questionDotToken?: unknown }).questionDotToken)
      return null;
    value = value.expression;
  }
  return (access as { questionDotToken?: unknown }).questionDotToken
    ? null
    : { start: value.end, names: newer.slice(shared) };
}
