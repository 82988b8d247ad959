import type { Schema } from '../standard-schema.js';
import type { Direction } from './json-schema.js';
import { withoutMarks } from './marks.js';
import { attemptOf, foreignReaders, vendorOf } from './read-foreign.js';
import { type SchemaReader, type SchemaWithDefinitions, UndescribableSchemaError } from './schema-reader.js';
import { zodReader } from './zod.js';

/** Describes any value. */
const anything: SchemaWithDefinitions = Object.freeze({ root: Object.freeze({}), definitions: Object.freeze({}) });

const zodReadings: Readonly<Record<Direction, WeakMap<object, SchemaWithDefinitions>>> = {
  input: new WeakMap(),
  output: new WeakMap(),
};

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

const ownWords = (schema: Schema) =>
  vendorOf(schema) === 'valibot' ? ", or add v.metadata({ type: 'string' }) to its pipe" : '';

/** Whether a request without such a value is accepted; known from the schema's description, without parsing anything. */
export function acceptsAbsence(schema: Schema): boolean {
  const readers: readonly SchemaReader[] = [zodReader, ...foreignReaders];
  return readers.find(({ recognises }) => recognises(schema))?.acceptsAbsence(schema) ?? false;
}
