import type { $ZodType } from 'zod/v4/core';
import { setMember } from '../schema/members.js';
import { isRecord, standsFor } from '../schema/node.js';
import { readNode } from '../schema/read-node.js';
import type { Conversion } from './hop.js';
import { remember, standingOf } from './origins.js';
import { below } from './refusal.js';

type Values = Readonly<Record<string, unknown>>;

/** How a container goes through a change of what it holds. */
interface Way {
  /** Converts something inside. */
  readonly convert: (conversion: Conversion, value: unknown, owner: object, name: string, isParsed: boolean) => unknown;
  /** Finishes the converted copy of a container. */
  readonly keep: (copy: object, from: object, isParsed: boolean, parsed?: ReadonlySet<string>) => unknown;
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
  keep: (copy, from, isParsed, parsed) =>
    remember(copy, { from, isParsed, schema, lineage: null, maker: null, ...(parsed && { parsed }) }),
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
  { convert, keep }: Way,
): Conversion | null {
  const changed = members.filter((member): member is ChangedMember => member.conversion !== null);
  const declared = new Set(members.map(({ name }) => name));
  if (changed.length === 0 && !catchall) return null;
  return (value, isParsed = true) => {
    if (!isParsed && !isRecord(value)) return value;
    const own = membersOf(value);
    let copy: Record<string, unknown> | null = null;
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

/** Every member has the same conversion. */
export function convertRecord(member: Conversion, { convert, keep }: Way): Conversion {
  return (value, isParsed = true) => {
    if (!isParsed && !isRecord(value)) return value;
    const own = membersOf(value);
    const copy = Object.fromEntries(
      Object.entries(own).map(([name, item]) => [name, convert(member, item, own, name, isParsed)]),
    );
    return keep(copy, own, isParsed);
  };
}

/** Each side converts its own members, so that a side which keeps only what it knows drops none of the other's. */
export function convertSides(
  sides: readonly { readonly schema: $ZodType; readonly conversion: Conversion | null }[],
  { keep }: Way,
): Conversion {
  const shapes = sides.map(({ schema, conversion }) => ({ conversion, own: memberNames(schema) }));
  if (shapes.some(({ own }) => own === null))
    return (value, isParsed) =>
      sides.reduce((current, { conversion }) => (conversion ? conversion(current, isParsed) : current), value);
  return (value, isParsed = true) =>
    shapes.reduce<unknown>((current, { conversion, own }, index) => {
      if (!conversion || (!isParsed && !isRecord(current))) return current;
      const others = shapes.filter((_, position) => position !== index);
      const kept = Object.entries(membersOf(current)).filter(
        ([name]) => !own!.has(name) || others.some((other) => other.own!.has(name)),
      );
      const side = conversion(current, isParsed) as Values;
      if (side === current) return current;
      const parsed = new Set(Object.keys(side).filter((name) => standingOf(side, name, isParsed) !== 'made'));
      return keep({ ...Object.fromEntries(kept), ...side }, current as object, isParsed, parsed);
    }, value);
}

/** The names of an object's members; null for what is no object. */
function memberNames(schema: $ZodType): ReadonlySet<string> | null {
  const node = readNode(schema);
  if (node.kind === 'object') return new Set(node.members.keys());
  if (node.kind !== 'intersection') return null;
  const sides = node.sides.map((side) => memberNames(side as $ZodType));
  return sides.every((side) => side !== null) ? new Set(sides.flatMap((side) => [...side])) : null;
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
