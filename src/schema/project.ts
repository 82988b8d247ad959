import { compileText } from './compile-text.js';
import type { $ZodType } from 'zod/v4/core';
import { isInternal } from './internal.js';
import { fitsOf, pickOption } from './fits.js';
import { setMember } from './members.js';
import { isKeyed, isRecord, type Projection, type SchemaNode } from './node.js';
import { objectProjection, otherShape } from './object-projection.js';
import { readNode } from './read-node.js';

const compiled = new WeakMap<object, Projection | null>();

/**
 * Compiled once per schema: drops undeclared members and items, and orders the others as the schema does. null when there
 * is nothing that could be dropped. The projection throws a TypeError for a value that matches no member of a union, and for
 * an array where an object is declared or the other way round.
 */
export function projectionOf(schema: unknown): Projection | null {
  if (!isKeyed(schema)) return null;
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  let projection: Projection | null = null;
  compiled.set(schema, (value) => (projection ? projection(value) : value));
  projection = compile(readNode(schema));
  compiled.set(schema, projection);
  return projection;
}

/** Marks a schema whose values are sent with all their members. */
export function sendWhole(schema: object): void {
  compiled.set(schema, null);
}

function compile(node: SchemaNode): Projection | null {
  switch (node.kind) {
    case 'object':
      return objectProjection(
        [...node.members]
          .filter(([, member]) => !isInternal(member as $ZodType))
          .map(([name, member]) => [name, projectionOf(member)]),
        typeof node.rest === 'object' ? projectionOf(node.rest.schema) : node.rest === 'keep' ? null : 'drop',
      );
    case 'array':
      return arrayProjection(projectionOf(node.element));
    case 'tuple':
      return tupleProjection(node.items.map(projectionOf), node.rest === null ? 'drop' : projectionOf(node.rest));
    case 'record':
      return recordProjection(node, projectionOf(node.value));
    case 'union':
      return unionProjection(node);
    case 'intersection':
      return intersectionProjection(node.sides.map(projectionOf));
    case 'wrapper': {
      const inner = projectionOf(node.inner);
      return inner && ((value) => (value === undefined || value === null ? value : inner(value)));
    }
    case 'lazy': {
      let inner: Projection | null | undefined;
      return (value) => {
        inner ??= projectionOf(node.read());
        return inner ? inner(value) : value;
      };
    }
    case 'scalar':
    case 'opaque':
      return null;
  }
}

const listText = `return (value) => {
  const items = [];
  for (let index = 0; index < value.length; index++) items.push(element(value[index]));
  return items;
};`;

type List = readonly unknown[];

function arrayProjection(element: Projection | null): Projection | null {
  if (!element) return null;
  const build =
    compileText<(value: List) => unknown>(listText, { element }) ?? ((value: List) => value.map((own) => element(own)));
  return (value) => (Array.isArray(value) ? build(value) : standInList(value, build));
}

function tupleProjection(items: readonly (Projection | null)[], rest: Projection | 'drop' | null): Projection | null {
  if (rest === null && items.every((item) => item === null)) return null;
  const build = (value: List) =>
    (rest === 'drop' ? value.slice(0, items.length) : value).map((own, index) => {
      const projection = index < items.length || rest === 'drop' ? items[index] : rest;
      return projection ? projection(own) : own;
    });
  return (value) => (Array.isArray(value) ? build(value) : standInList(value, build));
}

/** What is sent where a list is declared and the value is none: what `toJSON` gives, or a plain value. */
function standInList(value: unknown, build: (value: List) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const stood =
    typeof (value as { toJSON?: unknown }).toJSON === 'function' ? (value as { toJSON(): unknown }).toJSON() : value;
  if (Array.isArray(stood)) return build(stood);
  if (typeof stood !== 'object' || stood === null) return stood;
  throw otherShape('an array', 'an object');
}

function recordProjection(
  { names, key, others }: Extract<SchemaNode, { kind: 'record' }>,
  member: Projection | null,
): Projection | null {
  if (names)
    return objectProjection(
      names.all.map((name) => [name, member]),
      'drop',
    );
  if (!member && others !== 'drop') return null;
  const isDeclared = others === 'refuse' ? () => true : fitsOf(key);
  return (value) => {
    if (Array.isArray(value)) throw otherShape('an object', 'an array');
    if (!isRecord(value)) return value;
    const entries = Object.entries(value).filter(([name]) => others !== 'drop' || isDeclared(name));
    return Object.fromEntries(entries.map(([name, own]) => [name, member && isDeclared(name) ? member(own) : own]));
  };
}

function unionProjection(node: Extract<SchemaNode, { kind: 'union' }>): Projection {
  const pick = pickOption(node);
  const options = node.options.map(projectionOf);
  return (value) => {
    const position = pick(value);
    if (position < 0) throw new TypeError('The value matches no member of the union.');
    const projection = options[position];
    return projection ? projection(value) : value;
  };
}

function intersectionProjection(sides: readonly (Projection | null)[]): Projection | null {
  const projections = sides.filter((side) => side !== null);
  if (projections.length < sides.length) return null;
  return (value) => projections.map((side) => side(value)).reduce(unite);
}

/** Members of both, at every depth. */
function unite(left: unknown, right: unknown): unknown {
  if (Array.isArray(left) && Array.isArray(right)) return left.map((item, index) => unite(item, right[index]));
  if (!isRecord(left) || !isRecord(right)) return right;
  const united: Record<string, unknown> = { ...left };
  for (const [name, own] of Object.entries(right))
    setMember(united, name, Object.hasOwn(left, name) ? unite(left[name], own) : own);
  return united;
}
