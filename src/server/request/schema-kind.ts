import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import type { Schema } from '../../schema/standard-schema.js';
import { definitionOf } from '../../schema/zod-tree.js';

/** The types that text values are read as. */
export type ScalarKind = 'integer' | 'number' | 'boolean' | 'bigint' | 'text';
export type Kind = { readonly item: ScalarKind; readonly many: boolean };

type Definition = $ZodTypes['_zod']['def'];

/** The schema inside optional, default, nullable, refined and piped ones. */
function unwrap(schema: $ZodType): $ZodType {
  const definition = definitionOf(schema) as { readonly innerType?: $ZodType; readonly in?: $ZodType };
  const inner = definition.innerType ?? definition.in;
  return inner && definitionOf(inner).type !== 'transform' ? unwrap(inner) : schema;
}

/** The kinds of an object schema's members by name, unions and intersections of objects included; null for other schemas. */
export function memberKinds(schema: Schema): ReadonlyMap<string, Kind> | null {
  const tree = zodTreeOf(schema);
  return tree && kindsIn(tree);
}

function kindsIn(schema: $ZodType): ReadonlyMap<string, Kind> | null {
  const definition = definitionOf(unwrap(schema));
  const branches = branchesOf(definition);
  if (branches.length > 0) return uniteKinds(branches.map(kindsIn));
  if (definition.type !== 'object') return null;
  return new Map(Object.entries(definition.shape).map(([name, member]) => [name, kindOf(member as $ZodType)]));
}

/** The sides of an intersection, the options of a union. */
function branchesOf(definition: Definition): readonly $ZodType[] {
  if (definition.type === 'union') return definition.options as readonly $ZodType[];
  return definition.type === 'intersection' ? [definition.left as $ZodType, definition.right as $ZodType] : [];
}

/** A member with different kinds in different branches stays text. */
function uniteKinds(branches: readonly (ReadonlyMap<string, Kind> | null)[]): ReadonlyMap<string, Kind> | null {
  const kinds = new Map<string, Kind>();
  for (const branch of branches) {
    if (!branch) return null;
    for (const [name, kind] of branch) {
      const other = kinds.get(name) ?? kind;
      kinds.set(
        name,
        other.item === kind.item && other.many === kind.many ? kind : { item: 'text', many: other.many && kind.many },
      );
    }
  }
  return kinds;
}

function kindOf(schema: $ZodType): Kind {
  const inner = unwrap(schema);
  const definition = definitionOf(inner);
  if (definition.type !== 'array') return { item: scalarKind(inner), many: false };
  return { item: scalarKind(unwrap(definition.element as $ZodType)), many: true };
}

function scalarKind(schema: $ZodType): ScalarKind {
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'number':
      return isInteger(definition) ? 'integer' : 'number';
    case 'boolean':
      return 'boolean';
    case 'bigint':
      return 'bigint';
    case 'literal':
      return allNumbers(definition.values) ? 'number' : 'text';
    case 'enum':
      return allNumbers(Object.values(definition.entries)) ? 'number' : 'text';
    default:
      return 'text';
  }
}

function isInteger(definition: Definition): boolean {
  const { format = '', checks = [] } = definition as { readonly format?: string; readonly checks?: readonly unknown[] };
  const formats = checks.map((check) => (check as { _zod?: { def?: { format?: string } } })._zod?.def?.format ?? '');
  return [format, ...formats].some((name) => /int/.test(name));
}

const allNumbers = (values: readonly unknown[]) =>
  values.length > 0 && values.every((value) => typeof value === 'number');
