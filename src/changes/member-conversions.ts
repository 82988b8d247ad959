import type { $ZodType } from 'zod/v4/core';
import { setMember } from '../schema/members.js';
import { isRecord, standsFor } from '../schema/node.js';
import { readNode } from '../schema/read-node.js';
import type { Conversion } from './hop.js';
import { memberSchema, type Place } from './lineage.js';
import { type Origin, remember, standingOf } from './origins.js';
import { below } from './refusal.js';

type Values = Readonly<Record<string, unknown>>;

/** How a container goes through a change of what it holds. */
interface Way {
  /** Converts something inside. */
  readonly convert: (conversion: Conversion, value: unknown, owner: object, name: string, isParsed: boolean) => unknown;
  /** Whether an object is copied though nothing in it changed: what was left out of reading it is still to come. */
  readonly copies?: true;
  /** Finishes the converted copy of a container. */
  readonly keep: (copy: object, from: object, isParsed: boolean, origin?: Partial<Origin>) => unknown;
}

export const down: Way = { convert: (conversion, value) => conversion(value), keep: (copy) => copy };

/** On the direct way up, what fits no shape passes: the newest schema refuses it. */
export const direct: Way = { convert: (conversion, value) => conversion(value, false), keep: (copy) => copy };

/** On the way up, a refusal says where it is, and what was parsed is known from what a change made. */
export const upThrough = (schema: $ZodType): Way => ({
  convert: (conversion, value, owner, name, isParsed) => {
    try {
      return conversion(value, standingOf(owner, name, isParsed) !== 'made');
    } catch (error) {
      throw below(error, name);
    }
  },
  copies: true,
  keep: (copy, from, isParsed, origin) =>
    remember(copy, { isParsed, schema, lineage: null, maker: null, ...origin, from }),
});

interface Member {
  readonly name: string;
  readonly read: (own: Values) => unknown;
  /** null where nothing changes it. */
  readonly conversion: Conversion | null;
  /** Whether a missing member is a value that is converted. */
  readonly whenMissing: boolean;
}

type ChangedMember = Member & { readonly conversion: Conversion };

/** null where no member changes. */
export function convertObject(
  members: readonly Member[],
  catchall: Conversion | null,
  { convert, keep, copies }: Way,
): Conversion | null {
  const changed = members.filter((member): member is ChangedMember => member.conversion !== null);
  const declared = new Set(members.map(({ name }) => name));
  if (changed.length === 0 && !catchall) return null;
  return (value, isParsed = true) => {
    if (!isParsed && !isRecord(value)) return value;
    const own = membersOf(value);
    let copy: Record<string, unknown> | null = copies ? { ...own } : null;
    for (const { name, read, conversion, whenMissing } of changed) {
      const before = read(own);
      if (before === undefined && !whenMissing) continue;
      const next = convert(conversion, before, own, name, isParsed);
      if (next !== before) setMember((copy ??= { ...own }), name, next);
    }
    if (catchall)
      for (const name of Object.keys(own))
        if (!declared.has(name))
          setMember((copy ??= { ...own }), name, convert(catchall, own[name], own, name, isParsed));
    return copy ? keep(copy, own, isParsed) : own;
  };
}

/** Each item has a conversion of its own, or null where it stays. */
export function convertList(conversionAt: (index: number) => Conversion | null, { convert, keep }: Way): Conversion {
  return (value, isParsed = true) => {
    if (!isParsed && !Array.isArray(value)) return value;
    const list = listOf(value);
    const copy = list.map((item, index) => {
      const conversion = conversionAt(index);
      return conversion ? convert(conversion, item, list, String(index), isParsed) : item;
    });
    return keep(copy, list, isParsed);
  };
}

/** What a record does with its entries. */
interface RecordEntries {
  /** null where keys stay. */
  readonly key: Conversion | null;
  /** null where values stay. */
  readonly member: Conversion | null;
  /** Whether the key schema declares an entry; what a loose record does not declare passes. */
  readonly has: (name: string) => boolean;
}

/** Keys first: a value goes on under the name that its key gets. */
export function convertRecord({ key, member, has }: RecordEntries, way: Way): Conversion | null {
  const keys = key && convertKeys(key, has, way);
  if (!keys || !member) return keys ?? (member && convertValues(member, has, way));
  return (value, isParsed) => {
    const renamed = keys(value, isParsed);
    // Under another name, a value is as declared as it was under its own.
    const isKept = new Set(Object.keys(Object(value) as object).filter((name) => !has(name)));
    return convertValues(member, (name) => !isKept.has(name), way)(renamed, isParsed);
  };
}

function convertValues(member: Conversion, has: (name: string) => boolean, { convert, keep }: Way): Conversion {
  return (value, isParsed = true) => {
    if (!isParsed && !isRecord(value)) return value;
    const own = membersOf(value);
    const copy: Record<string, unknown> = {};
    for (const [name, item] of Object.entries(own))
      setMember(copy, name, has(name) ? convert(member, item, own, name, isParsed) : item);
    return keep(copy, own, isParsed);
  };
}

/** A key that keeps its name wins over one that gets it, and the first over later ones. */
function convertKeys(key: Conversion, has: (name: string) => boolean, { convert, keep }: Way): Conversion {
  return (value, isParsed = true) => {
    if (!isParsed && !isRecord(value)) return value;
    const own = membersOf(value);
    const older = new Map<string, string>();
    for (const name of Object.keys(own)) {
      const next = has(name) ? [convert(key, name, own, name, isParsed)].flat().map(String) : [name];
      for (const one of next) if (!older.has(one) || one === name) older.set(one, name);
    }
    const copy: Record<string, unknown> = {};
    for (const [name, from] of older) setMember(copy, name, own[from]);
    const lineage = new Map([...older].map(([name, from]) => [name, placeOf(from)] as const));
    return keep(copy, own, isParsed, { lineage });
  };
}

const placeOf = (name: string): Place => ({ alike: [[name]], older: [name], inside: null });

/** One side of an intersection. */
export interface Side {
  readonly schema: $ZodType;
  readonly conversion: Conversion | null;
}

/** Each side converts the whole value, and of what comes out only what that side declares is taken over. */
export function convertSides(sides: readonly Side[], { keep }: Way): Conversion | null {
  if (sides.every(({ conversion }) => conversion === null)) return null;
  return (value, isParsed = true) => {
    const results = sides.map(({ schema, conversion }) => ({
      schema,
      result: conversion ? conversion(value, isParsed) : value,
    }));
    const changed = results.filter(({ result }) => !Object.is(result, value));
    if (changed.length === 0) return value;
    const from = standsFor(value);
    if (!isRecord(from) || !changed.every(({ result }) => isRecord(result))) return changed[0]!.result;
    const made = changed.map(({ result }) => result as Values);
    const parsed = new Set(
      made.flatMap((side) => Object.keys(side).filter((name) => standingOf(side, name, isParsed) !== 'made')),
    );
    return keep(mergeSides(from, results as readonly Merged[]), from, isParsed, { parsed, sides: made });
  };
}

interface Merged {
  readonly schema: $ZodType;
  readonly result: Values;
}

function mergeSides(from: Values, sides: readonly Merged[]): Values {
  const declared = sides.map(({ schema }) => memberNames(schema));
  const isDropped = (name: string) => {
    const owners = sides.filter((_, index) => declared[index]!.has(name));
    return owners.length > 0 && owners.every(({ result }) => !Object.hasOwn(result, name));
  };
  const merged: Record<string, unknown> = {};
  for (const name of Object.keys(from)) if (!isDropped(name)) setMember(merged, name, from[name]);
  const names = new Set(sides.flatMap(({ result }) => Object.keys(result)));
  for (const name of names) {
    const makers = sides.filter(
      ({ result }) =>
        Object.hasOwn(result, name) && !(Object.hasOwn(from, name) && Object.is(result[name], from[name])),
    );
    if (makers.length > 0) setMember(merged, name, mergeMember(name, from[name], makers));
  }
  return merged;
}

/** What both sides changed of one member is put together as they are. */
function mergeMember(name: string, from: unknown, makers: readonly Merged[]): unknown {
  const results = makers.map(({ schema, result }) => ({
    schema: memberSchema(schema, name),
    result: result[name],
  }));
  const isDeep = results.every((one): one is Merged => one.schema !== undefined && isRecord(one.result));
  return results.length === 1 || !isRecord(from) || !isDeep
    ? results[0]!.result
    : mergeSides(from, results as readonly Merged[]);
}

/** The names of the members that a schema declares; none for what takes any. */
function memberNames(schema: $ZodType): ReadonlySet<string> {
  const node = readNode(schema);
  const inside = (schemas: readonly unknown[]) => new Set(schemas.flatMap((one) => [...memberNames(one as $ZodType)]));
  switch (node.kind) {
    case 'object':
      return new Set(node.members.keys());
    case 'record':
      return new Set(node.names?.all);
    case 'intersection':
      return inside(node.sides);
    case 'union':
      return inside(node.options);
    case 'wrapper':
      return inside([node.inner]);
    case 'lazy':
      return inside([node.read()]);
    default:
      return new Set();
  }
}

function membersOf(value: unknown): Values {
  const own = standsFor(value);
  if (!isRecord(own))
    throw new TypeError(
      `Expected an object, received ${own === null ? 'null' : Array.isArray(own) ? 'an array' : `a ${typeof own}`}.`,
    );
  return own;
}

function listOf(value: unknown): readonly unknown[] {
  const own = standsFor(value);
  if (!Array.isArray(own))
    throw new TypeError(`Expected an array, received ${own === null ? 'null' : `a ${typeof own}`}.`);
  return own;
}
