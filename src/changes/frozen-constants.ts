import { type $ZodType, globalRegistry } from 'zod/v4/core';
import { ancestorsOf } from '../schema/identity.js';
import { childrenOf, schemasIn } from '../schema/zod-tree.js';
import type { Change } from './change.js';
import { type FrozenConstant, frozenOf } from './frozen.js';

/** The frozen constants that changes name, and those inside of what they name. */
export const constantsOf = (changes: readonly Change[]): readonly FrozenConstant[] =>
  constantsIn(changes.flatMap(schemasOf));

/** The frozen constants among schemas and inside of them. */
export function constantsIn(schemas: readonly $ZodType[]): readonly FrozenConstant[] {
  return [...new Set([...schemasIn(schemas)].flatMap((schema) => frozenOf(schema) ?? []))];
}

const schemasOf = ({ reshapes, operations }: Change): readonly $ZodType[] => [
  ...reshapes.flatMap(({ trees }) => [trees.after, trees.before]),
  ...operations.flatMap(({ trees }) => trees()),
];

/** The schemas with an id in some, each once; what a frozen constant holds is its own. */
export function namedIn(schemas: readonly $ZodType[]): readonly (readonly [id: string, schema: $ZodType])[] {
  const found = new Map<$ZodType, readonly [string, $ZodType]>();
  const seen = new Set<$ZodType>(schemas);
  for (const schema of seen) {
    if (frozenOf(schema)) continue;
    for (const ancestor of ancestorsOf(schema)) {
      const id = globalRegistry.get(ancestor)?.id;
      if (typeof id !== 'string') continue;
      if (!found.has(ancestor)) found.set(ancestor, [id, ancestor]);
      break;
    }
    for (const child of childrenOf(schema)) seen.add(child);
  }
  return [...found.values()];
}
