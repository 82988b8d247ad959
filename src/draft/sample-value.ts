import { isObject, type Json, type JsonObject, listAt, numberAt } from '../json/json.js';
import type { SchemaSource } from '../jsonschema/containment/schema-source.js';
import { exampleOf } from '../jsonschema/values/example-value.js';
import { type OpenSchemas, openSchemas } from '../jsonschema/values/open-schemas.js';
import { valuesOf } from './enum-conversions.js';
import { type Member, type Members, membersOf, sameMember } from './members.js';

/** The schemas of a document, and what a reference leads to. */
export interface Side {
  readonly look: (schema: Json) => Json;
  readonly schemas: OpenSchemas;
}

/** The side of a document, whose references `look` follows. */
export const sideOf = (look: Side['look'], source: SchemaSource): Side => ({ look, schemas: openSchemas(source) });

/** A side, and the other one that its values are compared with. */
export interface Sides {
  readonly own: Side;
  readonly other: Side;
}

/** Deeper objects are plain examples. */
const deepest = 3;

/**
 * Values of the members that the other side does not have like this. They show what differs: a value of an enum that the other side lacks, null where it
 * takes none, nothing where it requires something, a number past its bound, and else texts and numbers that can be told apart.
 */
export function sampleMembers(members: Members, others: Members, sides: Sides): JsonObject {
  const unpaired = (some: Members, from: Members) => [...some].filter(([name]) => !from.has(name));
  const [own, theirs] = [unpaired(members, others), unpaired(others, members)];
  const only = own.length === 1 && theirs.length === 1 ? theirs[0]![1] : undefined;
  const differing = [...members].filter(([name, member]) => {
    const other = others.get(name);
    return other === undefined || !sameMember(member, other) || defaultOf(member) !== defaultOf(other);
  });
  return sampled(differing, (name) => others.get(name) ?? only, sides, 0);
}

const defaultOf = ({ schema }: Member) => JSON.stringify(isObject(schema) ? schema['default'] : undefined);

function sampled(
  members: readonly (readonly [string, Member])[],
  otherOf: (name: string) => Member | undefined,
  sides: Sides,
  depth: number,
): JsonObject {
  const made = members.map(([name, { schema, isRequired }], order) => {
    const other = otherOf(name);
    const isLeftOut = !isRequired && other?.isRequired === true;
    const place = { name: name.slice(name.lastIndexOf('/') + 1), order, sides, depth };
    return [name, isLeftOut ? undefined : sampleValue(schema, other?.schema, place)] as const;
  });
  return Object.fromEntries(made.filter(([, value]) => value !== undefined));
}

/** Where a value stands. */
export interface Place {
  readonly name: string;
  /** The place among its neighbours. */
  readonly order: number;
  readonly sides: Sides;
  readonly depth: number;
}

/** A value that a schema accepts, and where there is one, one that the other schema does not have; undefined where none is found. */
export function sampleValue(schema: Json, other: Json | undefined, place: Place): Json | undefined {
  const { own } = place.sides;
  const accepts = (value: Json | undefined) => value !== undefined && own.schemas.accepts(schema, value) === true;
  const found = candidates(schema, other, place).find(accepts);
  return found === undefined ? exampleOf(own.schemas, schema) : found;
}

function candidates(schema: Json, other: Json | undefined, place: Place): readonly (Json | undefined)[] {
  const { name, order, sides, depth } = place;
  const [own, its] = [sides.own.look(schema), other === undefined ? {} : sides.other.look(other)];
  if (!isObject(own)) return [];
  const values = valuesOf(own);
  const known = valuesOf(its) ?? [];
  if (values) return [values.find((value) => !known.includes(value)), values[0]];
  const takesNull = (one: Json) => isObject(one) && (listAt(one['type']).includes('null') || hasNull(one));
  const isOnlyHere = other !== undefined && takesNull(own) && !takesNull(its);
  const options = listAt(own['anyOf']).filter((one) => !isObject(one) || one['type'] !== 'null');
  return [
    ...(isOnlyHere ? [null] : []),
    ...(own['examples'] === undefined && own['default'] === undefined ? [] : [exampleOf(sides.own.schemas, own)]),
    ...(own['type'] === 'object' && depth < deepest
      ? [sampled([...membersOf(own)], (inner) => membersOf(isObject(its) ? its : {}).get(inner), sides, depth + 1)]
      : []),
    ...(own['type'] === 'array' && own['items'] !== undefined ? [listOf(own['items'], its, place)] : []),
    ...bounds(own, its),
    ...(isObject(its) && (its['type'] === 'integer' || its['type'] === 'number') ? [String(1250 * (order + 1))] : []),
    ...(own['format'] === undefined && own['pattern'] === undefined ? [`some ${name}`, name] : []),
    1250 * (order + 1),
    ...options.map((one) => sampleValue(one, undefined, { ...place, depth: depth + 1 })),
  ];
}

const hasNull = (schema: JsonObject) => listAt(schema['anyOf']).some((one) => isObject(one) && one['type'] === 'null');

function listOf(items: Json, other: Json, place: Place): Json | undefined {
  const item = sampleValue(items, isObject(other) ? other['items'] : undefined, { ...place, depth: place.depth + 1 });
  return item === undefined ? undefined : [item];
}

/** The largest and the smallest value, where the other side does not take it. */
function bounds(own: JsonObject, its: Json): readonly (Json | undefined)[] {
  const at = (schema: Json, keyword: string) => (isObject(schema) ? numberAt(schema[keyword]) : null) ?? null;
  const isPast = (keyword: 'minimum' | 'maximum') => {
    const [bound, wanted] = [at(own, keyword), at(its, keyword)];
    return bound !== null && wanted !== null && (keyword === 'maximum' ? bound > wanted : bound < wanted);
  };
  return (['maximum', 'minimum'] as const).flatMap((keyword) => (isPast(keyword) ? [at(own, keyword)!] : []));
}
