import type { ZodTypeAny } from 'zod/v3';
import { ignoreOverride, zodToJsonSchema } from 'zod-to-json-schema';
import type { Direction, JsonSchema } from './open-api.js';
import type { SchemaReading } from './read-schema.js';
import { mapSchema, replaceReferences } from './walk-schema.js';
import { UndescribableSchemaError } from './undescribable-schema-error.js';

export function isOlderZod(schema: unknown): schema is ZodTypeAny {
  return (
    typeof schema === 'object' &&
    schema !== null &&
    '_def' in schema &&
    !('_zod' in schema) &&
    typeof (schema._def as { typeName?: unknown } | null)?.typeName === 'string'
  );
}

const kinds: Readonly<Record<string, string>> = {
  ZodMap: 'a Map',
  ZodSet: 'a Set',
  ZodSymbol: 'a symbol',
  ZodNaN: 'NaN',
  ZodFunction: 'a function',
  ZodPromise: 'a promise',
};

/** Reads a `zod/v3` schema; throws an UndescribableSchemaError that names the place. */
export function readOlderZod(schema: ZodTypeAny, io: Direction): SchemaReading {
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
            if (kind)
              throw new UndescribableSchemaError(
                kind,
                currentPath
                  .slice(1)
                  .filter((step) => step !== 'properties')
                  .join('.'),
              );
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

/** Draft 7 writes a tuple's members under `items`; and an open object needs no `additionalProperties: true`. */
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

/** Whether a reference leads to a place that holds it. */
function refersToItself(schema: unknown, path = '#'): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  return Object.entries(schema).some(([key, value]) =>
    key === '$ref' && typeof value === 'string'
      ? path === value || path.startsWith(`${value}/`)
      : refersToItself(value, `${path}/${key}`),
  );
}
