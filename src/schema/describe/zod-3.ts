import { createRequire } from 'node:module';
import type { ZodTypeAny } from 'zod/v3';
import { util } from 'zod/v4/core';
import type { Direction, JsonSchema } from './json-schema.js';
import { markSource, marks, natives, readingOf } from './marks.js';
import type { SchemaReader, SchemaWithDefinitions } from './schema-reader.js';
import { mapSchema } from './walk-schema.js';

/** Reads schemas of `zod/v3`. */
export const zod3Reader: SchemaReader<ZodTypeAny> = {
  recognises: (schema): schema is ZodTypeAny =>
    typeof schema === 'object' && schema !== null && !('_zod' in schema) && typeof typeNameOf(schema) === 'string',
  read: readZod3,
  acceptsAbsence: (schema) => ['ZodOptional', 'ZodDefault'].includes(typeNameOf(schema)!),
};

const typeNameOf = (schema: object) =>
  (schema as { readonly _def?: { readonly typeName?: string } | null })._def?.typeName;

interface Definition3 {
  readonly typeName: string;
  readonly shape?: () => object;
  readonly unknownKeys?: string;
  readonly keyType?: Key;
  readonly value?: unknown;
  readonly values?: unknown;
  readonly options?: readonly Key[];
  /** `refinement` and `preprocess` give what the inner schema gives. */
  readonly effect?: { readonly type: string };
  readonly schema?: Key;
}

interface Key {
  readonly _def: Definition3;
}

const kinds: Readonly<Record<string, string>> = {
  ZodMap: 'a Map',
  ZodSet: 'a Set',
  ZodSymbol: 'a symbol',
  ZodNaN: 'NaN',
  ZodFunction: 'a function',
  ZodPromise: 'a promise',
};

/** Loaded with the first schema of this kind: it takes a fifth of the time that importing svckit takes. */
const loadConverter = () => createRequire(import.meta.url)('zod-to-json-schema') as typeof import('zod-to-json-schema');

function readZod3(schema: ZodTypeAny, io: Direction): SchemaWithDefinitions {
  const { ignoreOverride, parseDef, zodToJsonSchema } = loadConverter();
  const convert = (strategy: 'root' | 'none') =>
    toDraft2020(
      zodToJsonSchema(
        schema as never,
        {
          $refStrategy: strategy,
          removeAdditionalStrategy: 'strict',
          dateStrategy: 'format:date-time',
          effectStrategy: io === 'input' ? 'input' : 'any',
          pipeStrategy: io,
          override: (def: Definition3, refs: never) => {
            const kind = kinds[def.typeName];
            if (kind) return { [marks.undescribable]: kind };
            const isKept = io === 'output' && def.effect && def.effect.type !== 'transform';
            return isKept ? parseDef(def.schema!._def as never, refs) : ignoreOverride;
          },
          postProcess: (node: JsonSchema | undefined, def: Definition3) => node && markKind(node, def),
        } as never,
      ) as JsonSchema,
    );
  const tree = convert('root');
  return readingOf(refersToItself(tree) ? tree : convert('none'));
}

const markKind = (node: JsonSchema, def: Definition3): JsonSchema =>
  markSource({ ...node, ...additions(def) }, sourceOfZod3(def));

/** What all copies of a schema have: one made by `describe` or `strict` has the members, or the values, of its original. */
export function sourceOfZod3(def: {
  readonly typeName?: unknown;
  readonly shape?: unknown;
  readonly values?: unknown;
}) {
  return ((def.typeName === 'ZodEnum' ? def.values : def.shape) ?? def) as object;
}

function additions(def: Definition3): JsonSchema {
  switch (def.typeName) {
    case 'ZodDate':
      return natives.date;
    case 'ZodBigInt':
      return natives.bigint;
    case 'ZodObject':
      return def.unknownKeys === 'passthrough' ? { [marks.open]: true } : {};
    case 'ZodRecord': {
      const names = listedValues(def.keyType);
      return names ? { propertyNames: markSource({ enum: names.map(String) }, sourceOfZod3(def.keyType!._def)) } : {};
    }
    default:
      return {};
  }
}

/** The values of an enumeration, of a literal, or of a union of them. */
function listedValues(schema: Key | undefined): readonly unknown[] | null {
  const def = schema?._def;
  if (def?.typeName === 'ZodEnum') return def.values as readonly unknown[];
  if (def?.typeName === 'ZodLiteral') return [def.value];
  if (def?.typeName === 'ZodNativeEnum') return util.getEnumValues(def.values as Record<string, string | number>);
  if (def?.typeName !== 'ZodUnion') return null;
  const options = def.options!.map(listedValues);
  return options.every((option) => option !== null) ? options.flat() : null;
}

/** Draft 7 has a tuple's members under `items`; and an open object needs no `additionalProperties: true`. */
function toDraft2020(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, (node) => {
    const next: Record<string, unknown> = { ...node };
    delete next.$schema;
    if (node.additionalProperties === true) delete next.additionalProperties;
    if (Array.isArray(node.items)) {
      next.prefixItems = node.items;
      delete next.items;
      if (node.additionalItems !== undefined) next.items = node.additionalItems;
      delete next.additionalItems;
    }
    return next;
  });
}

/** Whether a reference points to a schema that contains it. */
function refersToItself(schema: unknown, path = '#'): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  return Object.entries(schema).some(([key, value]) =>
    key === '$ref' && typeof value === 'string'
      ? path === value || path.startsWith(`${value}/`)
      : refersToItself(value, `${path}/${key}`),
  );
}
