import { readNode } from '../schema/read-node.js';
import { nearestNames } from '../text/nearest-name.js';
import type { Direction } from '../routing/changes/hop.js';
import type { Reshape } from '../routing/changes/reshape.js';

/** A name in `loses` that the shape of its side does not have, and the nearest one that it has. */
export interface UnknownLoss {
  readonly direction: Direction;
  readonly name: string;
  readonly near: string | null;
}

/** Whether a value of the schema has members; what else is lost, `loses` says in words. */
export const hasMembers = (schema: unknown): boolean => objectsIn(schema).length > 0;

/** `loses.down` names members of the newer shape, `loses.up` those of the older one. */
export function unknownLosses({ loses }: Reshape, after: unknown, before: unknown): readonly UnknownLoss[] {
  const inside = (direction: Direction, schema: unknown) =>
    (hasMembers(schema) ? loses[direction] : [])
      .filter((name) => !hasMember(schema, name.split('.')))
      .map((name) => ({ direction, name, near: nearestNames(name, namesIn(schema))[0] ?? null }));
  return [...inside('down', after), ...inside('up', before)];
}

function hasMember(schema: unknown, [head, ...rest]: readonly string[]): boolean {
  if (head === undefined) return true;
  return objectsIn(schema).some((node) => node === 'open' || (node.has(head) && hasMember(node.get(head), rest)));
}

const namesIn = (schema: unknown) => objectsIn(schema).flatMap((node) => (node === 'open' ? [] : [...node.keys()]));

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
