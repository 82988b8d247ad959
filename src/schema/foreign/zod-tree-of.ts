import type { $ZodType } from 'zod/v4/core';
import { readForeign } from '../describe/read-foreign.js';
import type { SchemaWithDefinitions } from '../describe/schema-reader.js';
import { isSchema } from '../standard-schema.js';
import { standFor } from '../identity.js';
import { definitionOf, isZod, rebuild } from '../zod-tree.js';
import { libraryPipe } from './library-pipe.js';
import { TreeBuilder } from './tree-builder.js';

const trees = new WeakMap<object, $ZodType | null>();

/**
 * A schema of any library as Zod 4's tree, which is the only one that svckit looks into: Zod 4 as it is, any other through its
 * JSON Schema. null for what is no schema, and for a schema without a description.
 */
export function zodTreeOf(schema: unknown): $ZodType | null {
  if (isZod(schema)) return schema;
  if (!isSchema(schema)) return null;
  const known = trees.get(schema);
  if (known !== undefined) return known;
  const [input, output] = [readForeign(schema, 'input'), readForeign(schema, 'output')];
  const tree = input && output && libraryPipe(treeOf(input), treeOf(output), schema);
  trees.set(schema, tree);
  return tree;
}

const treeOf = (reading: SchemaWithDefinitions) => new TreeBuilder(reading.definitions).build(reading.root);

/** A schema whose tree is replaced; the schema itself where its tree stays. */
export function replaceTree<S>(schema: S, replace: (tree: $ZodType) => $ZodType): S {
  const tree = zodTreeOf(schema);
  if (!tree) return schema;
  const replaced = replace(tree);
  return replaced === tree ? schema : (replaced as S);
}

const loose = new WeakMap<$ZodType, $ZodType>();

/** A schema that checks the shape and nothing else: the library parses the whole later. */
export function shapeOnly(schema: $ZodType): $ZodType {
  const known = loose.get(schema);
  if (known) return known;
  const { type, keyType } = definitionOf(schema) as { readonly type: string; readonly keyType?: $ZodType };
  // Which members a record declares is part of its shape.
  const replace = (child: $ZodType) => (type === 'record' && child === keyType ? child : shapeOnly(child));
  const shape = standFor(rebuild(schema, replace, { checks: [] } as never), schema);
  loose.set(schema, shape);
  return shape;
}
