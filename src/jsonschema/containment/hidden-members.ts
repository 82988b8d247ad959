import { isObject, listAt, objectAt, type Json, type JsonObject } from '../../json/json.js';
import { joinedMembers } from '../merge-schemas.js';
import { type Direction, isHidden, joinedBy, type SchemaSource } from './schema-source.js';

/** Whose schemas are read, and which way their values go. */
interface Carried {
  readonly source: SchemaSource;
  readonly direction: Direction;
}

/**
 * The properties of a schema that are never part of what is sent in a direction, also those of schemas that it refers to and joins: no
 * `required` beside them asks for them (OpenAPI 3.0 and 3.1, `readOnly`).
 */
export function hiddenNames(carried: Carried, node: JsonObject): ReadonlySet<string> {
  if (carried.direction === 'none') return noNames;
  const open = openSchemas(carried);
  const whole = wholeOf(carried.source, node, open);
  const names = [...whole.keys()].flatMap((one) =>
    Object.entries(objectAt(one['properties'])).flatMap(([name, schema]) => (isHidden(carried, schema) ? [name] : [])),
  );
  if (names.length > 0) return new Set(names);
  for (const one of whole.keys()) open.add(one);
  return noNames;
}

/** The schemas that a schema refers to and joins, none of which requires what another one hides. */
export function joinedIn(carried: Carried, node: JsonObject): readonly Json[] {
  const joined = joinedBy(carried.source, node);
  if (joined.length === 0 || carried.direction === 'none') return joined;
  const hidden = hiddenNames(carried, node);
  return hidden.size === 0 ? joined : joined.map((member) => release(carried.source, member, hidden));
}

const noNames: ReadonlySet<string> = new Set();

const known: Record<Direction, WeakMap<SchemaSource, WeakSet<JsonObject>>> = {
  request: new WeakMap(),
  response: new WeakMap(),
  none: new WeakMap(),
};

/** The schemas that are known to hide nothing, whatever they refer to and join. */
function openSchemas({ source, direction }: Carried): WeakSet<JsonObject> {
  const found = known[direction].get(source) ?? new WeakSet<JsonObject>();
  known[direction].set(source, found);
  return found;
}

const noSchemas: Pick<WeakSet<JsonObject>, 'has'> = { has: () => false };

/** A schema and all that it refers to and joins, each with what it joins itself; some are left out. */
function wholeOf(
  source: SchemaSource,
  node: JsonObject,
  without = noSchemas,
): ReadonlyMap<JsonObject, readonly Json[]> {
  const found = new Map<JsonObject, readonly Json[]>();
  const waiting: Json[] = [node];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (!isObject(one) || found.has(one) || without.has(one)) continue;
    const joined = joinedBy(source, one);
    found.set(one, joined);
    for (const other of joined) waiting.push(other);
  }
  return found;
}

const released = new WeakMap<JsonObject, Map<string, JsonObject>>();

/** A schema that does not require some names, wherever it says so; the schema itself where it requires none of them. */
function release(source: SchemaSource, member: Json, names: ReadonlySet<string>): Json {
  if (!isObject(member)) return member;
  const whole = wholeOf(source, member);
  const asks = ({ required }: JsonObject) => listAt(required).filter((name) => names.has(String(name)));
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
