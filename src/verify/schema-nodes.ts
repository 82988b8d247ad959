import { isObject, type Json, type JsonObject, listAt, objectAt } from '../json/json.js';
import { matchPattern } from '../json/pattern/match-pattern.js';
import type { PromisedVersion } from './promised-api.js';

/** The schema objects that say something about a value: the schema itself and what it refers to, joins, or chooses for this value. */
export function applied(of: PromisedVersion, schema: Json, value: Json, seen: Set<Json>): readonly JsonObject[] {
  if (!isObject(schema) || seen.has(schema)) return [];
  seen.add(schema);
  const target = of.source.target(schema);
  const others = ['anyOf', 'oneOf'].flatMap((keyword) => chosen(of, listAt(schema[keyword]), value));
  const conditional = [schema['then'], schema['else'], ...Object.values(objectAt(schema['dependentSchemas']))];
  return [
    schema,
    ...[target, ...of.source.members(schema), ...others, ...conditional].flatMap((one) =>
      one === undefined ? [] : applied(of, one, value, seen),
    ),
  ];
}

/** The alternatives that accept a value; all of them where none does. */
function chosen(of: PromisedVersion, alternatives: readonly Json[], value: Json): readonly Json[] {
  const fitting = alternatives.filter((one) => of.validateAnswer(one, value).valid !== false);
  return fitting.length > 0 ? fitting : alternatives;
}

/** What a node declares about an item of a list. */
export function itemSchemas(node: JsonObject, index: number): readonly Json[] {
  const first = listAt(node['prefixItems']);
  const own = index < first.length ? first[index] : node['items'];
  return own === undefined ? [] : [own];
}

/** What a node declares about a member; `additionalProperties: true` declares it without saying what it is. */
export function memberSchemas(node: JsonObject, name: string): readonly Json[] {
  const properties = objectAt(node['properties']);
  const own = Object.hasOwn(properties, name) ? [properties[name] ?? true] : [];
  const matching = Object.entries(objectAt(node['patternProperties'])).flatMap(([pattern, schema]) =>
    matchPattern(pattern, name) === false ? [] : [schema ?? true],
  );
  if (own.length + matching.length > 0) return [...own, ...matching];
  const others = [node['additionalProperties'], node['unevaluatedProperties']];
  return others.filter((one) => one !== undefined && one !== false) as readonly Json[];
}

/** Whether a node names a member itself, and does not only say what others are. */
export const namesMember = (node: JsonObject, name: string): boolean =>
  Object.hasOwn(objectAt(node['properties']), name);
