import { describeSchema, UndescribableSchemaError } from '../../export/index.js';
import type { Schema } from '../../schema/standard-schema.js';
import { isObject, type Json, type JsonObject, objectAt, textAt } from '../../json/json.js';

/** Words about a schema, which may change freely. */
const annotations = new Set(['$id', 'title', 'description', 'examples', 'example', 'deprecated', '$comment']);

/** Keywords whose members are names of the API. */
const named = new Set(['properties', 'patternProperties', 'dependentSchemas']);
const prefix = '#/components/schemas/';

/**
 * What a schema accepts, as JSON Schema without names and descriptions: references are written out, and one back to a schema
 * around it says how many schemas up. null for a schema that JSON Schema cannot express.
 */
export function describeShape(schema: unknown): Json {
  try {
    const { jsonSchema, components } = describeSchema(schema as Schema, 'output');
    return writeOut(jsonSchema as JsonObject, components as JsonObject, []);
  } catch (error) {
    if (error instanceof UndescribableSchemaError) return null;
    throw error;
  }
}

function writeOut(schema: Json | undefined, components: JsonObject, above: readonly string[]): Json {
  if (Array.isArray(schema)) return schema.map((item: Json) => writeOut(item, components, above));
  if (!isObject(schema)) return schema ?? null;
  const reference = textAt(schema['$ref']);
  const name = reference?.startsWith(prefix) ? reference.slice(prefix.length) : null;
  if (name !== null) {
    const position = above.lastIndexOf(name);
    if (position >= 0) return { $ref: `${above.length - position} up` };
    return writeOut(components[name], components, [...above, name]);
  }
  const kept = Object.keys(schema).filter((key) => !annotations.has(key) && !key.startsWith('x-'));
  return Object.fromEntries(
    kept
      .sort()
      .map((key) => [
        key,
        named.has(key)
          ? mapMembers(objectAt(schema[key]), components, above)
          : valueOf(key, schema[key], components, above),
      ]),
  );
}

/** Data is kept as it is; a schema is written out. */
function valueOf(key: string, value: Json | undefined, components: JsonObject, above: readonly string[]): Json {
  if (key === 'default' || key === 'const' || key === 'enum') return value ?? null;
  if (key === 'required' && Array.isArray(value)) return [...(value as readonly string[])].sort();
  return writeOut(value, components, above);
}

function mapMembers(members: JsonObject, components: JsonObject, above: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.keys(members)
      .sort()
      .map((name) => [name, writeOut(members[name], components, above)]),
  );
}
