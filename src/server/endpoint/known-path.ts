import { readNode } from '../../schema/read-node.js';

/** The beginning of a path that a schema has: `['user', 'firstName']` is `['user']` where users have no first name. */
export function knownPath(schema: unknown, path: readonly PropertyKey[]): readonly PropertyKey[] {
  const [head, ...rest] = path;
  if (head === undefined) return [];
  const known = insideOf(schema, head).map((inner) => [head, ...knownPath(inner, rest)]);
  return known.toSorted((one, other) => other.length - one.length)[0] ?? [];
}

/** The schemas that a value may have at a key; what cannot be looked into stands for itself. */
function insideOf(schema: unknown, key: PropertyKey): readonly unknown[] {
  const node = readNode(schema);
  const isIndex = /^\d+$/.test(String(key));
  switch (node.kind) {
    case 'object': {
      const member = node.members.get(String(key));
      if (member !== undefined) return [member];
      return typeof node.rest === 'object' ? [node.rest.schema] : [];
    }
    case 'array':
      return isIndex ? [node.element] : [];
    case 'tuple':
      return isIndex ? [node.items[Number(key)] ?? node.rest] : [];
    case 'record':
      return [node.value];
    case 'union':
      return node.options.flatMap((option) => insideOf(option, key));
    case 'intersection':
      return node.sides.flatMap((side) => insideOf(side, key));
    case 'wrapper':
      return insideOf(node.inner, key);
    case 'lazy':
      return insideOf(node.read(), key);
    case 'opaque':
      return [schema];
    case 'scalar':
      return [];
  }
}
