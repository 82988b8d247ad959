import { isObject, type Json, type JsonObject, listAt, objectAt } from '../json/json.js';
import { tokensOf, valueAt } from '../json/pointer.js';

/**
 * A schema as a reader takes it who fills in defaults: a required member with a default may be missing. Where that would not be certain, the schema
 * stays as it is: below `not`, `if` and `oneOf`, and in objects whose other keywords count or name the members that are there.
 */
export function withReaderDefaults(root: Json): Json {
  if (!isObject(root)) return root;
  const relaxed = new Map<string, Json>();
  const names = new Map<string, string>();
  /** A copy of what a reference leads to, under a name of its own, since the same schema may be used where it stays as it is. */
  const follow = (reference: string): string => {
    const known = names.get(reference);
    if (known !== undefined) return known;
    const target = valueAt(root, tokensOf(reference));
    if (target === undefined) return reference;
    const name = `reader ${names.size}`;
    const pointer = `#/$defs/${name}`;
    names.set(reference, pointer);
    relaxed.set(name, relax(target));
    return pointer;
  };
  const relax = (schema: Json): Json => {
    if (!isObject(schema)) return schema;
    const copy: Record<string, Json | undefined> = { ...schema };
    for (const keyword of ['items', 'additionalProperties', 'additionalItems', 'then', 'else'])
      if (isObject(schema[keyword])) copy[keyword] = relax(schema[keyword]!);
    for (const keyword of ['allOf', 'anyOf', 'prefixItems'])
      if (Array.isArray(schema[keyword])) copy[keyword] = listAt(schema[keyword]).map(relax);
    for (const keyword of ['properties', 'patternProperties'])
      if (isObject(schema[keyword]))
        copy[keyword] = Object.fromEntries(
          Object.entries(objectAt(schema[keyword])).map(([name, member]) => [name, relax(member!)]),
        );
    if (typeof schema['$ref'] === 'string' && /^#(?:$|\/)/.test(schema['$ref'])) copy['$ref'] = follow(schema['$ref']);
    if (Array.isArray(schema['required']) && !unsure.some((keyword) => keyword in schema))
      copy['required'] = listAt(schema['required']).filter(
        (name) => !hasDefault(objectAt(schema['properties'])[String(name)], root),
      );
    return copy;
  };
  const own = relax(root) as JsonObject;
  return { ...own, $defs: { ...objectAt(root['$defs']), ...Object.fromEntries(relaxed) } };
}

/** Keywords for which a member that is filled in makes a difference. */
const unsure = ['maxProperties', 'dependentRequired', 'dependentSchemas', 'dependencies', 'if', 'not', 'oneOf'];

function hasDefault(schema: Json | undefined, root: JsonObject, depth = 0): boolean {
  if (!isObject(schema) || depth > 20) return false;
  if (schema['default'] !== undefined) return true;
  const reference = schema['$ref'];
  return (
    typeof reference === 'string' &&
    /^#(?:$|\/)/.test(reference) &&
    hasDefault(valueAt(root, tokensOf(reference)), root, depth + 1)
  );
}
