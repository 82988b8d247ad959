import { isSchema, type Schema } from '../standard-schema.js';
import type { Direction, JsonSchema } from './json-schema.js';
import { readingOf } from './marks.js';
import type { SchemaReader } from './schema-reader.js';

interface StandardJsonSchema extends Schema {
  readonly '~standard': Schema['~standard'] & {
    readonly jsonSchema: Readonly<Record<Direction, (options: { readonly target: 'draft-2020-12' }) => JsonSchema>>;
  };
}

/** Reads schemas of any library that implements Standard JSON Schema. */
export const standardJsonSchemaReader: SchemaReader<StandardJsonSchema> = {
  recognises: (schema): schema is StandardJsonSchema => isSchema(schema) && 'jsonSchema' in schema['~standard'],
  read: (schema, io) => readingOf(schema['~standard'].jsonSchema[io]({ target: 'draft-2020-12' })),
  acceptsAbsence: () => false,
};
