import { type Crossing, familiesOf, findCrossings } from '../../routing/changes/crossings.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import type { Schema } from '../../schema/standard-schema.js';
import { definitionOf } from '../../schema/zod-tree.js';
import { bareOf } from '../../changes/lineage.js';
import type { $ZodType } from 'zod/v4/core';
import { responseDetail } from '../../routing/table/responses.js';
import type { Route } from '../../routing/table/route.js';
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

/** The members of an object by name; none for another schema. */
export function membersOf(schema: Schema | $ZodType | undefined): readonly (readonly [string, $ZodType])[] {
  const tree = zodTreeOf(schema);
  const def = tree && definitionOf(bareOf(tree));
  return def?.type === 'object' ? Object.entries(def.shape as Readonly<Record<string, $ZodType>>) : [];
}

/** The items that an operation lists, as a list or in a page; none for 201, which shows what was made. */
export function listedItems({ responses, status }: Pick<Route, 'responses' | 'status'>): readonly $ZodType[] {
  const answer = status === 201 ? null : zodTreeOf(responseDetail(responses[status] ?? null).schema);
  if (!answer) return [];
  return [answer, ...membersOf(answer).map(([, member]) => member)].flatMap((tree) => {
    const def = definitionOf(bareOf(tree));
    return def.type === 'array' ? [def.element as $ZodType] : [];
  });
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
