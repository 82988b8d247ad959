import { describeSchema, UndescribableSchemaError } from '../../export/index.js';
import type { Schema } from '../../schema/standard-schema.js';
import { isObject, type Json, type JsonObject, listAt, sortedKeys, textAt } from '../../json/json.js';
import { holdingOf, isAnnotation, mapSubschemas } from '../../jsonschema/walk-keywords.js';

const prefix = '#/components/schemas/';

/**
 * What a schema gives or, as `input`, takes, as JSON Schema without names and descriptions: references are written out, and one back to a schema
 * around it says how many schemas up. null for a schema that JSON Schema cannot express.
 */
export function describeShape(schema: unknown, side: 'input' | 'output' = 'output'): Json {
  try {
    const { jsonSchema, components } = describeSchema(schema as Schema, side);
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
    const named =
      position >= 0
        ? { $ref: `${above.length - position} up` }
        : writeOut(components[name], components, [...above, name]);
    const { $ref: _, ...beside } = schema;
    return isObject(named) ? { ...named, ...(writeOut(beside, components, above) as JsonObject) } : named;
  }
  const kept = Object.keys(schema)
    .filter((keyword) => !isAnnotation(keyword))
    .sort()
    .map((keyword) => [keyword, inOrder(keyword, schema[keyword])] as const);
  return mapSubschemas(Object.fromEntries(kept), (inner) => writeOut(inner as Json, components, above)) as JsonObject;
}

function inOrder(keyword: string, value: Json | undefined): Json | undefined {
  if (keyword === 'required') return listAt(value).toSorted();
  if (holdingOf(keyword) !== 'named schemas' || !isObject(value)) return value;
  return Object.fromEntries(sortedKeys(value).map((name) => [name, value[name]]));
}
