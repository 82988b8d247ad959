import { type $ZodType, safeParse } from 'zod/v4/core';
import { acceptOf, undecided } from '../schema/accept.js';
import { libraryOf } from '../schema/foreign/library-pipe.js';
import { rootOf } from '../schema/identity.js';
import { isRefusedByType } from '../schema/type-failure.js';
import { definitionOf } from '../schema/zod-tree.js';
import { lastWordOf } from './last-word.js';
import { bareOf, memberSchema } from './lineage.js';
import { Parsed, withParsed } from './parsed-values.js';
import { isContainer, originOf, remember } from './origins.js';
import { blameChanges } from './change-error.js';
import { type Issue, madeBy, Refusal } from './refusal.js';
import type { Hop } from './hop.js';

/** Makes a value complete before the next change gets it. */
export type Settle = (value: unknown, isParsed: boolean) => unknown;

/**
 * What a change's older schema does with a value: with a request of that very version, all that stands above what the same
 * version changed inside it; with what an older change made, its defaults and transforms. What it refuses of the latter
 * passes: the newest schema decides.
 */
export function settling(schema: $ZodType, hop: Hop): Settle {
  let complete: ((value: unknown) => unknown) | null = null;
  let fill: ((value: unknown) => unknown) | null = null;
  return (value, isParsed) => {
    if (!isParsed) return (fill ??= filling(schema, hop))(value);
    if (!hop.touches(schema)) return value;
    return (complete ??= completing(schema, hop))(value);
  };
}

/** What newer changes are inside is read without what stands above them, which is left to the newest schema. */
const wholeIn = (hop: Hop) => (member: $ZodType) => !hop.newer.some((newer) => newer.touches(rootOf(member)));

function completing(schema: $ZodType, hop: Hop) {
  const accept = acceptOf(schema);
  const word = lastWordOf(schema, [hop], 'reshaped', wholeIn(hop));
  return (value: unknown): unknown => {
    if (accept && accept(value) !== undecided) return value;
    const { success, data, error } = safeParse(word, originOf(value) ? value : new Parsed(value));
    if (success) return data;
    const issues = error.issues as unknown as readonly Issue[];
    blameChanges(issues);
    throw new Refusal(issues);
  };
}

/** Makes what stands inside a value complete, place by place: a rule that one of them breaks keeps no other from its defaults. */
function filling(schema: $ZodType, hop: Hop): (value: unknown) => unknown {
  const hasWhole = wholeIn(hop);
  const places = new Map<$ZodType, Place>();
  const placeOf = (member: $ZodType): Place => {
    const known = places.get(member);
    if (known) return known;
    const place: Place = {
      accept: acceptOf(member),
      word: lastWordOf(member, hop.earlier, 'anywhere', hasWhole),
      isWhole: hasWhole(member),
      isRead: !hop.earlier.some((older) => older.touches(member)),
    };
    places.set(member, place);
    return place;
  };
  const fill = (value: unknown, held: $ZodType): unknown => {
    const bare = bareOf(held);
    const members = isContainer(value) ? membersIn(bare, value) : [];
    if (members.length === 0) return value;
    const given = withParsed(value, false) as Values;
    const filled: Record<string, unknown> = {};
    const parsed = new Set<string>();
    const settled = new Set<string>();
    for (const [name, member] of members) {
      const { accept, word, isWhole, isRead } = placeOf(member);
      const own = Object.hasOwn(given, name) ? given[name] : undefined;
      if (own instanceof Parsed && (isRead || own.standing === 'settled')) continue;
      if (accept && accept(own instanceof Parsed ? own.value : own) !== undecided) continue;
      const { success, data, error } = parseNow(word, own);
      const before = own instanceof Parsed ? own.value : own;
      if (success) {
        (isWhole ? settled : parsed).add(name);
        if (data !== before) filled[name] = data;
        continue;
      }
      if (error) blameFor(error.issues as unknown as readonly Issue[], value, name);
      const inside = fill(before, member);
      if (inside !== before) filled[name] = inside;
    }
    if (settled.size + parsed.size === 0 && Object.keys(filled).length === 0) return value;
    const maker = originOf(value)?.maker ?? null;
    const origin = { from: value, isParsed: false, schema: bare, lineage: null, parsed, settled, maker };
    return remember(copyOf(value as object, filled), origin);
  };
  if (!libraryOf(schema)) return (value) => fill(value, schema);
  // Another library reads the whole or nothing.
  const { word } = placeOf(schema);
  return (value) => {
    const { success, data, error } = parseNow(word, value);
    if (error) blameFor(error.issues as unknown as readonly Issue[], value, null);
    return success ? data : value;
  };
}

interface Place {
  readonly accept: ReturnType<typeof acceptOf>;
  /** Reads what is there, as the shape between has it. */
  readonly word: $ZodType;
  readonly isWhole: boolean;
  /** Whether no older version left anything out when it read this. */
  readonly isRead: boolean;
}

type Values = Readonly<Record<string, unknown>>;

/** What a value holds at the places of a schema, by name: the declared members of an object, the items of a list, the entries of a record. */
function membersIn(schema: $ZodType, value: object): readonly (readonly [string, $ZodType])[] {
  const def = definitionOf(schema);
  if (def.type === 'object' && !Array.isArray(value))
    return Object.entries(def.shape as Readonly<Record<string, $ZodType>>);
  const isHeld = Array.isArray(value) ? def.type === 'array' || def.type === 'tuple' : def.type === 'record';
  if (!isHeld) return [];
  return Object.keys(value).flatMap((name) => {
    const member = memberSchema(schema, name);
    return member ? [[name, member] as const] : [];
  });
}

function copyOf(value: object, filled: Values): object {
  if (!Array.isArray(value)) return { ...value, ...filled };
  return value.map((item: unknown, index) => (Object.hasOwn(filled, index) ? filled[index] : item));
}

/** An asynchronous refinement runs with the newest schema alone. */
function parseNow(schema: $ZodType, value: unknown) {
  try {
    return safeParse(schema, value);
  } catch {
    return { success: false, data: undefined, error: undefined } as const;
  }
}

function blameFor(issues: readonly Issue[], owner: unknown, name: string | null): void {
  const maker = originOf(owner)?.maker ?? null;
  blameChanges(
    issues.filter(isRefusedByType).map((issue) => ({
      ...issue,
      message: name === null ? issue.message : `"${name}": ${issue.message}`,
      [madeBy]: issue[madeBy] === undefined ? maker : issue[madeBy],
    })),
  );
}
