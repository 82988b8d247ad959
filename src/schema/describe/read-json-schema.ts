import { isSchema, type Schema } from '../standard-schema.js';
import { arktypeReader } from './arktype.js';
import type { Direction } from './json-schema.js';
import { withoutMarks } from './marks.js';
import { type SchemaReader, type SchemaWithDefinitions, UndescribableSchemaError } from './schema-reader.js';
import { standardJsonSchemaReader } from './standard-json-schema.js';
import { valibotConverter, valibotReader } from './valibot.js';
import { zodReader } from './zod.js';
import { zod3Reader } from './zod-3.js';

/** In order of preference: a library's own reader knows more than its JSON Schema. */
const foreign: readonly SchemaReader[] = [zod3Reader, valibotReader, arktypeReader, standardJsonSchemaReader];

/** Describes any value. */
const anything: SchemaWithDefinitions = Object.freeze({ root: Object.freeze({}), definitions: Object.freeze({}) });

const zodReadings: Readonly<Record<Direction, WeakMap<object, SchemaWithDefinitions>>> = {
  input: new WeakMap(),
  output: new WeakMap(),
};

type Attempt = { readonly reading: SchemaWithDefinitions } | { readonly error: unknown };

const attempts: Readonly<Record<Direction, WeakMap<object, Attempt>>> = { input: new WeakMap(), output: new WeakMap() };

/**
 * A schema in JSON Schema 2020-12; any value for a library that has no converter here. Throws an UndescribableSchemaError that
 * names the place.
 */
export function readJsonSchema(schema: Schema, io: Direction): SchemaWithDefinitions {
  if (zodReader.recognises(schema)) {
    const reading = zodReadings[io].get(schema) ?? zodReader.read(schema, io);
    zodReadings[io].set(schema, reading);
    return reading;
  }
  const attempt = attemptOf(schema, io);
  if (!attempt) return anything;
  if ('reading' in attempt) return withoutMarks(attempt.reading, `Use a type that JSON has${ownWords(schema)}.`);
  const { message } = attempt.error instanceof Error ? attempt.error : new Error(String(attempt.error));
  throw new UndescribableSchemaError(
    `refused by the converter of ${vendorOf(schema)} (${message})`,
    '',
    'Write it with types that the converter knows.',
  );
}

/** The reading of a schema of another library than Zod 4, with marks; null where its converter is missing or fails. */
export function readForeign(schema: Schema, io: Direction): SchemaWithDefinitions | null {
  const attempt = attemptOf(schema, io);
  return attempt && 'reading' in attempt ? attempt.reading : null;
}

/** The converter is asked once for each side. */
function attemptOf(schema: Schema, io: Direction): Attempt | null {
  const known = attempts[io].get(schema);
  if (known) return known;
  const reader = foreign.find(({ recognises }) => recognises(schema));
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

const ownWords = (schema: Schema) =>
  vendorOf(schema) === 'valibot' ? ", or add v.metadata({ type: 'string' }) to its pipe" : '';

const vendorOf = (schema: Schema) => schema['~standard'].vendor;

/** Why documents cannot say more than "any value" about a schema, and what to do; null for a schema that has a converter. */
export function missingConverter(schema: unknown): { readonly vendor: string; readonly fix: string } | null {
  if (!isSchema(schema) || zodReader.recognises(schema) || foreign.some(({ recognises }) => recognises(schema)))
    return null;
  const vendor = vendorOf(schema);
  const fix =
    vendor === 'valibot'
      ? `Run npm install ${valibotConverter}, which describes schemas of Valibot.`
      : "Give its '~standard' a jsonSchema (Standard JSON Schema), or write it with Zod, Valibot or ArkType.";
  return { vendor, fix };
}

/** Whether a request without such a value is accepted; known from the schema's description, without parsing anything. */
export function acceptsAbsence(schema: Schema): boolean {
  const readers: readonly SchemaReader[] = [zodReader, ...foreign];
  return readers.find(({ recognises }) => recognises(schema))?.acceptsAbsence(schema) ?? false;
}
