import type { $ZodType } from 'zod/v4/core';
import { pickOption } from '../../schema/fits.js';
import { readerOf, setMember } from '../../schema/members.js';
import { isRecord, type SchemaNode, standsFor } from '../../schema/node.js';
import { definitionOf, isPreprocess } from '../../schema/zod-tree.js';
import type { Direction, Step } from './hop.js';
import { isParsedMember, remember } from './origins.js';
import { below } from './refusal.js';
import { readNode } from '../../schema/read-node.js';

/** Where the steps of inner schemas come from: a hop. */
export interface StepSource {
  /** Converts a value of a schema, which is of the newer version; null when nothing changes it. */
  step(schema: $ZodType, direction: Direction): Step | null;
  /** The older schema that requests are read with. */
  olderBare(schema: $ZodType): $ZodType;
}

type UnionNode = Extract<SchemaNode, { kind: 'union' }>;
type Values = Readonly<Record<string, unknown>>;

/**
 * Converts what a schema contains: one closure that visits only the places with a change; null when there are none. What a change
 * passed on where it does not belong stays as it is on the way up: the newest schema refuses it.
 */
export function containerStep(hop: StepSource, schema: $ZodType, direction: Direction): Step | null {
  const stepOf = (child: unknown) => hop.step(child as $ZodType, direction);
  const def = definitionOf(schema);
  const way = direction === 'up' ? upThrough(schema) : down;
  switch (def.type) {
    case 'object':
      return objectStep(
        Object.entries(def.shape).map(([name, member]) => ({
          name,
          read: readerOf(name),
          step: stepOf(member),
          whenMissing: acceptsMissing(member as $ZodType, direction),
        })),
        def.catchall ? stepOf(def.catchall) : null,
        way,
      );
    case 'array': {
      const element = stepOf(def.element);
      return element && listStep(() => element, way);
    }
    case 'tuple':
      return tupleStep(def.items.map(stepOf), def.rest ? stepOf(def.rest) : null, way);
    case 'record':
      return recordStep(stepOf(def.valueType), way);
    case 'union':
      return unionStep(direction === 'down' ? schema : hop.olderBare(schema), def.options.map(stepOf));
    case 'intersection':
      return intersectionStep(
        [def.left as $ZodType, def.right as $ZodType].map((side) => ({
          schema: direction === 'down' ? side : hop.olderBare(side),
          step: stepOf(side),
        })),
        way,
      );
    case 'optional':
    case 'default':
    case 'prefault': {
      const inner = stepOf(def.innerType);
      return inner && ((value, isParsed) => (value === undefined ? value : inner(value, isParsed)));
    }
    case 'nullable': {
      const inner = stepOf(def.innerType);
      return inner && ((value, isParsed) => (value === null ? value : inner(value, isParsed)));
    }
    case 'catch':
    case 'readonly':
    case 'nonoptional':
      return stepOf(def.innerType);
    case 'lazy':
      return stepOf(def.getter());
    case 'pipe':
      return stepOf(direction === 'down' || isPreprocess(def) ? def.out : def.in);
    default:
      return null;
  }
}

interface MemberStep {
  readonly name: string;
  readonly read: (own: Values) => unknown;
  readonly step: Step | null;
  /** Whether a missing member is a value that the step converts. */
  readonly whenMissing: boolean;
}

const acceptsMissing = (member: $ZodType, direction: Direction) =>
  member._zod[direction === 'down' ? 'optout' : 'optin'] === 'optional';

function objectStep(members: readonly MemberStep[], catchall: Step | null, { convert, keep }: Way): Step | null {
  const steps = members.filter((member): member is MemberStep & { readonly step: Step } => member.step !== null);
  const declared = new Set(members.map(({ name }) => name));
  if (steps.length === 0 && !catchall) return null;
  return (value, isParsed = true) => {
    if (!isParsed && !isRecord(value)) return value;
    const own = membersOf(value);
    let copy: Record<string, unknown> | null = null;
    for (const { name, read, step, whenMissing } of steps) {
      const before = read(own);
      if (before === undefined && !whenMissing) continue;
      const next = convert(step, before, own, name, isParsed);
      if (next !== before) setMember((copy ??= { ...own }), name, next);
    }
    if (catchall)
      for (const name of Object.keys(own))
        if (!declared.has(name))
          setMember((copy ??= { ...own }), name, convert(catchall, own[name], own, name, isParsed));
    return copy ? keep(copy, own, isParsed) : own;
  };
}

/** How a container goes through a change of what it holds. */
interface Way {
  /** Converts something inside. */
  readonly convert: (step: Step, value: unknown, owner: object, name: string, isParsed: boolean) => unknown;
  /** Finishes the converted copy of a container. */
  readonly keep: (copy: object, from: object, isParsed: boolean, parsed?: ReadonlySet<string>) => unknown;
}

const down: Way = { convert: (step, value) => step(value), keep: (copy) => copy };

/** On the way up, a refusal says where it is, and what was parsed is known from what a change made. */
const upThrough = (schema: $ZodType): Way => ({
  convert: (step, value, owner, name, isParsed) => {
    try {
      return step(value, isParsedMember(owner, name, isParsed));
    } catch (error) {
      throw below(error, name);
    }
  },
  keep: (copy, from, isParsed, parsed) =>
    remember(copy, { from, isParsed, schema, lineage: null, maker: null, ...(parsed && { parsed }) }),
});

function listStep(stepAt: (index: number) => Step | null, { convert, keep }: Way): Step {
  return (value, isParsed = true) => {
    if (!isParsed && !Array.isArray(value)) return value;
    const list = listOf(value);
    const copy = list.map((item, index) => {
      const step = stepAt(index);
      return step ? convert(step, item, list, String(index), isParsed) : item;
    });
    return keep(copy, list, isParsed);
  };
}

const tupleStep = (items: readonly (Step | null)[], rest: Step | null, way: Way): Step =>
  listStep((index) => (index < items.length ? items[index]! : rest), way);

function recordStep(member: Step | null, { convert, keep }: Way): Step | null {
  return (
    member &&
    ((value, isParsed = true) => {
      if (!isParsed && !isRecord(value)) return value;
      const own = membersOf(value);
      const copy = Object.fromEntries(
        Object.entries(own).map(([name, item]) => [name, convert(member, item, own, name, isParsed)]),
      );
      return keep(copy, own, isParsed);
    })
  );
}

function unionStep(schema: $ZodType, options: readonly (Step | null)[]): Step {
  const pick = pickOption(readNode(schema) as UnionNode);
  return (value, isParsed) => {
    const position = pick(value);
    if (position < 0 && isParsed === false) return value;
    if (position < 0) throw new TypeError('The value matches no member of the union.');
    const step = options[position];
    return step ? step(value, isParsed) : value;
  };
}

/** Each side converts its own members, so that a side which keeps only what it knows drops none of the other's. */
function intersectionStep(
  sides: readonly { readonly schema: $ZodType; readonly step: Step | null }[],
  { keep }: Way,
): Step | null {
  const shapes = sides.map(({ schema, step }) => ({ step, own: memberNames(schema) }));
  if (shapes.some(({ own }) => own === null))
    return (value, isParsed) => sides.reduce((current, { step }) => (step ? step(current, isParsed) : current), value);
  return (value, isParsed = true) =>
    shapes.reduce<unknown>((current, { step, own }, index) => {
      if (!step || (!isParsed && !isRecord(current))) return current;
      const others = shapes.filter((_, position) => position !== index);
      const kept = Object.entries(membersOf(current)).filter(
        ([name]) => !own!.has(name) || others.some((other) => other.own!.has(name)),
      );
      const side = step(current, isParsed) as Values;
      if (side === current) return current;
      const parsed = new Set(Object.keys(side).filter((name) => isParsedMember(side, name, isParsed)));
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
