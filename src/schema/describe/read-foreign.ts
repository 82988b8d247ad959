import { isSchema, type Schema } from '../standard-schema.js';
import { isZod } from '../zod-tree.js';
import { arktypeReader } from './arktype.js';
import type { Direction } from './json-schema.js';
import type { SchemaReader, SchemaWithDefinitions } from './schema-reader.js';
import { standardJsonSchemaReader } from './standard-json-schema.js';
import { valibotConverter, valibotReader } from './valibot.js';
import { zod3Reader } from './zod-3.js';

/** In order of preference: a library's own reader knows more than its JSON Schema. */
export const foreignReaders: readonly SchemaReader[] = [
  zod3Reader,
  valibotReader,
  arktypeReader,
  standardJsonSchemaReader,
];

type Attempt = { readonly reading: SchemaWithDefinitions } | { readonly error: unknown };

const attempts: Readonly<Record<Direction, WeakMap<object, Attempt>>> = { input: new WeakMap(), output: new WeakMap() };

/** The reading of a schema of another library than Zod 4, with marks; null where its converter is missing or fails. */
export function readForeign(schema: Schema, io: Direction): SchemaWithDefinitions | null {
  const attempt = attemptOf(schema, io);
  return attempt && 'reading' in attempt ? attempt.reading : null;
}

/** The converter is asked once for each side. */
export function attemptOf(schema: Schema, io: Direction): Attempt | null {
  const known = attempts[io].get(schema);
  if (known) return known;
  const reader = foreignReaders.find(({ recognises }) => recognises(schema));
  if (!reader) return null;
  const attempt = tryToRead(reader, schema, io);
  attempts[io].set(schema, attempt);
  return attempt;
}

function tryToRead(reader: SchemaReader, schema: Schema, io: Direction): Attempt {
  try {
    return { reading: reader.read(schema, io) };
  } catch (error) {
    return { error };
  }
}

export const vendorOf = (schema: Schema) => schema['~standard'].vendor;

/** Why documents cannot say more than "any value" about a schema, and what to do; null for a schema that has a converter. */
export function missingConverter(schema: unknown): { readonly vendor: string; readonly fix: string } | null {
  if (!isSchema(schema) || isZod(schema) || foreignReaders.some(({ recognises }) => recognises(schema))) return null;
  const vendor = vendorOf(schema);
  const fix =
    vendor === 'valibot'
      ? `Run npm install ${valibotConverter}, which describes schemas of Valibot.`
      : "Give its '~standard' a jsonSchema (Standard JSON Schema), or write it with Zod, Valibot or ArkType.";
  return { vendor, fix };
}
