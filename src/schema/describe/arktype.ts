import { isSchema, type Schema } from '../standard-schema.js';
import type { Direction, JsonSchema } from './json-schema.js';
import { marks, natives, readingOf } from './marks.js';
import type { SchemaReader } from './schema-reader.js';
import { isNode } from './walk-schema.js';

interface Failure {
  readonly code: string;
  readonly base: JsonSchema;
  readonly domain?: string;
}

interface Side {
  toJsonSchema(options: object): JsonSchema;
}

interface ArkType extends Schema, Side {
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

/** The input is described by the type itself, because its `rawIn` has no defaults. */
const convert = (schema: ArkType, io: Direction) =>
  io === 'output' ? toJson(schema.rawOut) : withoutFresh(toJson(schema), toJson(schema));

const toJson = (side: Side) =>
  side.toJsonSchema({
    dialect: null,
    target: 'draft-2020-12',
    fallback: {
      default: describe,
      // A default that JSON lacks, such as the current date, does not belong in a description.
      defaultValue: () => undefined,
    },
  });

/** One of two readings without the defaults that differ between them, such as a new id. */
function withoutFresh(one: JsonSchema, other: JsonSchema): JsonSchema {
  const keep = (own: unknown, again: unknown): unknown => {
    if (Array.isArray(own)) return own.map((item, index) => keep(item, (again as unknown[])[index]));
    if (!isNode(own)) return own;
    const entries = Object.entries(own).map(([name, part]) => [name, part, (again as JsonSchema)[name]] as const);
    return Object.fromEntries(
      entries
        .filter(([name, part, second]) => name !== 'default' || JSON.stringify(part) === JSON.stringify(second))
        .map(([name, part, second]) => [name, keep(part, second)]),
    );
  };
  return keep(one, other) as JsonSchema;
}

/** What a type is where JSON Schema lacks it: a morph without a declared output is any value, a condition narrows what it stands on. */
function describe({ code, base, domain }: Failure): JsonSchema {
  if (code === 'date') return { ...base, ...natives.date };
  if (code === 'domain' && domain === 'bigint') return { ...base, ...natives.bigint };
  if (code === 'morph' || code === 'predicate' || code === 'patternIntersection') return base;
  return { ...base, [marks.undescribable]: `of the kind ${domain ?? code}` };
}
