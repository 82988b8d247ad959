import { objectMembers } from '../document/object-members.js';
import type { Schema } from '../../schema/standard-schema.js';
import type { Direction, JsonSchema } from '../document/open-api.js';
import { readJsonSchema } from '../../schema/describe/read-json-schema.js';
import type { SchemaWithDefinitions } from '../../schema/describe/schema-reader.js';

type Attempt =
  | { readonly reading: SchemaWithDefinitions; readonly error: null }
  | { readonly reading: null; readonly error: Error };

const attempts: Readonly<Record<Direction, WeakMap<Schema, Attempt>>> = { input: new WeakMap(), output: new WeakMap() };

/** A schema in JSON Schema, or why it has none; read once for all rules. */
export function tryReadSchema(schema: Schema, io: Direction): Attempt {
  const known = attempts[io].get(schema);
  if (known) return known;
  const attempt = read(schema, io);
  attempts[io].set(schema, attempt);
  return attempt;
}

function read(schema: Schema, io: Direction): Attempt {
  try {
    return { reading: readJsonSchema(schema, io), error: null };
  } catch (error) {
    return { reading: null, error: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** The names of a schema's members; null if it does not list them. */
export function schemaMembers(schema: Schema | undefined): readonly string[] | null {
  if (!schema) return [];
  const { reading } = tryReadSchema(schema, 'input');
  if (!reading) return null;
  const resolve = (part: JsonSchema) => reading.definitions[String(part.$ref).replace('#/$defs/', '')]?.schema ?? part;
  const names = objectMembers(reading.root, resolve).map(({ name }) => name);
  return names.length > 0 ? names : null;
}
