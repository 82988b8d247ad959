import { type $ZodType, globalRegistry } from 'zod/v4/core';
import { mapSubschemas } from '../jsonschema/walk-keywords.js';

/** What stands in metadata for a schema, below keywords that Zod lacks: `then: { $ref: '#/components/schemas/Book', shape: () => Book }`. */
interface MetadataReference {
  readonly $ref: string;
  readonly shape: () => $ZodType;
}

/** Metadata with every reference replaced; the same object where it has none. */
export function mapReferences<Meta>(meta: Meta, replace: (shape: () => $ZodType) => unknown): Meta {
  let count = 0;
  const map = (node: unknown): unknown => {
    const shape = (node as MetadataReference | null)?.shape;
    if (typeof shape !== 'function') return Object(node) === node ? mapSubschemas(node as object as never, map) : node;
    count += 1;
    return replace(shape);
  };
  const copy = map(meta) as Meta;
  return count > 0 ? copy : meta;
}

/** The schemas that the metadata of a schema refers to. */
export function referredBy(schema: $ZodType): readonly $ZodType[] {
  const found: $ZodType[] = [];
  mapReferences(globalRegistry.get(schema), (shape) => found.push(shape()));
  return found;
}
