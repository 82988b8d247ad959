import type { $ZodType } from 'zod/v4/core';
import { childrenOf, definitionOf, schemasIn } from '../schema/zod-tree.js';
import type { Hop } from './hop.js';
import { isLeaf, isPlain } from './plain-schema.js';

/**
 * Whether values of an older version may take the direct way: parsed by the older shape, converted, and parsed by the newest schema as a whole.
 * That is the way of requests where each schema on it gives the same when it parses what it has parsed. `hops` are newest first.
 */
export function isDirect(schema: $ZodType, hops: readonly Hop[]): boolean {
  if (!isPlain(schema)) return false;
  let current = schema;
  for (const hop of hops) {
    for (const { reshape } of hop.reshapesIn(current)) {
      const before = hop.asNamedBare(reshape.trees.before);
      if (!isPlain(before) || hasHiddenDefaults(before)) return false;
      if (hop.touches(before) && [...schemasIn([before])].some(isCheckedContainer)) return false;
    }
    current = hop.olderBare(current);
  }
  return isPlain(current);
}

/** What stands above a change inside it is left out when a value is read, and runs where the change does. */
const isCheckedContainer = (schema: $ZodType) =>
  childrenOf(schema).length > 0 && (definitionOf(schema).checks?.length ?? 0) > 0;

const isDefault = (schema: $ZodType) => ['default', 'prefault'].includes(definitionOf(schema).type);

/** Defaults that `fillingDirectly` does not fill. */
function hasHiddenDefaults(schema: $ZodType): boolean {
  const filled = new Set(simpleDefaults(schema).map(({ member }) => member));
  return [...schemasIn([schema])].some((one) => isDefault(one) && !filled.has(one));
}

interface SimpleDefault {
  readonly name: string;
  readonly member: $ZodType;
  readonly value: unknown;
}

function simpleDefaults(schema: $ZodType): readonly SimpleDefault[] {
  const def = definitionOf(schema);
  if (def.type !== 'object') return [];
  return Object.entries(def.shape as Readonly<Record<string, $ZodType>>).flatMap(([name, member]) => {
    const own = definitionOf(member);
    if (own.type !== 'default' || !isLeaf(own.innerType as $ZodType)) return [];
    const value: unknown = own.defaultValue;
    return typeof value === 'object' && value !== null ? [] : [{ name, member, value }];
  });
}

/** Gives an object the defaults of a shape before a change gets it; null where the shape has none. */
export function fillingDirectly(schema: $ZodType): ((value: unknown) => unknown) | null {
  const defaults = simpleDefaults(schema);
  if (defaults.length === 0) return null;
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    let copy: Record<string, unknown> | null = null;
    for (const one of defaults)
      if ((value as Readonly<Record<string, unknown>>)[one.name] === undefined)
        (copy ??= { ...value })[one.name] = one.value;
    return copy ?? value;
  };
}
