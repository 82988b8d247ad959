import { isSchema, type Schema } from '../standard-schema.js';
import type { Direction, JsonSchema } from './json-schema.js';
import { marks, natives, readingOf } from './marks.js';
import type { SchemaReader } from './schema-reader.js';

interface Failure {
  readonly code: string;
  readonly base: JsonSchema;
  readonly domain?: string;
}

interface Side {
  toJsonSchema(options: object): JsonSchema;
}

interface ArkType extends Schema {
  readonly rawIn: Side;
  readonly rawOut: Side;
}

/** Reads types of ArkType 2, which convert themselves. */
export const arktypeReader: SchemaReader<ArkType> = {
  recognises: (schema): schema is ArkType =>
    isSchema(schema) && schema['~standard'].vendor === 'arktype' && 'rawIn' in schema && 'rawOut' in schema,
  read: (schema, io) => readingOf(convert(schema, io)),
  acceptsAbsence: () => false,
};

const convert = (schema: ArkType, io: Direction) =>
  (io === 'input' ? schema.rawIn : schema.rawOut).toJsonSchema({
    dialect: null,
    target: 'draft-2020-12',
    fallback: {
      default: describe,
      // A default that JSON lacks, such as the current date, does not belong in a description.
      defaultValue: () => undefined,
    },
  });

/** What a type is where JSON Schema lacks it: a morph without a declared output is any value, a condition narrows what it stands on. */
function describe({ code, base, domain }: Failure): JsonSchema {
  if (code === 'date') return { ...base, ...natives.date };
  if (code === 'domain' && domain === 'bigint') return { ...base, ...natives.bigint };
  if (code === 'morph' || code === 'predicate' || code === 'patternIntersection') return base;
  return { ...base, [marks.undescribable]: `of the kind ${domain ?? code}` };
}
