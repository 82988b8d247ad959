import type { $ZodType } from 'zod/v4/core';
import { bareOf } from '../../changes/lineage.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import type { Schema } from '../../schema/standard-schema.js';
import { definitionOf } from '../../schema/zod-tree.js';
import { exampleOf } from './example-of.js';
import { membersOf, valuesOf } from './changed-operations.js';

/** Where an object has an enum, or a list of its values. */
export interface EnumPlace {
  /** Names of members; `[]` is any object of a list. */
  readonly path: readonly string[];
  readonly member: $ZodType;
  readonly values: readonly unknown[];
}

/** Every enum of an object, at any depth; an object that contains itself is entered once. */
export function enumPlaces(schema: Schema | $ZodType | undefined): readonly EnumPlace[] {
  const tree = zodTreeOf(schema);
  return tree ? placesIn(tree, [], new Set()) : [];
}

function placesIn(tree: $ZodType, path: readonly string[], above: ReadonlySet<$ZodType>): readonly EnumPlace[] {
  const bare = bareOf(tree);
  if (above.has(bare)) return [];
  const inside = new Set([...above, bare]);
  const def = definitionOf(bare);
  if (def.type === 'lazy') return placesIn(def.getter() as $ZodType, path, inside);
  if (def.type === 'array') return placesIn(def.element as $ZodType, [...path, '[]'], inside);
  return membersOf(bare).flatMap(([name, member]) => {
    const values = valuesOf(member);
    const own = [...path, name];
    return values ? [{ path: own, member, values }] : placesIn(member, own, inside);
  });
}

/** An example of a schema that has a value at a place. */
export function exampleHaving(
  schema: Schema | $ZodType | undefined,
  { path, member }: EnumPlace,
  value: unknown,
): unknown {
  const given = definitionOf(bareOf(member)).type === 'array' ? [value] : value;
  return withValue(zodTreeOf(schema)!, path, given);
}

function withValue(tree: $ZodType, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  const bare = bareOf(tree);
  const def = definitionOf(bare);
  if (def.type === 'lazy') return withValue(def.getter() as $ZodType, [step, ...rest], value);
  if (def.type === 'array') return [withValue(def.element as $ZodType, rest, value)];
  const member = membersOf(bare).find(([name]) => name === step)![1];
  return { ...(exampleOf(bare as Schema) as object), [step]: withValue(member, rest, value) };
}

/** What a value has at a place: one value, or those of a list; undefined where it has none. */
export function valueAt(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value;
  if (step !== '[]') return valueAt((Object(value) as Readonly<Record<string, unknown>>)[step], rest);
  if (!Array.isArray(value)) return undefined;
  const found = value.flatMap((one) => valueAt(one, rest) ?? []);
  return found.length === 0 ? undefined : found;
}

/** `filter.status`, `any[].status` */
export const nameOfPlace = (path: readonly string[]) => path.join('.').replaceAll('.[]', '[]');
