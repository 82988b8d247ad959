import fc from 'fast-check';
import { type Json, type JsonObject, listAt, numberAt, objectAt } from '../../json/json.js';
import type { SchemaView } from '../read-schemas.js';
import { drawText } from './draw-scalars.js';
import { type Drawn, drawFixed } from './drawn.js';
import type { OpenSchemas } from './open-schemas.js';

/** What a container knows of the schemas inside it. */
export interface Inside {
  readonly schemas: OpenSchemas;
  readonly draw: (schema: Json | undefined) => Drawn | null;
  /** Optional members are left out, and lists are as short as they may be. */
  readonly isDeep: boolean;
}

/** Longer lists and maps are not drawn to cover a bound. */
const mostCovering = 100;

/** Lists of a length: a filled one, the shortest, the longest, and one for each value of an item. */
export function drawList(keywords: JsonObject, { draw, isDeep }: Inside): Drawn | null {
  const min = numberAt(keywords['minItems']) ?? 0;
  const most = numberAt(keywords['maxItems']) ?? Infinity;
  const max = Math.max(min, Math.min(most, isDeep ? min : min + 3));
  const firsts = listAt(keywords['prefixItems']).slice(0, most).map(draw);
  const isClosed = keywords['items'] === undefined && firsts.length > 0;
  const items = isClosed || most <= firsts.length || (isDeep && min === 0) ? null : draw(keywords['items']);
  const heads = firsts.filter((part) => part !== null);
  if (!items) return heads.length > 0 ? tuple(heads) : min === 0 ? drawFixed([[]]) : null;
  const unique = keywords['uniqueItems'] === true;
  const shortest = Math.max(0, min - heads.length);
  const rest = unique
    ? fc.array(items.any, { minLength: shortest, maxLength: max }).map(withoutRepeats)
    : fc.array(items.any, { minLength: shortest, maxLength: max });
  const head = heads.map(({ covering }) => covering[0]!);
  const filled = itemsOf(items, Math.max(shortest, 1), unique) ?? [items.covering[0]!];
  const longest = isDeep || most <= head.length + filled.length ? null : itemsOf(items, most - head.length, unique);
  return {
    covering: [
      [...head, ...filled],
      ...(shortest === 0 ? [head] : []),
      ...(longest ? [[...head, ...longest]] : []),
      ...items.covering.slice(1, 6).map((one) => [...head, one, ...filled.slice(1)]),
    ],
    any: fc.tuple(fc.tuple(...heads.map(({ any }) => any)), rest).map(([start, end]) => [...start, ...end]),
  };
}

/** So many items of a list; null where they cannot be made up. */
function itemsOf({ covering, any }: Drawn, count: number, isUnique: boolean): readonly Json[] | null {
  if (count > mostCovering) return null;
  const own = isUnique ? withoutRepeats(covering) : [...covering, covering[0]!];
  const more = isUnique && own.length < count ? fc.sample(any, { numRuns: 4 * count, seed: 1 }) : [];
  const choices = more.length === 0 ? own : withoutRepeats([...own, ...more]);
  if (isUnique && choices.length < count) return null;
  return Array.from({ length: count }, (_, index) => choices[index % choices.length]!);
}

function tuple(parts: readonly Drawn[]): Drawn {
  return { covering: [parts.map(({ covering }) => covering[0]!)], any: fc.tuple(...parts.map(({ any }) => any)) };
}

/** Objects: the smallest, the full one, and one for each value or absence of a member. */
export function drawObject({ properties, required, keywords }: SchemaView, inside: Inside): Drawn | null {
  const members = inside.schemas
    .sent(properties)
    .filter(([name]) => !inside.isDeep || required.has(name))
    .map(([name, schema]) => ({ name, isRequired: required.has(name), drawn: inside.draw(schema) }));
  if (members.some(({ isRequired, drawn }) => isRequired && !drawn)) return null;
  const known = members.flatMap(({ name, isRequired, drawn }) => (drawn ? [{ name, isRequired, ...drawn }] : []));
  const least = objectOf(
    known.filter(({ isRequired }) => isRequired).map(({ name, covering }) => [name, covering[0]!]),
  );
  const full = objectOf(known.map(({ name, covering }) => [name, covering[0]!]));
  const others = known.length === 0 ? mapOf(keywords, inside) : null;
  if (others) return others;
  return {
    covering: [
      least,
      full,
      ...known.flatMap(({ name, covering, isRequired }) => [
        ...covering.slice(1).map((value) => objectOf([...Object.entries(least), [name, value]])),
        ...(isRequired ? [] : [objectOf(Object.entries(full).filter(([other]) => other !== name))]),
      ]),
    ],
    any: fc
      .record(objectOf(known.map(({ name, any }) => [name, any])), {
        requiredKeys: known.filter(({ isRequired }) => isRequired).map(({ name }) => name),
        noNullPrototype: true,
      })
      .map((value) => value as Json),
  };
}

/** A schema without members of its own may hold any of one kind. */
function mapOf(keywords: JsonObject, { schemas, draw, isDeep }: Inside): Drawn | null {
  const others = keywords['additionalProperties'];
  if (typeof others !== 'object' || Object.keys(objectAt(others)).length === 0 || isDeep) return null;
  const values = draw(others);
  const names = drawText(schemas.view(keywords['propertyNames']).keywords)?.any ?? fc.constant('a');
  const [min, max] = [numberAt(keywords['minProperties']) ?? 0, numberAt(keywords['maxProperties']) ?? 3];
  if (!values) return null;
  const any = fc
    .array(fc.tuple(names as fc.Arbitrary<string>, values.any), {
      minLength: min,
      maxLength: Math.max(min, Math.min(max, min + 3)),
    })
    .map((entries) => objectOf<Json>(entries));
  const keys = fc.sample(names as fc.Arbitrary<string>, { numRuns: 1, seed: 1 });
  const one = objectOf(keys.map((key) => [key, values.covering[0]!]));
  const plainest = min <= 1 && max >= 1 ? [one] : fc.sample(any, { numRuns: 1, seed: 1 });
  return { covering: [...plainest, ...fullestOf(keywords, names as fc.Arbitrary<string>, values)], any };
}

/** As many members as a map may hold; nothing where so many names cannot be made up. */
function fullestOf(keywords: JsonObject, names: fc.Arbitrary<string>, { covering }: Drawn): readonly JsonObject[] {
  const count = numberAt(keywords['maxProperties']) ?? 0;
  if (count < 2 || count > mostCovering) return [];
  const drawn = [...new Set(fc.sample(names, { numRuns: 4 * count, seed: 1 }))].slice(0, count);
  return drawn.length < count ? [] : [objectOf(drawn.map((name, index) => [name, covering[index % covering.length]!]))];
}

const withoutRepeats = (values: readonly Json[]): Json[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

/** Names such as `__proto__` become members like any other. */
function objectOf<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries(entries) as Record<string, T>;
}
