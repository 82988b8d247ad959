import { readNode } from '../schema/read-node.js';
import { nearestNames } from '../text/nearest-name.js';
import type { DeclaredLosses, Reshape } from '../changes/reshape.js';

/** A name in `loses` that the shape of its side does not have, and the nearest one that it has. */
export interface UnknownLoss {
  readonly direction: keyof DeclaredLosses;
  readonly name: string;
  readonly near: string | null;
}

/** Whether a value of the schema has members; what else is lost, `loses` says in words. */
export const hasMembers = (schema: unknown): boolean => objectsIn(schema).length > 0;

/** `loses.down` and `loses.update` name members of the newer shape, `loses.up` those of the older one. */
export function unknownLosses({ loses }: Reshape, after: unknown, before: unknown): readonly UnknownLoss[] {
  const inside = (direction: keyof DeclaredLosses, schema: unknown) =>
    (hasMembers(schema) ? loses[direction] : [])
      .filter((name) => !hasMember(schema, name.split('.')))
      .map((name) => ({ direction, name, near: nearestNames(name, namesIn(schema))[0] ?? null }));
  return [...inside('down', after), ...inside('up', before), ...inside('update', after)];
}

/** Whether a value of the schema, or an item of it, may have a member at a path. */
export function hasMember(schema: unknown, [head, ...rest]: readonly string[]): boolean {
  if (head === undefined) return true;
  return objectsIn(schema).some((node) => node === 'open' || (node.has(head) && hasMember(node.get(head), rest)));
}

/** The schemas of a member of a value, or of its items, by its path. */
export function membersAt(schema: unknown, [head, ...rest]: readonly string[]): readonly unknown[] {
  if (head === undefined) return [schema];
  return objectsIn(schema).flatMap((node) =>
    node !== 'open' && node.has(head) ? membersAt(node.get(head), rest) : [],
  );
}

/** The names of the members that a value of the schema, or an item of it, may have. */
export const namesIn = (schema: unknown) =>
  objectsIn(schema).flatMap((node) => (node === 'open' ? [] : [...node.keys()]));

/** The members of the objects that a value of the schema may be, or a list of; `open` for one with undeclared members. */
function objectsIn(schema: unknown, depth = 0): readonly (ReadonlyMap<string, unknown> | 'open')[] {
  const node = readNode(schema);
  if (depth > 6) return [];
  const inside = (list: readonly unknown[]) => list.flatMap((one) => objectsIn(one, depth + 1));
  switch (node.kind) {
    case 'object':
      return [node.members, ...(node.rest === 'drop' ? [] : (['open'] as const))];
    case 'array':
      return inside([node.element]);
    case 'tuple':
      return inside(node.items);
    case 'union':
      return inside(node.options);
    case 'intersection':
      return inside(node.sides);
    case 'wrapper':
      return inside([node.inner]);
    case 'lazy':
      return inside([node.read()]);
    case 'record':
    case 'opaque':
      return ['open'];
    case 'scalar':
      return [];
  }
}
