import { isObject, type Json, type JsonObject, listAt } from '../../json/json.js';
import { mapSubschemas } from '../../jsonschema/walk-keywords.js';

/** A schema of JSON Schema 2020-12 as OpenAPI 3.0 writes it, as far as that can say it. */
export function writeOpenApi30(schema: Json): Json {
  if (schema === true) return {};
  if (schema === false) return { not: {} };
  if (!isObject(schema)) return schema;
  const inner = mapSubschemas(schema, (one) => writeOpenApi30(one as Json)) as Record<string, Json | undefined>;
  writeNullable(inner);
  writeBound(inner, 'exclusiveMinimum', 'minimum');
  writeBound(inner, 'exclusiveMaximum', 'maximum');
  if (inner['const'] !== undefined) {
    inner['enum'] = [inner['const']];
    delete inner['const'];
  }
  const [example] = listAt(inner['examples']);
  if (example !== undefined) {
    inner['example'] ??= example;
    delete inner['examples'];
  }
  const { $ref, ...beside } = inner;
  return $ref !== undefined && Object.keys(beside).length > 0
    ? { allOf: [{ $ref }], ...(beside as JsonObject) }
    : (inner as JsonObject);
}

/** `nullable` for a type or an alternative of null. */
function writeNullable(schema: Record<string, Json | undefined>): void {
  const types = Array.isArray(schema['type']) ? (schema['type'] as readonly Json[]) : null;
  if (types) {
    const others = types.filter((type) => type !== 'null');
    if (others.length < types.length) schema['nullable'] = true;
    if (others.length === 1) schema['type'] = others[0];
    else {
      delete schema['type'];
      schema['anyOf'] = others.map((type) => ({ type }));
    }
  }
  const alternatives = listAt(schema['anyOf']);
  const others = alternatives.filter((one) => !isNull(one));
  if (others.length === alternatives.length || others.length === 0) return;
  schema['nullable'] = true;
  const [only] = others;
  if (others.length > 1 || !isObject(only)) schema['anyOf'] = others;
  else {
    delete schema['anyOf'];
    if (only['$ref'] === undefined) Object.assign(schema, { ...only, ...schema });
    else schema['allOf'] = [only];
  }
}

/** As `writeOpenApi30` has written the type of null before. */
const isNull = (schema: Json) =>
  isObject(schema) &&
  (schema['type'] === 'null' || (Array.isArray(schema['enum']) && schema['enum'].every((one) => one === null)));

/** A bound that is a number in JSON Schema 2020-12, and a flag beside the other one in OpenAPI 3.0. */
function writeBound(schema: Record<string, Json | undefined>, exclusive: string, inclusive: string): void {
  if (typeof schema[exclusive] !== 'number') return;
  schema[inclusive] = schema[exclusive];
  schema[exclusive] = true;
}
