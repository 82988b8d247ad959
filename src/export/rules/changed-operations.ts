import { type Crossing, familiesOf, findCrossings } from '../../routing/changes/crossings.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import type { Schema } from '../../schema/standard-schema.js';
import { definitionOf } from '../../schema/zod-tree.js';
import { memberWrappers } from '../../changes/lineage.js';
import type { $ZodType } from 'zod/v4/core';
import type { RuleContext } from './rule.js';

/** Every way of an operation between two neighbouring versions. */
export function crossingsIn({
  routes,
  bindings,
  versioning,
}: Pick<RuleContext, 'routes' | 'bindings' | 'versioning'>): readonly Crossing[] {
  const versions = versioning?.versions;
  if (!versions) return [];
  return findCrossings(versions, familiesOf(versions, routes, bindings), bindings);
}

/** A schema without what allows a missing value or gives a default. */
export function bareOf(tree: $ZodType): $ZodType {
  const def = definitionOf(tree) as { readonly type: string; readonly innerType?: $ZodType };
  return memberWrappers.includes(def.type) ? bareOf(def.innerType!) : tree;
}

/** The members of an object by name; none for another schema. */
export function membersOf(schema: Schema | $ZodType | undefined): readonly (readonly [string, $ZodType])[] {
  const tree = zodTreeOf(schema);
  const def = tree && definitionOf(bareOf(tree));
  return def?.type === 'object' ? Object.entries(def.shape as Readonly<Record<string, $ZodType>>) : [];
}

/** The only values of a schema, or of the items of a list; null where there are others. */
export function valuesOf(schema: Schema | $ZodType): readonly unknown[] | null {
  const def = definitionOf(bareOf(schema as $ZodType));
  switch (def.type) {
    case 'enum':
      return Object.values(def.entries);
    case 'literal':
      return def.values;
    case 'array':
      return valuesOf(def.element as $ZodType);
    case 'union': {
      const options = def.options.map((option) => valuesOf(option as $ZodType));
      return options.every((one) => one !== null) ? [...new Set(options.flat())] : null;
    }
    default:
      return null;
  }
}
