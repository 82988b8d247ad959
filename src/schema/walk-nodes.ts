import { type SchemaNode } from './node.js';
import { readNode } from './read-node.js';

/** A node of a schema and its place in a value; `*` stands for every item of an array or record. */
export interface PlacedNode {
  readonly node: SchemaNode;
  /** JSON Pointer (RFC 6901); empty for the whole value. */
  readonly pointer: string;
}

/** Every node of a schema, each schema once, from the outside in. */
export function walkNodes(schema: unknown): readonly PlacedNode[] {
  const found: PlacedNode[] = [];
  const seen = new Set<unknown>();
  const visit = (inner: unknown, pointer: string): void => {
    if (inner === null || seen.has(inner)) return;
    seen.add(inner);
    const node = readNode(inner);
    found.push({ node, pointer });
    for (const [step, child] of childrenOf(node)) visit(child, step === null ? pointer : `${pointer}/${step}`);
  };
  visit(schema, '');
  return found;
}

type Child = readonly [step: string | null, schema: unknown];

function childrenOf(node: SchemaNode): readonly Child[] {
  switch (node.kind) {
    case 'object': {
      const members = [...node.members].map(([name, member]): Child => [escapeStep(name), member]);
      return typeof node.rest === 'object' ? [...members, ['*', node.rest.schema]] : members;
    }
    case 'array':
      return [['*', node.element]];
    case 'tuple':
      return [...node.items.map((item, index): Child => [String(index), item]), ['*', node.rest]];
    case 'record':
      return [['*', node.value]];
    case 'union':
      return node.options.map((option): Child => [null, option]);
    case 'intersection':
      return node.sides.map((side): Child => [null, side]);
    case 'wrapper':
      return [[null, node.inner]];
    case 'lazy':
      return [[null, node.read()]];
    case 'scalar':
    case 'opaque':
      return [];
  }
}

const escapeStep = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
