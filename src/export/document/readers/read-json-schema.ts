import { isSchema, type Schema } from '../../../routing/declare/schema.js';
import type { Direction } from '../open-api.js';
import { type SchemaReader, type SchemaReading, UndescribableSchemaError } from './schema-reader.js';
import { standardJsonSchemaReader } from './standard-json-schema.js';
import { zodReader } from './zod.js';
import { zod3Reader } from './zod-3.js';

/** In order of preference: a library's own reader knows more than its JSON Schema. */
const readers: readonly SchemaReader[] = [zodReader, zod3Reader, standardJsonSchemaReader];

/** A schema in JSON Schema 2020-12; throws an UndescribableSchemaError that names the place. */
export function readJsonSchema(schema: Schema, io: Direction): SchemaReading {
  const reader = readerOf(schema);
  if (reader) return reader.read(schema, io);
  const library = isSchema(schema) ? schema['~standard'].vendor : 'an unknown library';
  const fix = "Write it with Zod, or wrap it so that its '~standard' has a jsonSchema (Standard JSON Schema).";
  throw new UndescribableSchemaError(`a schema of ${library}`, '', fix);
}

/** Whether a request without such a value is accepted; known from the schema's description, without parsing anything. */
export function acceptsAbsence(schema: Schema): boolean {
  return readerOf(schema)?.acceptsAbsence(schema) ?? false;
}

const readerOf = (schema: Schema) => readers.find((reader) => reader.recognises(schema));
