import type { $ZodType } from 'zod/v4/core';
import { definitionOf, discriminatorOf, schemasIn, type ZodKind } from '../schema/zod-tree.js';

const open: readonly ZodKind[] = ['any', 'unknown', 'custom'];
const texts = ['string', 'enum', 'literal', 'template_literal'] as const;
const numbers = ['number', 'bigint', 'date', 'boolean'] as const;
const nothings = ['null', 'undefined', 'never'] as const;
const leaves: readonly ZodKind[] = [...open, ...texts, ...numbers, ...nothings];
const wrappers: readonly ZodKind[] = ['optional', 'nullable', 'readonly', 'nonoptional'];
const lists: readonly ZodKind[] = ['array', 'tuple'];
const objects: readonly ZodKind[] = ['object', 'record'];

const others = ['union', 'default', 'prefault', 'lazy'] as const;
const plainKinds: ReadonlySet<ZodKind> = new Set([...leaves, ...wrappers, ...lists, ...objects, ...others]);

/** A kind that holds no other schema and gives what it takes. */
export const isLeaf = (schema: $ZodType): boolean => leaves.includes(definitionOf(schema).type);

const known = new WeakMap<$ZodType, boolean>();

/**
 * Whether a schema gives the same when it parses what it has parsed: nothing in it transforms, coerces or catches, and what was an option of
 * a union stays that option. Schemas about which that is not certain are not plain.
 */
export function isPlain(schema: $ZodType): boolean {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const plain = [...schemasIn([schema])].every(isPlainItself);
  known.set(schema, plain);
  return plain;
}

function isPlainItself(schema: $ZodType): boolean {
  const def = definitionOf(schema);
  if (!plainKinds.has(def.type) || ('coerce' in def && def.coerce === true)) return false;
  if (!(def.checks ?? []).every(isPlainCheck)) return false;
  return def.type !== 'union' || areApart(schema, def.options as readonly $ZodType[]);
}

/** A refinement and a bound give what they take; `overwrite` and `check` may not. */
function isPlainCheck(check: { readonly _zod: { readonly def: { readonly check?: string; readonly type?: string } } }) {
  const { check: kind, type } = check._zod.def;
  return kind !== 'overwrite' && (kind !== 'custom' || type === 'custom');
}

/** Whether a value that an option has parsed fits no other one, or gives the same there. */
function areApart(union: $ZodType, options: readonly $ZodType[]): boolean {
  if (discriminatorOf(union) !== null)
    return (definitionOf(union) as { unionFallback?: boolean }).unionFallback !== true;
  const kinds = options.map((option) => containerOf(option, 0)).filter((kind) => kind !== 'leaf');
  return new Set(kinds).size === kinds.length && !kinds.includes('any');
}

/** What a value is that fits an option: a list or an object, a leaf, or something that is not known. */
function containerOf(schema: $ZodType, depth: number): 'leaf' | 'list' | 'object' | 'any' {
  const def = definitionOf(schema);
  if (lists.includes(def.type)) return 'list';
  if (objects.includes(def.type)) return 'object';
  if (wrappers.includes(def.type)) return containerOf((def as { innerType: $ZodType }).innerType, depth);
  if (def.type === 'lazy') return depth > 10 ? 'any' : containerOf(def.getter() as $ZodType, depth + 1);
  return leaves.includes(def.type) && !open.includes(def.type) ? 'leaf' : 'any';
}
