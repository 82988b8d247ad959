import { createRequire } from 'node:module';
import type { ConversionConfig } from '@valibot/to-json-schema';
import { isSchema, type Schema } from '../standard-schema.js';
import type { Direction, JsonSchema } from './json-schema.js';
import { markSource, marks, natives, readingOf } from './marks.js';
import type { SchemaReader } from './schema-reader.js';

type Converter = typeof import('@valibot/to-json-schema');

interface Valibot extends Schema {
  readonly type: string;
}

/** The package that describes Valibot's schemas. */
export const valibotConverter = '@valibot/to-json-schema';

let converter: Converter | null | undefined;

/** Loaded with the first schema of Valibot; null where it is not installed. */
function loadConverter(): Converter | null {
  if (converter !== undefined) return converter;
  try {
    converter = createRequire(import.meta.url)(valibotConverter) as Converter;
  } catch (error) {
    if ((error as { code?: string }).code !== 'MODULE_NOT_FOUND') throw error;
    converter = null;
  }
  return converter;
}

/** Reads schemas of Valibot 1 where its converter is installed. */
export const valibotReader: SchemaReader<Valibot> = {
  recognises: (schema): schema is Valibot =>
    isSchema(schema) &&
    schema['~standard'].vendor === 'valibot' &&
    !('jsonSchema' in schema['~standard']) &&
    loadConverter() !== null,
  read: (schema, io) => readingOf(convert(schema, io)),
  acceptsAbsence: ({ type }) => ['optional', 'nullish', 'undefinedable'].includes(type),
};

/** Kinds that have no more to say than any value. */
const vague: ReadonlySet<string> = new Set(['transform', 'raw_transform', 'transform_async', 'raw_transform_async']);

function convert(schema: Valibot, io: Direction): JsonSchema {
  const config: ConversionConfig = {
    typeMode: io,
    target: 'draft-2020-12',
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema, jsonSchema, errors }) =>
      markSource(
        describe(valibotSchema.type, jsonSchema as JsonSchema, errors !== undefined),
        sourceOfValibot(valibotSchema),
      ) as never,
    overrideAction: ({ valibotAction, jsonSchema, errors }) => {
      const { type, metadata } = valibotAction as {
        readonly type: string;
        readonly metadata?: { readonly id?: unknown };
      };
      if (errors && vague.has(type)) return {};
      // Converters before 1.8 leave the id out.
      return typeof metadata?.id === 'string' ? ({ ...jsonSchema, id: metadata.id } as never) : jsonSchema;
    },
  };
  return loadConverter()!.toJsonSchema(schema as never, config) as JsonSchema;
}

/** What all copies of a schema have: `fallback` and `config` copy an object with its entries, and a list of values with its options. */
export function sourceOfValibot(schema: object): object {
  const { type, entries, options } = schema as { type?: string; entries?: object; options?: object };
  if (type === 'object') return entries!;
  return type === 'picklist' ? options! : schema;
}

function describe(type: string, node: JsonSchema, failed: boolean): JsonSchema {
  if (type.startsWith('loose_object')) return { ...node, additionalProperties: {} };
  if (type.startsWith('loose_tuple')) return { ...node, items: {} };
  if (type === 'date' || type === 'bigint') return { ...natives[type], ...node };
  return failed ? { ...node, [marks.undescribable]: `of the kind ${type}` } : node;
}
