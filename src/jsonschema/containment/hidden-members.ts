import { isObject, listAt, objectAt, type Json, type JsonObject } from '../../json/json.js';
import { joinedMembers } from '../intersect-schemas.js';
import { takeSteps } from './search-steps.js';
import { type Direction, isHidden, joinedBy, type SchemaSource } from './schema-source.js';

/** Whose schemas are read, and which way their values go. */
interface Carried {
  readonly source: SchemaSource;
  readonly direction: Direction;
}

/**
 * The names that a schema, or one that it refers to and joins, requires although one of them says that they are never part of what is sent
 * in a direction: nobody asks for them (OpenAPI 3.0 and 3.1, `readOnly`).
 */
export function namesAskedInVain(carried: Carried, node: JsonObject): ReadonlySet<string> {
  if (carried.direction === 'none') return noNames;
  const settled = settledSchemas(carried);
  if (settled.has(node)) return noNames;
  const whole = wholeOf(carried.source, node);
  const hidden = new Set([...whole.keys()].flatMap((one) => hiddenNames(carried, one)));
  const names = [...whole.keys()].flatMap((one) => requiredOf(one)).filter((name) => hidden.has(name));
  if (names.length > 0) return new Set(names);
  for (const one of whole.keys()) settled.add(one);
  return noNames;
}

/** The properties that a schema itself says are never part of what is sent in a direction. */
export function hiddenNames(carried: Carried, node: JsonObject): readonly string[] {
  return Object.entries(objectAt(node['properties'])).flatMap(([name, schema]) =>
    isHidden(carried, schema) ? [name] : [],
  );
}

/** The schemas that a schema refers to and joins, none of which requires what another one hides. */
export function joinedIn(carried: Carried, node: JsonObject): readonly Json[] {
  const joined = joinedBy(carried.source, node);
  if (joined.length === 0) return joined;
  const names = namesAskedInVain(carried, node);
  return names.size === 0 ? joined : joined.map((member) => release(carried.source, member, names));
}

const noNames: ReadonlySet<string> = new Set();

const known: Record<Direction, WeakMap<SchemaSource, WeakSet<JsonObject>>> = {
  request: new WeakMap(),
  response: new WeakMap(),
  none: new WeakMap(),
};

/** The schemas that are known to ask for nothing in vain. */
function settledSchemas({ source, direction }: Carried): WeakSet<JsonObject> {
  const found = known[direction].get(source) ?? new WeakSet<JsonObject>();
  known[direction].set(source, found);
  return found;
}

const requiredOf = ({ required }: JsonObject): readonly string[] =>
  listAt(required).filter((name) => typeof name === 'string');

/** A schema and all that it refers to and joins, each with what it joins itself. */
function wholeOf(source: SchemaSource, node: JsonObject): ReadonlyMap<JsonObject, readonly Json[]> {
  const found = new Map<JsonObject, readonly Json[]>();
  const waiting: Json[] = [node];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (!isObject(one) || found.has(one)) continue;
    const joined = joinedBy(source, one);
    found.set(one, joined);
    for (const other of joined) waiting.push(other);
  }
  takeSteps(found.size);
  return found;
}

const released = new WeakMap<JsonObject, Map<string, JsonObject>>();

/** A schema that does not require some names, wherever it says so; the schema itself where it requires none of them. */
function release(source: SchemaSource, member: Json, names: ReadonlySet<string>): Json {
  if (!isObject(member)) return member;
  const whole = wholeOf(source, member);
  const asks = (one: JsonObject) => requiredOf(one).filter((name) => names.has(name));
  const asking = [...whole.keys()].filter((one) => asks(one).length > 0);
  if (asking.length === 0) return member;
  const key = JSON.stringify([...new Set(asking.flatMap(asks))].toSorted());
  const changed = leadingTo(asking, whole);
  const waiting: (() => void)[] = [];
  const copyOf = (node: Json): Json => {
    if (!isObject(node) || !changed.has(node)) return node;
    const copies = released.get(node) ?? new Map<string, JsonObject>();
    released.set(node, copies);
    const found = copies.get(key);
    if (found) return found;
    const copy: { [name: string]: Json | undefined } = {};
    copies.set(key, copy);
    waiting.push(() => {
      const { $ref: _, allOf: __, [joinedMembers]: ___, required, ...own } = node;
      const kept = listAt(required).filter((name) => !names.has(String(name)));
      const isAlone = source.ignoresSiblings && typeof node['$ref'] === 'string';
      if (!isAlone) Object.assign(copy, own, kept.length > 0 && { required: kept });
      copy['allOf'] = whole.get(node)!.map(copyOf);
    });
    return copy;
  };
  const copy = copyOf(member);
  for (let next = waiting.pop(); next; next = waiting.pop()) next();
  return copy;
}

/** The schemas of a whole from which one of some is reached. */
function leadingTo(some: readonly JsonObject[], whole: ReadonlyMap<JsonObject, readonly Json[]>): ReadonlySet<Json> {
  const above = new Map<Json, JsonObject[]>();
  for (const [node, joined] of whole)
    for (const one of joined) {
      const list = above.get(one);
      if (list) list.push(node);
      else above.set(one, [node]);
    }
  const found = new Set<Json>();
  const waiting = [...some];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (found.has(node)) continue;
    found.add(node);
    for (const other of above.get(node) ?? []) waiting.push(other);
  }
  return found;
}
