import { isObject, type Json, type JsonObject, listAt, objectAt } from '../json/json.js';
import { matchPattern } from '../json/pattern/match-pattern.js';
import type { PromisedVersion } from './promised-api.js';

const most = 20;

/** The places of members that a schema does not declare, as JSON pointers. A schema that declares no member at all, or `additionalProperties`, leaves them free. */
export function undeclaredMembers(of: PromisedVersion, schema: Json | undefined, value: Json): readonly string[] {
  const found: string[] = [];
  visit(of, schema === undefined ? [] : [schema], value, '', found);
  return found;
}

function visit(of: PromisedVersion, schemas: readonly Json[], value: Json, place: string, found: string[]): void {
  if (found.length >= most || typeof value !== 'object' || value === null) return;
  const nodes = schemas.flatMap((schema) => applied(of, schema, value, new Set()));
  if (Array.isArray(value)) {
    for (const [index, item] of (value as readonly Json[]).entries())
      visit(
        of,
        nodes.flatMap((node) => itemSchemas(node, index)),
        item,
        `${place}/${index}`,
        found,
      );
    return;
  }
  const object = value as JsonObject;
  const closes = nodes.some((node) => Object.keys(objectAt(node['properties'])).length > 0 || isClosed(node));
  for (const [name, member] of Object.entries(object)) {
    const declared = nodes.flatMap((node) => memberSchemas(node, name));
    const at = `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (declared.length > 0) visit(of, declared, member ?? null, at, found);
    else if (closes && found.length < most) found.push(at);
  }
}

const isClosed = (node: JsonObject) =>
  node['additionalProperties'] === false || node['unevaluatedProperties'] === false;

/** The schema objects that say something about a value: the schema itself and what it refers to, joins, or chooses for this value. */
function applied(of: PromisedVersion, schema: Json, value: Json, seen: Set<Json>): readonly JsonObject[] {
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

function itemSchemas(node: JsonObject, index: number): readonly Json[] {
  const first = listAt(node['prefixItems']);
  const own = index < first.length ? first[index] : node['items'];
  return own === undefined ? [] : [own];
}

/** What a node declares about a member; `additionalProperties: true` declares it without saying what it is. */
function memberSchemas(node: JsonObject, name: string): readonly Json[] {
  const properties = objectAt(node['properties']);
  const own = Object.hasOwn(properties, name) ? [properties[name] ?? true] : [];
  const matching = Object.entries(objectAt(node['patternProperties'])).flatMap(([pattern, schema]) =>
    matchPattern(pattern, name) === false ? [] : [schema ?? true],
  );
  if (own.length + matching.length > 0) return [...own, ...matching];
  const others = [node['additionalProperties'], node['unevaluatedProperties']];
  return others.filter((one) => one !== undefined && one !== false) as readonly Json[];
}
