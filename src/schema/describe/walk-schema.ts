import { mapSubschemas } from '../../jsonschema/walk-keywords.js';
import type { JsonSchema } from './json-schema.js';

export const isNode = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy with every nested schema replaced, innermost first. */
export function mapSchema(schema: JsonSchema, replace: (node: JsonSchema) => JsonSchema): JsonSchema {
  return replace(mapSubschemas(schema, (inner) => mapValue(inner, replace)));
}

/** Draft 7 has a list of schemas where later ones have one. */
function mapValue(value: unknown, replace: (node: JsonSchema) => JsonSchema): unknown {
  if (Array.isArray(value)) return value.map((entry) => mapValue(entry, replace));
  return isNode(value) ? mapSchema(value, replace) : value;
}

/** A copy with each `$ref` replaced. */
export function replaceReferences(schema: JsonSchema, replace: (reference: string) => string): JsonSchema {
  return mapSchema(schema, (node) => (typeof node.$ref === 'string' ? { ...node, $ref: replace(node.$ref) } : node));
}
