import type { Schema } from '../../routing/declare/schema.js';
import type { Direction } from '../document/open-api.js';
import { readSchema } from '../document/readers/read-schema.js';
import type { SchemaReading } from '../document/readers/schema-reader.js';

type Attempt =
  | { readonly reading: SchemaReading; readonly error: null }
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
    return { reading: readSchema(schema, io), error: null };
  } catch (error) {
    return { reading: null, error: error instanceof Error ? error : new Error(String(error)) };
  }
}
