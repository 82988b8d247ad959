import type { $ZodType } from 'zod/v4/core';
import { isRecord } from '../schema/node.js';
import type { Change } from './change.js';
import type { Lineage, Path, Place } from './lineage.js';

/** The change that made a value, and its version. */
export interface Maker {
  readonly change: Change;
  readonly version: string;
}

/** What an object or a list was on its way up before a change converted it. */
export interface Origin {
  readonly from: object;
  /** Whether `from`, where it has no origin itself, is what the requested version's schema parsed. */
  readonly isParsed: boolean;
  /** Its own shape. */
  readonly schema: $ZodType;
  /** Where its members come from; null where each has kept its name. */
  readonly lineage: Lineage | null;
  /** Members that are parsed, whatever their names were: one side of an intersection passed them on, or a version in between read them. */
  readonly parsed?: ReadonlySet<string>;
  /** What the sides of an intersection made of `from`, whose members these are; absent for everything else. */
  readonly sides?: readonly object[];
  /** Those of `parsed` that no later version needs to read. */
  readonly settled?: ReadonlySet<string>;
  /** null where the framework converted only what is inside. */
  readonly maker: Maker | null;
}

const origins = new WeakMap<object, Origin>();

export const originOf = (owner: unknown): Origin | undefined =>
  typeof owner === 'object' && owner !== null ? origins.get(owner) : undefined;

/** Remembers what a result was made of. Returns the result, or a copy of what a change returned: it may be part of what it was made of. */
export function remember(result: unknown, origin: Omit<Origin, 'from'> & { readonly from: unknown }): unknown {
  const { from } = origin;
  if (!isContainer(result) || !isContainer(from)) return result;
  const isFresh = origin.maker === null && result !== from;
  const own = isFresh ? result : Array.isArray(result) ? [...(result as unknown[])] : { ...result };
  origins.set(own, origin as Origin);
  return own;
}

/**
 * What a value is on its way up: `made` by a change; `parsed` by the requested version's schema, and passed on by every change since;
 * `settled` by the schema of a version in between, with all that stands above the changes inside.
 */
export type Standing = 'made' | 'parsed' | 'settled';

/** `isParsed`: whether an owner without an origin is what the requested version's schema parsed. */
export function standingOf(owner: object, name: string, isParsed: boolean): Standing {
  const origin = origins.get(owner);
  if (!origin) return isParsed ? 'parsed' : 'made';
  if (origin.settled?.has(name)) return 'settled';
  const place = origin.lineage ? origin.lineage.get(name) : { alike: [[name]] };
  const standing = place ? standingFrom(origin, place, memberOf(owner, name)) : 'made';
  return standing === 'made' && origin.parsed?.has(name) ? 'parsed' : standing;
}

/** The best standing of the older members that a value may be. */
export function standingFrom({ from, isParsed }: Origin, { alike }: Pick<Place, 'alike'>, value: unknown): Standing {
  let best: Standing = 'made';
  for (const path of alike) {
    if (!Object.is(valueAt(from, path), value)) continue;
    const standing = standingAt(from, path, isParsed);
    if (standing === 'settled') return standing;
    if (standing === 'parsed') best = standing;
  }
  return best;
}

function standingAt(owner: unknown, [name, ...rest]: Path, isParsed: boolean): Standing {
  if (!isContainer(owner)) return 'made';
  if (name === undefined) return isParsed && !origins.has(owner) ? 'parsed' : 'made';
  const standing = standingOf(owner, name, isParsed);
  if (rest.length === 0 || standing === 'settled') return standing;
  const inner = standingAt(memberOf(owner, name), rest, false);
  return inner === 'made' ? standing : inner;
}

/** The path in the requested version's value that a path in a converted one comes from unchanged; null where a change made it. */
export function olderPath(
  owner: unknown,
  path: readonly PropertyKey[],
  isParsed = false,
): readonly PropertyKey[] | null {
  if (!isContainer(owner)) return null;
  const origin = origins.get(owner);
  if (!origin) return isParsed ? path : null;
  if (!origin.lineage) return olderPathOfCopy(owner, origin, path);
  let found: readonly PropertyKey[] | null = null;
  let places: Lineage | null = origin.lineage;
  for (let depth = 1; depth <= path.length && places; depth++) {
    const here = path.slice(0, depth).map(String);
    const place: Place | undefined = places.get(here.at(-1)!);
    // What neither shape declares has kept its name.
    const older: Path | null = place ? place.older : here;
    const value = valueAt(owner, here);
    const isThere = place !== undefined || value !== undefined;
    if (older && isThere && Object.is(valueAt(origin.from, older), value)) found = [...older, ...path.slice(depth)];
    places = place?.inside ?? null;
  }
  return found && olderPath(origin.from, found, origin.isParsed);
}

/** What a change converted inside knows its own way. */
function olderPathOfCopy(
  owner: object,
  { from, isParsed, sides = [] }: Origin,
  [name = '', ...rest]: readonly PropertyKey[],
): readonly PropertyKey[] | null {
  const member = memberOf(owner, String(name));
  const side = sides.find((one) => origins.has(one) && Object.is(memberOf(one, String(name)), member));
  if (side && !Object.is(memberOf(from, String(name)), member)) return olderPath(side, [name, ...rest]);
  const inner = isContainer(member) && origins.has(member) ? (olderPath(member, rest) ?? []) : rest;
  const outer = olderPath(from, [name], isParsed);
  return outer && [...outer, ...inner];
}

function valueAt(owner: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, name) => (isContainer(value) ? memberOf(value, name) : undefined), owner);
}

const memberOf = (owner: object, name: string): unknown =>
  Object.hasOwn(owner, name) ? (owner as Readonly<Record<string, unknown>>)[name] : undefined;

/** Lists and plain objects: what JSON holds and schemas return. */
export function isContainer(value: unknown): value is object {
  if (Array.isArray(value)) return true;
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
