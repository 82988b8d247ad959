import type { $ZodType } from 'zod/v4/core';
import type { Direction } from '../../changes/hop.js';
import { definitionOf } from '../../schema/zod-tree.js';

/** A schema without what is around it and has no name in a value, or up to one that is looked for. */
export function unwrapped(
  schema: $ZodType,
  direction: Direction,
  isFound: (schema: $ZodType) => boolean = () => false,
): $ZodType {
  let current = schema;
  while (!isFound(current)) {
    const inner = innerOf(current, direction);
    if (inner === null) break;
    current = inner;
  }
  return current;
}

function innerOf(schema: $ZodType, direction: Direction): $ZodType | null {
  const def = definitionOf(schema);
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'nonoptional':
      return def.innerType as $ZodType;
    case 'lazy':
      return def.getter() as $ZodType;
    case 'pipe':
      return (direction === 'down' || isTransform(def.in as $ZodType) ? def.out : def.in) as $ZodType;
    default:
      return null;
  }
}

/** Whether a pipe begins as that of `z.preprocess` does. */
const isTransform = (schema: $ZodType) => definitionOf(schema).type === 'transform';

/** The schema of what is at a path in a value; undefined where it is not known. */
export function partIn(schema: $ZodType, path: readonly string[], direction: Direction): $ZodType | undefined {
  return path.reduce<$ZodType | undefined>(
    (current, name) => current && memberIn(unwrapped(current, direction), name, direction),
    schema,
  );
}

function memberIn(schema: $ZodType, name: string, direction: Direction): $ZodType | undefined {
  const def = definitionOf(schema);
  switch (def.type) {
    case 'object':
      return Object.hasOwn(def.shape, name) ? (def.shape[name] as $ZodType) : def.catchall;
    case 'array':
      return def.element as $ZodType;
    case 'tuple':
      return (def.items[Number(name)] ?? def.rest ?? undefined) as $ZodType | undefined;
    case 'record':
      return def.valueType as $ZodType;
    case 'intersection':
      return partIn(def.left as $ZodType, [name], direction) ?? partIn(def.right as $ZodType, [name], direction);
    default:
      return undefined;
  }
}
