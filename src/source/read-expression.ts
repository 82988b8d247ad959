import { parseSync } from 'oxc-parser';
import type { Chain, ChainLink, Expression, Member, Statement } from './syntax.js';

/** A node of a syntax tree, as ESTree defines it. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [name: string]: unknown;
}

/** Reads an expression of a module that has its texts between single quotes; what no other kind says is a name. Throws a SyntaxError for other code. */
export function readExpression(text: string): Expression {
  const source = `(${text})`;
  const { program, errors } = parseSync('expression.ts', source);
  const [statement] = program.body as unknown as readonly { readonly expression?: Node }[];
  if (errors.length > 0 || !statement?.expression) throw new SyntaxError(`This is no expression: ${text}`);
  return expressionOf(inside(statement.expression), source);
}

/** What stands between parentheses that the printer puts there itself. */
const inside = (node: Node): Node =>
  node.type === 'ParenthesizedExpression' ? inside(node['expression'] as Node) : node;

function expressionOf(node: Node, source: string): Expression {
  const of = (inner: unknown) => expressionOf(inner as Node, source);
  const written = source.slice(node.start, node.end);
  switch (node.type) {
    case 'Literal': {
      const regex = node['regex'] as { readonly pattern: string; readonly flags: string } | undefined;
      if (regex) return { kind: 'pattern', source: regex.pattern, flags: regex.flags };
      return { kind: 'literal', value: node['value'] as string, text: textOf(node['value'], written) };
    }
    case 'ObjectExpression':
    case 'ObjectPattern': {
      const isPattern = node.type === 'ObjectPattern';
      const properties = node['properties'] as readonly Node[];
      const isSpread = !isPattern && source.slice(node.start, properties[0]?.start ?? node.start).includes('\n');
      const members = properties.map((one) => memberOf(one, source));
      return { kind: 'object', members, isPattern, isSpread };
    }
    case 'ArrayExpression':
      return { kind: 'list', items: (node['elements'] as readonly Node[]).map(of) };
    case 'ArrowFunctionExpression': {
      const body = inside(node['body'] as Node);
      if (node['returnType']) return { kind: 'later', name: source.slice(body.start, body.end) };
      return {
        kind: 'arrow',
        parameters: (node['params'] as readonly Node[]).map(of),
        body: body.type === 'BlockStatement' ? statementsOf(body, source) : of(body),
      };
    }
    case 'ConditionalExpression':
      return { kind: 'conditional', test: of(node['test']), yes: of(node['consequent']), no: of(node['alternate']) };
    case 'BinaryExpression':
    case 'LogicalExpression':
      return {
        kind: 'operation',
        left: of(node['left']),
        operator: node['operator'] as string,
        right: of(node['right']),
      };
    case 'CallExpression':
      return chainOf(node, source);
    default:
      return { kind: 'name', name: written };
  }
}

/** Between the quotes that need fewer escapes, single ones where both need as many. */
function textOf(value: unknown, written: string): string {
  if (typeof value !== 'string') return written;
  const inner = written.slice(1, -1).replaceAll(/\\(["'])/g, '$1');
  const count = (quote: string) => inner.split(quote).length - 1;
  const quote = count("'") > count('"') ? '"' : "'";
  return quote + inner.replaceAll(quote, `\\${quote}`) + quote;
}

function memberOf(node: Node, source: string): Member {
  if (node.type === 'SpreadElement' || node.type === 'RestElement')
    return { key: '', value: expressionOf(node['argument'] as Node, source), form: 'spread' };
  const named = node['key'] as Node;
  const written = source.slice(named.start, named.end);
  const key = node['computed'] === true ? `[${written}]` : textOf(named['value'], written);
  if (node['kind'] === 'get') return { key, ...getterOf(node['value'] as Node, source), form: 'written' };
  const value = expressionOf(node['value'] as Node, source);
  return node['shorthand'] === true ? { key: '', value, form: 'shorthand' } : { key, value, form: 'written' };
}

/** The type of a getter, and what it returns. */
function getterOf(node: Node, source: string): Pick<Member, 'value' | 'getter'> {
  const type = (node['returnType'] as Node)['typeAnnotation'] as Node;
  const [only] = (node['body'] as Node)['body'] as readonly Node[];
  return {
    value: expressionOf(only!['argument'] as Node, source),
    getter: source.slice(type.start, type.end),
  };
}

/** The calls and members at the end of an expression; what stands before them is its head. */
function chainOf(node: Node, source: string): Chain {
  const steps: ChainLink[] = [];
  let current = node;
  for (;;) {
    const call =
      current.type === 'CallExpression'
        ? (current['arguments'] as readonly Node[]).map((one) => expressionOf(one, source))
        : undefined;
    const target = call ? (current['callee'] as Node) : current;
    if (target.type === 'MemberExpression' && target['computed'] === false && target['optional'] === false) {
      const member = target['property'] as Node;
      steps.unshift({ member: source.slice(member.start, member.end), ...(call && { call }) });
      current = target['object'] as Node;
    } else {
      if (call) steps.unshift({ call });
      return { kind: 'chain', head: source.slice(target.start, target.end), steps };
    }
  }
}

function statementsOf(block: Node, source: string): readonly Statement[] {
  return (block['body'] as readonly Node[]).map((one): Statement => {
    const of = (inner: unknown) => expressionOf(inner as Node, source);
    switch (one.type) {
      case 'ReturnStatement':
        return { kind: 'return', value: of(one['argument']) };
      case 'VariableDeclaration': {
        const [declared] = one['declarations'] as readonly Node[];
        return { kind: 'const', target: of(declared!['id']), value: of(declared!['init']) };
      }
      case 'IfStatement':
        return { kind: 'if', test: of(one['test']), then: statementsOf(one['consequent'] as Node, source) };
      default:
        throw new SyntaxError(`A ${one.type} is no statement of a change.`);
    }
  });
}
