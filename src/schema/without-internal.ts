import { type $ZodType, clone, globalRegistry } from 'zod/v4/core';
import { ancestorsOf, standFor } from './identity.js';
import { hasInternal, isInternal } from './internal.js';
import { childrenOf, definitionOf, later, rebuild } from './zod-tree.js';

const shown = new WeakMap<$ZodType, $ZodType>();
const making = new WeakSet<$ZodType>();

/** A schema as clients see it, at every depth; the schema itself where nothing is internal. */
export function withoutInternal<S extends $ZodType>(schema: S): S {
  return (hasInternal() ? show(schema) : schema) as S;
}

function show(schema: $ZodType): $ZodType {
  const known = shown.get(schema);
  if (known) return known;
  if (!holdsInternal(schema)) return schema;
  if (making.has(schema)) return later(() => shown.get(schema)!);
  making.add(schema);
  const copy = standFor(rebuild(withoutOwn(schema), show), schema);
  making.delete(schema);
  const meta = globalRegistry.get(schema);
  if (meta) globalRegistry.add(copy as never, withShownExamples(schema, meta) as never);
  shown.set(schema, copy);
  return copy;
}

/** The same schema without what is internal in the schema itself. */
function withoutOwn(schema: $ZodType): $ZodType {
  const def = definitionOf(schema);
  if (def.type === 'object') {
    const members = Object.entries(def.shape as Readonly<Record<string, $ZodType>>);
    const shape = Object.fromEntries(members.filter(([, member]) => !isInternal(member)));
    return clone(schema, { ...def, shape } as never);
  }
  if (def.type !== 'default' && def.type !== 'prefault') return schema;
  const { innerType, defaultValue } = def as unknown as { innerType: $ZodType; defaultValue: unknown };
  return clone(schema, { ...def, defaultValue: hide(innerType, defaultValue) } as never);
}

/** A value that documents show, with the members that clients see. */
function hide(schema: $ZodType, value: unknown): unknown {
  const def = definitionOf(schema);
  if (Array.isArray(value))
    return def.type === 'array' ? value.map((item) => hide(def.element as $ZodType, item)) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (def.type === 'object') {
    const shape = def.shape as Readonly<Record<string, $ZodType>>;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, own]) => {
        const member = Object.hasOwn(shape, name) ? shape[name]! : null;
        return member && !isInternal(member) ? [[name, hide(member, own)]] : [];
      }),
    );
  }
  if (def.type === 'record')
    return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, hide(def.valueType as $ZodType, own)]));
  return childrenOf(schema).reduce((current, child) => hide(child, current), value as unknown);
}

function withShownExamples(schema: $ZodType, meta: object): object {
  const { examples, ...rest } = meta as { readonly examples?: unknown };
  if (!Array.isArray(examples)) return meta;
  return { ...rest, examples: examples.map((example) => hide(schema, example)) };
}

const holding = new WeakMap<$ZodType, boolean>();

/** Whether something in a schema is internal. */
export function holdsInternal(schema: $ZodType): boolean {
  if (!hasInternal()) return false;
  const known = holding.get(schema);
  if (known !== undefined) return known;
  const seen = new Set<$ZodType>([schema]);
  let found = false;
  for (const current of seen) {
    for (const child of childrenOf(current)) seen.add(child);
    found ||= isInternal(current);
  }
  holding.set(schema, found);
  return found;
}

/** A place where a mark would hide nothing. */
export interface UnhiddenMark {
  /** `address.city`, `items[]`; empty for the schema itself. */
  readonly path: string;
  readonly why: 'no member' | 'undeclared members';
}

/** Marks that are on no member of an object, or on a member of an object that keeps undeclared members. */
export function unhiddenMarks(schema: $ZodType): readonly UnhiddenMark[] {
  if (!holdsInternal(schema)) return [];
  const found: UnhiddenMark[] = [];
  const seen = new Set<$ZodType>();
  const visit = (one: $ZodType, path: string, isOpen: boolean) => {
    if (isInternal(one)) found.push({ path, why: 'no member' });
    if (seen.has(one)) return;
    seen.add(one);
    const def = definitionOf(one);
    if (def.type === 'object') {
      const keeps = isOpen || keepsUndeclared(def.catchall);
      for (const [name, member] of Object.entries(def.shape as Readonly<Record<string, $ZodType>>)) {
        const at = path === '' ? name : `${path}.${name}`;
        if (keeps && isInternal(member)) found.push({ path: at, why: 'undeclared members' });
        if (!isInternal(member)) visit(member, at, false);
      }
      return;
    }
    const opens = def.type === 'intersection' && [def.left, def.right].some((side) => keepsMembers(side as $ZodType));
    for (const child of childrenOf(one)) visit(child, def.type === 'array' ? `${path}[]` : path, isOpen || opens);
  };
  visit(schema, '', false);
  return found;
}

const keepsUndeclared = (catchall: unknown) =>
  catchall !== undefined && definitionOf(catchall as $ZodType).type !== 'never';

/** Whether one side of an intersection sends what the other hides. */
function keepsMembers(side: $ZodType): boolean {
  const def = definitionOf(side);
  if (def.type === 'object') return keepsUndeclared(def.catchall);
  return ['record', 'any', 'unknown', 'custom', 'transform'].includes(def.type) || childrenOf(side).some(keepsMembers);
}

/** The members that are internal, as paths through objects and lists: `cost`, `items.cost`. */
export function internalMembers(schema: $ZodType): readonly string[] {
  if (!holdsInternal(schema)) return [];
  const found = new Set<string>();
  const seen = new Set<$ZodType>();
  const visit = (one: $ZodType, path: readonly string[]) => {
    if (seen.has(one)) return;
    seen.add(one);
    const def = definitionOf(one);
    if (def.type !== 'object') return childrenOf(one).forEach((child) => visit(child, path));
    for (const [name, member] of Object.entries(def.shape as Readonly<Record<string, $ZodType>>))
      if (isInternal(member)) found.add([...path, name].join('.'));
      else visit(member, [...path, name]);
  };
  visit(schema, []);
  return [...found];
}

/** The members that a request schema would have, were they not internal. */
export const hiddenMembers = (schema: $ZodType): readonly string[] =>
  hasInternal() ? [...ancestorsOf(schema)].flatMap(internalMembers) : [];
