import type { $ZodType } from 'zod/v4/core';
import { pictureSides } from '../schema/foreign/library-pipe.js';
import { definitionOf } from '../schema/zod-tree.js';

export type Path = readonly string[];

/** A member that a change moves, in the newer shape and in the older one. */
export interface Move {
  readonly newer: Path;
  readonly older: Path;
}

/** Where the value of a member of the newer shape may come from. */
export interface Place {
  /** Members of the older shape with the same schema: their value is parsed, wherever a change passes it on. */
  readonly alike: readonly Path[];
  /** The same member in the older shape, under its older name; null where there is none. */
  readonly older: Path | null;
  /** The members of an object that has another schema than the older one's. */
  readonly inside: Lineage | null;
}

export type Lineage = ReadonlyMap<string, Place>;

/** Which members of a newer shape are members of the older one; empty for shapes that are no objects. */
export function lineageOf(before: $ZodType, after: $ZodType, moves: readonly Move[] = []): Lineage {
  const places = [{ path: [], schema: before }, ...placesIn(before, [])];
  const older = new Map(places.map(({ path, schema }) => [keyOf(path), schema]));
  const moved = new Map(moves.map((move) => [keyOf(move.newer), move.older]));
  const inside = (schema: $ZodType, at: Path, open: readonly $ZodType[]): Lineage =>
    new Map(
      membersOf(schema).map(([name, member]) => {
        const path = [...at, name];
        const from = moved.get(keyOf(path)) ?? (older.has(keyOf(path)) ? path : null);
        const isKept = from !== null && isUnchanged(older.get(keyOf(from)), member);
        const alike = isKept
          ? [from]
          : places.filter((place) => isUnchanged(place.schema, member)).map((place) => place.path);
        const object = unwrap(member);
        const isOpen = open.includes(object) || membersOf(object).length === 0;
        return [
          name,
          { alike, older: from, inside: isKept || isOpen ? null : inside(object, path, [...open, object]) },
        ];
      }),
    );
  return inside(after, [], [after]);
}

interface OlderPlace {
  readonly path: Path;
  readonly schema: $ZodType;
}

function* placesIn(schema: $ZodType, open: readonly $ZodType[], at: Path = []): Generator<OlderPlace> {
  const object = unwrap(schema);
  if (open.includes(object)) return;
  for (const [name, member] of membersOf(object)) {
    const path = [...at, name];
    yield { path, schema: member };
    yield* placesIn(member, [...open, object], path);
  }
}

/** Copies made by `describe` and `meta` parse alike, and plain lists of what does; a copy made by `refine` does not. */
export function isUnchanged(older: $ZodType | undefined, newer: $ZodType): boolean {
  if (older === undefined) return false;
  const [before, after] = [definitionOf(older), definitionOf(newer)];
  if (before === after) return true;
  const isPlain = !before.checks?.length && !after.checks?.length;
  return (
    isPlain &&
    before.type === 'array' &&
    after.type === 'array' &&
    isUnchanged(before.element as $ZodType, after.element as $ZodType)
  );
}

/** The kinds through which the members of an object are found. */
export const memberWrappers: readonly string[] = ['optional', 'nullable', 'default', 'prefault', 'readonly', 'catch'];

/** A schema without what allows a missing value or gives a default. */
export function bareOf(tree: $ZodType): $ZodType {
  const def = definitionOf(tree) as { readonly type: string; readonly innerType?: $ZodType };
  return memberWrappers.includes(def.type) ? bareOf(def.innerType!) : tree;
}

/** The object that a schema describes; of another library's schema what it takes. */
function unwrap(schema: $ZodType): $ZodType {
  const sides = pictureSides(schema);
  if (sides) return unwrap(sides[0]);
  const def = definitionOf(schema) as { readonly type: string; readonly innerType?: $ZodType };
  return memberWrappers.includes(def.type) ? unwrap(def.innerType!) : schema;
}

/** The schema of a member of an object, or of an item of a list; undefined where there is none. */
export function memberSchema(schema: $ZodType, name: string): $ZodType | undefined {
  const def = definitionOf(unwrap(schema));
  switch (def.type) {
    case 'object':
      return Object.hasOwn(def.shape, name) ? (def.shape[name] as $ZodType) : def.catchall;
    case 'array':
      return def.element as $ZodType;
    case 'tuple':
      return (def.items[Number(name)] ?? def.rest ?? undefined) as $ZodType | undefined;
    case 'record':
      return def.valueType as $ZodType;
    case 'intersection':
      return memberSchema(def.left as $ZodType, name) ?? memberSchema(def.right as $ZodType, name);
    default:
      return undefined;
  }
}

function membersOf(schema: $ZodType): readonly (readonly [string, $ZodType])[] {
  const def = definitionOf(unwrap(schema));
  return def.type === 'object' ? Object.entries(def.shape as Readonly<Record<string, $ZodType>>) : [];
}

const keyOf = (path: Path) => JSON.stringify(path);
