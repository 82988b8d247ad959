import { type $ZodType, globalRegistry } from 'zod/v4/core';
import { mapSubschemas } from '../jsonschema/walk-keywords.js';

/** What stands in metadata for a schema, below keywords that Zod lacks: `then: { $ref: '#/components/schemas/Book', shape: () => Book }`. */
export interface MetadataReference {
  readonly $ref: string;
  readonly shape: () => $ZodType;
}

function isReference(node: object): node is MetadataReference {
  const { $ref, shape } = node as Partial<MetadataReference>;
  return typeof $ref === 'string' && typeof shape === 'function';
}

/** Metadata with every reference replaced; the same object where it has none. */
export function mapReferences<Meta extends object>(
  meta: Meta,
  replace: (reference: MetadataReference) => object,
): Meta {
  let isChanged = false;
  const map = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return node;
    if (!isReference(node)) return mapSubschemas(node as Record<string, unknown>, map);
    isChanged = true;
    return replace(node);
  };
  const mapped = mapSubschemas(meta as Record<string, unknown>, map) as Meta;
  return isChanged ? mapped : meta;
}

/** Metadata whose references lead to other schemas, found when they are needed. */
export const redirectReferences = <Meta extends object>(meta: Meta, find: (schema: $ZodType) => $ZodType): Meta =>
  mapReferences(meta, (reference) => ({ ...reference, shape: () => find(reference.shape()) }));

/** The schemas that the metadata of a schema refers to. */
export function referredBy(schema: $ZodType): readonly $ZodType[] {
  const meta = globalRegistry.get(schema);
  const found: $ZodType[] = [];
  if (meta) mapReferences(meta, (reference) => (found.push(reference.shape()), reference));
  return found;
}
