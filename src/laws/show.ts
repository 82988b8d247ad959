import { type SchemaNode } from '../schema/node.js';
import { definitionOf, isZod } from '../schema/zod-tree.js';
import { readNode } from '../schema/read-node.js';

const longest = 300;

/** A value as a counterexample shows it: JSON, with dates, bigints and what JSON lacks as code. */
export function showValue(value: unknown): string {
  const text = write(value);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

function write(value: unknown): string {
  if (value instanceof Date) return `new Date(${JSON.stringify(value) ?? ''})`;
  if (value instanceof Map) return `new Map(${write([...value])})`;
  if (value instanceof Set) return `new Set(${write([...value])})`;
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, item]) => item !== undefined);
    return `{${members.map(([name, item]) => `${JSON.stringify(name)}:${write(item)}`).join(',')}}`;
  }
  return typeof value === 'string' || value === null || typeof value === 'boolean'
    ? JSON.stringify(value)
    : Object.is(value, -0)
      ? '-0'
      : String(value);
}

const depth = 2;

/** A schema in short: `{ id: number, tags?: string[] }`. */
export function showShape(schema: unknown): string {
  const text = shape(schema, depth);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

function shape(schema: unknown, left: number): string {
  const node = readNode(schema);
  switch (node.kind) {
    case 'object':
      return left === 0 ? '{ … }' : objectShape(node, left);
    case 'array':
      return `${grouped(shape(node.element, left))}[]`;
    case 'tuple':
      return `[${[...node.items.map((item) => shape(item, left)), ...(node.rest ? [`...${shape(node.rest, left)}[]`] : [])].join(', ')}]`;
    case 'record':
      return `{ [key]: ${shape(node.value, left)} }`;
    case 'union':
      return left === 0 ? '…' : node.options.map((option) => shape(option, left - 1)).join(' | ');
    case 'intersection':
      return node.sides.map((side) => grouped(shape(side, left))).join(' & ');
    case 'wrapper':
      return node.null ? `${shape(node.inner, left)} | null` : shape(node.inner, left);
    case 'lazy':
      return left === 0 ? '…' : shape(node.read(), left - 1);
    case 'scalar':
      return scalarShape(schema);
    case 'opaque':
      return node.what;
  }
}

function objectShape({ members, rest }: Extract<SchemaNode, { kind: 'object' }>, left: number): string {
  const list = [...members].map(
    ([name, member]) => `${name}${isOptional(member) ? '?' : ''}: ${shape(member, left - 1)}`,
  );
  const all = rest === 'drop' ? list : [...list, '…'];
  return all.length === 0 ? '{}' : `{ ${all.join(', ')} }`;
}

export const isOptional = (schema: unknown) => isZod(schema) && schema._zod.optout === 'optional';

const grouped = (text: string) => (text.includes(' | ') ? `(${text})` : text);

function scalarShape(schema: unknown): string {
  if (!isZod(schema)) return 'value';
  const def = definitionOf(schema) as { readonly type: string; readonly format?: string };
  if (def.type === 'literal' || def.type === 'enum')
    return [...(schema._zod.values ?? [])]
      .map((value) => (typeof value === 'symbol' ? 'symbol' : write(value)))
      .join(' | ');
  return def.format === 'safeint' ? 'integer' : (def.format ?? def.type);
}
