import { isObject, listAt, objectAt, type Json, type JsonObject } from '../../json/json.js';
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
  const names = wholeOf(carried.source, node).flatMap((one) =>
    Object.entries(objectAt(one['properties'])).flatMap(([name, schema]) => (isHidden(carried, schema) ? [name] : [])),
  );
  return names.length === 0 ? noNames : new Set(names);
}

/** The schemas that a schema refers to and joins, none of which requires what another one hides. */
export function joinedIn(carried: Carried, node: JsonObject): readonly Json[] {
  const joined = joinedBy(carried.source, node);
  if (joined.length === 0 || carried.direction === 'none') return joined;
  const hidden = hiddenNames(carried, node);
  return hidden.size === 0 ? joined : joined.map((member) => release(carried.source, member, hidden));
}

const noNames: ReadonlySet<string> = new Set();

/** A schema and all that it refers to and joins. */
function wholeOf(source: SchemaSource, node: JsonObject): readonly JsonObject[] {
  const found = new Set<JsonObject>();
  const waiting: Json[] = [node];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (!isObject(one) || found.has(one)) continue;
    found.add(one);
    waiting.push(...joinedBy(source, one));
  }
  return [...found];
}

const released = new WeakMap<JsonObject, Map<string, JsonObject>>();

/** A schema that does not require some names, wherever it says so; the schema itself where it requires none of them. */
function release(source: SchemaSource, member: Json, names: ReadonlySet<string>): Json {
  if (!isObject(member)) return member;
  const whole = wholeOf(source, member);
  const asked = new Set(whole.flatMap((one) => listAt(one['required']).filter((name) => names.has(String(name)))));
  if (asked.size === 0) return member;
  const key = JSON.stringify([...asked]);
  const ofMember = released.get(member) ?? new Map<string, JsonObject>();
  released.set(member, ofMember);
  const known = ofMember.get(key);
  if (known) return known;
  const { $ref: _, allOf: __, required, ...own } = member;
  const isAlone = source.ignoresSiblings && typeof member['$ref'] === 'string';
  const kept = listAt(required).filter((name) => !names.has(String(name)));
  const one: { [name: string]: Json | undefined } = isAlone
    ? {}
    : { ...own, ...(kept.length > 0 && { required: kept }) };
  ofMember.set(key, one);
  one['allOf'] = joinedBy(source, member).map((inner) => release(source, inner, names));
  return one;
}
