import { createRequire } from 'node:module';
import type { ZodTypeAny } from 'zod/v3';
import type { Direction, JsonSchema } from '../open-api.js';
import { mapSchema, replaceReferences } from '../walk-schema.js';
import { type SchemaReader, type SchemaReading, schemaPlace, UndescribableSchemaError } from './schema-reader.js';

/** Reads schemas of `zod/v3`. */
export const zod3Reader: SchemaReader<ZodTypeAny> = {
  recognises: (schema): schema is ZodTypeAny =>
    typeof schema === 'object' && schema !== null && !('_zod' in schema) && typeof typeNameOf(schema) === 'string',
  read: readZod3,
  acceptsAbsence: (schema) => ['ZodOptional', 'ZodDefault'].includes(typeNameOf(schema)!),
};

const typeNameOf = (schema: object) =>
  (schema as { readonly _def?: { readonly typeName?: string } | null })._def?.typeName;

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

function readZod3(schema: ZodTypeAny, io: Direction): SchemaReading {
  const { ignoreOverride, zodToJsonSchema } = loadConverter();
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
          override: (def: unknown, { currentPath }: { readonly currentPath: readonly string[] }) => {
            const kind = kinds[(def as { readonly typeName: string }).typeName];
            if (kind) throw new UndescribableSchemaError(kind, schemaPlace(currentPath.slice(1)));
            return ignoreOverride;
          },
        } as never,
      ) as JsonSchema,
    );
  const tree = convert('root');
  if (!refersToItself(tree)) return { root: convert('none'), definitions: {} };
  const rebased = replaceReferences(tree, (reference) => reference.replace(/^#/, '#/$defs/__schema0'));
  return { root: { $ref: '#/$defs/__schema0' }, definitions: { __schema0: { id: null, schema: rebased } } };
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
