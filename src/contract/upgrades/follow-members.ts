import { isObject, type Json, sameJson } from '../../json/json.js';

/** One value on both sides of a change. */
export interface ValuePair {
  readonly older: Json;
  readonly newer: Json;
}

/** The names that lead to a member, through objects only. */
export type MemberPath = readonly string[];

/** A member with another name or place in the newer shape, and the same values. */
export interface MovedMember {
  readonly older: MemberPath;
  readonly newer: MemberPath;
}

/** What a change does to the members of a shape, as its recorded values show it. */
export interface FollowedMembers {
  readonly moved: readonly MovedMember[];
  /** Members whose name stays and whose values become others; `[]` for a whole value that is no object. */
  readonly altered: readonly MemberPath[];
}

/**
 * Follows the members of an older shape through a change, from values on both sides. A member has moved where exactly one newer member
 * has its value in every pair, at least two of which differ.
 */
export function followMembers(pairs: readonly ValuePair[]): FollowedMembers {
  const older = listPaths(pairs.map((pair) => pair.older));
  const newer = listPaths(pairs.map((pair) => pair.newer));
  const isAlike = (from: MemberPath, to: MemberPath) =>
    pairs.every((pair) => sameOrAbsent(valueAt(pair.older, from), valueAt(pair.newer, to)));
  const has = (paths: readonly MemberPath[], path: MemberPath) => paths.some((one) => samePath(one, path));
  const isKept = (path: MemberPath) => has(older, path) && has(newer, path) && isAlike(path, path);
  const changed = older.filter((path) => !isKept(path));
  const free = newer.filter((path) => !isKept(path));
  const moved: MovedMember[] = [];
  for (const path of changed) {
    if (!isTelling(pairs.map((pair) => valueAt(pair.older, path)))) continue;
    const found = free.filter((other) => isAlike(path, other));
    const [only, ...others] = found;
    if (only && others.length === 0 && !moved.some((move) => follows(move, path, only)))
      moved.push({ older: path, newer: only });
  }
  const isInObjects = (path: MemberPath) =>
    pairs.some((pair) => isObject(valueAt(pair.older, path)) && isObject(valueAt(pair.newer, path)));
  const altered = [[], ...changed].filter(
    (path: MemberPath) =>
      (path.length === 0 ? !isAlike(path, path) : has(newer, path)) &&
      !isInObjects(path) &&
      !moved.some((move) => samePath(move.older, path)),
  );
  return { moved, altered };
}

/** Whether a member goes where the object around it goes. */
const follows = (move: MovedMember, path: MemberPath, to: MemberPath) =>
  startsWith(path, move.older) &&
  startsWith(to, move.newer) &&
  samePath(path.slice(move.older.length), to.slice(move.newer.length));

/** Whether the values of a member can tell it from another one. */
function isTelling(values: readonly (Json | undefined)[]): boolean {
  return new Set(values.filter((one) => one !== undefined).map((one) => JSON.stringify(one))).size > 1;
}

/** Every member in any of some values, an object before what is in it. */
function listPaths(values: readonly Json[]): readonly MemberPath[] {
  const found = new Map<string, MemberPath>();
  const visit = (value: Json | undefined, path: MemberPath): void => {
    if (!isObject(value)) return;
    for (const [name, member] of Object.entries(value)) {
      const own = [...path, name];
      found.set(JSON.stringify(own), own);
      visit(member, own);
    }
  };
  for (const value of values) visit(value, []);
  return [...found.values()].sort((a, b) => a.length - b.length);
}

export function valueAt(value: Json | undefined, path: MemberPath): Json | undefined {
  return path.reduce<Json | undefined>(
    (one, name) => (isObject(one) && Object.hasOwn(one, name) ? one[name] : undefined),
    value,
  );
}

export const samePath = (one: MemberPath, other: MemberPath): boolean =>
  one.length === other.length && startsWith(one, other);

export const startsWith = (path: MemberPath, start: MemberPath): boolean =>
  start.every((name, index) => path[index] === name);

const sameOrAbsent = (one: Json | undefined, other: Json | undefined) =>
  one === undefined || other === undefined ? one === other : sameJson(one, other);
