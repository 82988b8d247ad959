import { isObject, objectAt, sameJson, textAt, type Json, type JsonObject } from '../../json/json.js';
import { pointerTo, tokensOf } from '../../json/pointer.js';
import { codeUnitOrder } from '../../text/code-unit-order.js';

/** What a document has otherwise than another, by JSON pointer (RFC 6901). A parameter or a tag is at its name: `/parameters/query limit`. */
export interface Differences {
  readonly removed: readonly string[];
  /** What is there instead, or as well. */
  readonly set: JsonObject;
}

/** A place of a document that its differences name and that it does not have. */
export class MissingPlaceError extends Error {
  override readonly name = 'MissingPlaceError';
  readonly pointer: string;

  constructor(pointer: string) {
    super(`${pointer} is missing`);
    this.pointer = pointer;
  }
}

/** What one canonical document has otherwise than another. */
export function findDifferences(from: JsonObject, to: JsonObject): Differences {
  const removed: string[] = [];
  const set: [string, Json][] = [];
  for (const { tokens, value } of differencesIn(from, to, '')?.found ?? [{ tokens: [], value: to }]) {
    if (value === undefined) removed.push(pointerTo(tokens));
    else set.push([pointerTo(tokens), value]);
  }
  return { removed, set: Object.fromEntries(set) };
}

interface Difference {
  readonly tokens: readonly string[];
  /** undefined for what is removed. */
  readonly value: Json | undefined;
}

/** null where two values have nothing in common, so that one replaces the other as a whole. */
function differencesIn(from: Json, to: Json, member: string): { readonly found: readonly Difference[] } | null {
  if (from === to) return { found: [] };
  const members = membersOfBoth(from, to, member);
  if (!members) return sameJson(from, to) ? { found: [] } : null;
  const found: Difference[] = [];
  let { isShared } = members;
  for (const key of new Set([...members.old.keys(), ...members.new.keys()].sort())) {
    const [before, after] = [members.old.get(key), members.new.get(key)];
    const inner = before === undefined || after === undefined ? null : differencesIn(before, after, key);
    if (inner) {
      isShared = true;
      for (const { tokens, value } of inner.found) found.push({ tokens: [key, ...tokens], value });
    } else found.push({ tokens: [key], value: after });
  }
  return isShared ? { found } : null;
}

interface MembersOfBoth {
  readonly old: ReadonlyMap<string, Json>;
  readonly new: ReadonlyMap<string, Json>;
  /** Whether both are known to have something in common. */
  readonly isShared: boolean;
}

/** The members of two objects that are not the same value in both, or the items of two lists that can be compared one by one. */
function membersOfBoth(from: Json, to: Json, member: string): MembersOfBoth | null {
  if (isObject(from) && isObject(to)) return differingMembers(from, to);
  if (!Array.isArray(from) || !Array.isArray(to)) return null;
  const isShared = from.length === 0 && to.length === 0;
  if (namedLists.has(member)) {
    const [old, now] = [itemsByName(from), itemsByName(to)];
    if (old && now) return { old, new: now, isShared };
  }
  const isComparable = from.length === to.length && [...from, ...to].every((item) => typeof item === 'object' && item);
  return isComparable ? { old: itemsByPlace(from), new: itemsByPlace(to), isShared } : null;
}

function differingMembers(from: JsonObject, to: JsonObject): MembersOfBoth {
  const [before, after] = [entriesOf(from), entriesOf(to)];
  const [old, now] = [entriesBeside(before, to), entriesBeside(after, from)];
  const isShared = old.length < before.length || before.length + after.length === 0;
  return { old: new Map(old), new: new Map(now), isShared };
}

const entriesBeside = (entries: readonly [string, Json][], other: JsonObject) =>
  entries.filter(([key, value]) => other[key] !== value || !Object.hasOwn(other, key));

const entriesOf = (value: JsonObject) =>
  Object.entries(value).filter((entry): entry is [string, Json] => entry[1] !== undefined);

const itemsByPlace = (list: readonly Json[]): Map<string, Json> =>
  new Map(list.map((item, index) => [String(index), item]));

const namedLists: ReadonlySet<string> = new Set(['parameters', 'tags']);

/** The items of a list that is sorted by their names; null for any other list, and for names that look like places. */
function itemsByName(list: readonly Json[]): Map<string, Json> | null {
  const items = new Map(list.map((item) => [nameOfItem(item), item]));
  const names = [...items.keys()];
  const isNamed = names.length === list.length && !names.some((name) => name === '' || isPlace(name));
  return isNamed && names.every((name, index) => index === 0 || names[index - 1]! < name) ? items : null;
}

const isPlace = (token: string) => /^\d+$/.test(token);

/** `query limit`, the name of a tag, or where a reference leads. */
function nameOfItem(item: Json): string {
  const { in: carrier, name, $ref } = objectAt(item);
  return [textAt(carrier), textAt(name), textAt($ref)].filter((part) => part !== null).join(' ');
}

/** The other document; shares what is the same. Throws MissingPlaceError where the differences are those of another document. */
export function applyDifferences(from: JsonObject, { removed, set }: Differences): JsonObject {
  const edits: Edits = { inner: new Map() };
  for (const pointer of removed) editsAt(edits, pointer).value = null;
  for (const [pointer, value] of Object.entries(set)) editsAt(edits, pointer).value = { set: value! };
  return edited(from, edits, []) as JsonObject;
}

interface Edits {
  /** null for what is removed; absent where only something inside changes. */
  value?: { readonly set: Json } | null;
  readonly inner: Map<string, Edits>;
}

function editsAt(edits: Edits, pointer: string): Edits {
  return tokensOf(pointer).reduce<Edits>(({ inner }, token) => {
    const known = inner.get(token) ?? { inner: new Map() };
    inner.set(token, known);
    return known;
  }, edits);
}

function edited(from: Json | undefined, { value, inner }: Edits, place: readonly string[]): Json | undefined {
  if (inner.size === 0 && value) return value.set;
  if (inner.size === 0 && from !== undefined) return value === null ? undefined : from;
  const opened = value === undefined ? openMembers(from, inner) : null;
  if (!opened) throw new MissingPlaceError(pointerTo(inner.size === 0 ? place : [...place, [...inner.keys()][0]!]));
  const { members, isGrowing, close } = opened;
  for (const [token, edits] of inner) {
    const known = members.get(token);
    if (known === undefined && !isGrowing) throw new MissingPlaceError(pointerTo([...place, token]));
    const now = edited(known, edits, [...place, token]);
    if (now === undefined) members.delete(token);
    else members.set(token, now);
  }
  return close([...members]);
}

interface OpenMembers {
  readonly members: Map<string, Json>;
  /** Whether there may be more of them. */
  readonly isGrowing: boolean;
  readonly close: (members: readonly (readonly [string, Json])[]) => Json;
}

function openMembers(from: Json | undefined, inner: ReadonlyMap<string, Edits>): OpenMembers | null {
  if (isObject(from))
    return {
      members: new Map(entriesOf(from)),
      isGrowing: true,
      close: (members) => Object.fromEntries(inOrder(members)),
    };
  if (!Array.isArray(from)) return null;
  if ([...inner.keys()].every(isPlace))
    return { members: itemsByPlace(from), isGrowing: false, close: (items) => items.map(([, item]) => item) };
  const members = itemsByName(from);
  return members && { members, isGrowing: true, close: (items) => inOrder(items).map(([, item]) => item) };
}

const inOrder = (members: readonly (readonly [string, Json])[]) =>
  members.toSorted(([one], [other]) => codeUnitOrder(one, other));
