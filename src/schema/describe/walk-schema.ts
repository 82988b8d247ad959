import type { JsonSchema } from './json-schema.js';

export const isNode = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords whose values are data, not schemas. */
const data = new Set(['const', 'enum', 'default', 'example', 'examples']);

/** Keywords that hold schemas by name. */
const named = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

/** A copy with every nested schema replaced, innermost first. */
export function mapSchema(schema: JsonSchema, replace: (node: JsonSchema) => JsonSchema): JsonSchema {
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    copy[key] = data.has(key)
      ? value
      : named.has(key) && isNode(value)
        ? Object.fromEntries(Object.entries(value).map(([name, child]) => [name, mapValue(child, replace)]))
        : mapValue(value, replace);
  }
  return replace(copy);
}

function mapValue(value: unknown, replace: (node: JsonSchema) => JsonSchema): unknown {
  if (Array.isArray(value)) return value.map((entry) => mapValue(entry, replace));
  return isNode(value) ? mapSchema(value, replace) : value;
}

/** A copy with each `$ref` replaced. */
export function replaceReferences(schema: JsonSchema, replace: (reference: string) => string): JsonSchema {
  return mapSchema(schema, (node) => (typeof node.$ref === 'string' ? { ...node, $ref: replace(node.$ref) } : node));
}
