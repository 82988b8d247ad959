import type { $ZodType } from 'zod/v4/core';
import { standFor } from '../schema/identity.js';
import { childrenOf, definitionOf, later, rebuild } from '../schema/zod-tree.js';
import { type FrozenConstant, frozenOf } from './frozen.js';

/** What each schema inside a frozen shape stands for. */
export type Counterparts = ReadonlyMap<$ZodType, $ZodType>;

/**
 * The schemas in the same places of frozen shapes and of what they stand for, by those of the first; what is the same in both is left out.
 * `shapeOf` is what a constant inside stands for; the constant itself is left out too.
 */
export function counterpartsOf(
  pairs: readonly (readonly [frozen: $ZodType, shape: $ZodType])[],
  shapeOf: (constant: FrozenConstant) => $ZodType | undefined,
): Counterparts {
  const found = new Map<$ZodType, $ZodType>();
  const pair = (one: $ZodType, other: $ZodType) => {
    if (one === other || found.has(one)) return;
    found.set(one, other);
    const constant = frozenOf(one);
    for (const [inner, outer] of pairsIn(one, (constant && shapeOf(constant)) ?? other)) pair(inner, outer);
  };
  for (const [frozen, shape] of pairs) {
    found.set(frozen, shape);
    for (const [inner, outer] of pairsIn(frozen, shape)) pair(inner, outer);
  }
  return new Map([...found].filter(([one, other]) => one !== other && !frozenOf(one)));
}

/** The children of two schemas that are in the same place; none where the schemas are of different kinds. */
function pairsIn(frozen: $ZodType, shape: $ZodType): readonly (readonly [$ZodType, $ZodType])[] {
  const [own, others] = [definitionOf(frozen), definitionOf(shape)];
  // A schema that is defined later is the one that it returns.
  if (own.type === 'lazy')
    return [[own.getter() as $ZodType, others.type === 'lazy' ? (others.getter() as $ZodType) : shape]];
  if (others.type === 'lazy') return pairsIn(frozen, others.getter() as $ZodType);
  if (own.type === 'object' && others.type === 'object') {
    const pairs = Object.entries(own.shape).flatMap(([name, member]) => {
      const counterpart = Object.hasOwn(others.shape, name) ? others.shape[name] : undefined;
      return counterpart ? [[member, counterpart] as const] : [];
    });
    const rest = own.catchall && others.catchall ? [[own.catchall, others.catchall] as const] : [];
    return [...pairs, ...rest] as readonly (readonly [$ZodType, $ZodType])[];
  }
  const [children, counterparts] = [childrenOf(frozen), childrenOf(shape)];
  if (own.type !== others.type || children.length !== counterparts.length) return [];
  return children.map((child, index) => [child, counterparts[index]!]);
}

/** A schema in which others are replaced, at any depth; the schema itself where there is nothing to replace. `made` are the copies so far. */
export function substitute(
  schema: $ZodType,
  replacementOf: (inner: $ZodType) => $ZodType | undefined,
  made = new Map<$ZodType, $ZodType | null>(),
): $ZodType {
  const visit = (one: $ZodType): $ZodType => {
    const replacement = replacementOf(one);
    if (replacement) return replacement;
    const known = made.get(one);
    if (known === null) return later(() => made.get(one)!);
    if (known) return known;
    if (!holds(one, replacementOf)) return one;
    made.set(one, null);
    const copy = rebuild(one, visit);
    made.set(one, one === schema ? copy : standFor(copy, one));
    return copy;
  };
  return visit(schema);
}

/** Whether something inside a schema is replaced. */
function holds(schema: $ZodType, replacementOf: (inner: $ZodType) => unknown): boolean {
  const seen = new Set<$ZodType>([schema]);
  for (const current of seen)
    for (const child of childrenOf(current)) {
      if (replacementOf(child)) return true;
      seen.add(child);
    }
  return false;
}
