import type { Json, JsonObject } from '../../json/json.js';
import { allOfMembers } from '../../jsonschema/intersect-schemas.js';
import { exampleOf, givenValues } from '../../jsonschema/values/example-value.js';
import { openSchemas } from '../../jsonschema/values/open-schemas.js';
import type { JsonSchema } from './open-api.js';

/** Examples for the schemas of a document. */
export interface Examples {
  /** A value that the schema accepts; undefined if none is found. */
  readonly of: (schema: JsonSchema) => Json | undefined;
  /** A value that the schema itself names; undefined if it names none. */
  readonly given: (schema: JsonSchema) => Json | undefined;
  /** Whether a schema is known to refuse a value. */
  readonly refuses: (schema: JsonSchema, value: Json) => boolean;
}

/** Opens schemas that refer to others by `#/components/schemas/` or another prefix. */
export function createExamples(
  components: Readonly<Record<string, JsonSchema>> = {},
  prefix = '#/components/schemas/',
): Examples {
  const target = ({ $ref }: JsonObject) => {
    const name = typeof $ref === 'string' && $ref.startsWith(prefix) ? $ref.slice(prefix.length) : null;
    return name !== null && Object.hasOwn(components, name) ? (components[name] as JsonObject) : undefined;
  };
  const schemas = openSchemas({ target, members: allOfMembers, ignoresSiblings: false });
  return {
    of: (schema) => exampleOf(schemas, schema as JsonObject),
    given: (schema) => givenValues(schemas.view(schema as JsonObject))[0],
    refuses: (schema, value) => schemas.accepts(schema as JsonObject, value) === false,
  };
}
