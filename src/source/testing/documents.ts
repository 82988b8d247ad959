import fc, { type Arbitrary } from 'fast-check';
import { isObject, type Json, type JsonObject, listAt } from '../../json/json.js';
import { pointerTo, tokensOf, valueAt } from '../../json/pointer.js';
import type { SchemaSource } from '../../jsonschema/containment/schema-source.js';
import { anySchema, anyValue } from '../../jsonschema/containment/testing/schemas.js';
import { mapSubschemas, targetOf } from '../../jsonschema/walk-keywords.js';
import { printShapes, type Shape, type ShapeStyle, writeModule } from '../print-shapes.js';

/** Follows references within a document. */
export const openDocument = (root: JsonObject): SchemaSource => ({
  target: ({ $ref }) => valueAt(root, tokensOf(String($ref))),
  members: (node) => listAt(node['allOf']),
  ignoresSiblings: false,
});

/** A document with these components. */
export const documentOf = (schemas: Readonly<Record<string, Json>>): JsonObject => ({ components: { schemas } });
/** A reference to a component. */
export const refer = (name: string) => ({ $ref: `#${pointerTo(['components', 'schemas', name])}` });

/** The module that is printed for a document with these components. */
export function print(schemas: Readonly<Record<string, Json>>, style: ShapeStyle = { defaults: 'noted' }) {
  const shapes: readonly Shape[] = Object.entries(schemas).map(([id, schema]) => ({ name: id, id, schema }));
  const printed = printShapes({ shapes, target: openDocument(documentOf(schemas)).target }, style);
  const text = writeModule(['import { z } from "zod";'], printed, printed.declarations);
  return { text, printed, shapes };
}

/** The ids in generated documents. */
export const ids = ['A', 'b-c', 'class', 'D*/'] as const;

/** Documents with some schemas replaced by references to the others. */
export const referring: Arbitrary<Readonly<Record<string, Json>>> = fc
  .tuple(fc.tuple(anySchema, anySchema, anySchema, anySchema), fc.infiniteStream(fc.nat(12)))
  .map(([schemas, stream]) => {
    /** A schema that applies to the value itself refers to earlier ones only, so that every circle leads into the value. */
    const withReferences = (own: number, isInside: boolean, node: JsonObject): JsonObject => {
      const copy: Record<string, Json | undefined> = {};
      for (const [keyword, value] of Object.entries(node)) {
        const isDeeper = isInside || targetOf(keyword) !== 'value';
        const replaced = mapSubschemas({ [keyword]: value }, (inner) => {
          const drawn = stream.next().value as number;
          if (drawn < (isDeeper ? ids.length : own)) return refer(ids[drawn]!);
          return isObject(inner as Json) ? withReferences(own, isDeeper, inner as JsonObject) : inner;
        });
        copy[keyword] = replaced[keyword] as Json;
      }
      return copy;
    };
    return Object.fromEntries(
      ids.map((id, index) => {
        const schema = schemas[index]!;
        return [id, isObject(schema) ? withReferences(index, false, schema) : schema];
      }),
    );
  });

const hostile = fc.constantFrom(
  '*/ process.exit(1) /*',
  '`${process.exit(1)}`',
  '");process.exit(1)//',
  "\\');process.exit(1)//",
  'one\r\ntwo\rthree\u2028four\u202e',
  '</script><!--',
  '@deprecated',
  '  ',
  '',
);

/** Documents with words, marks and defaults at some of their nodes. */
export const annotated: Arbitrary<Readonly<Record<string, Json>>> = fc
  .tuple(referring, fc.infiniteStream(fc.nat(9)), fc.infiniteStream(hostile), fc.infiniteStream(anyValue))
  .map(([schemas, stream, words, values]) => {
    const next = <T>(one: IterableIterator<T>) => one.next().value as T;
    const annotate = (node: unknown): unknown => {
      if (!isObject(node)) return node;
      const inner = mapSubschemas(node, annotate);
      const drawn = next(stream);
      if (drawn === 0) return { ...inner, description: next(words), title: next(words) };
      if (drawn === 1) return { ...inner, default: next(values) };
      if (drawn === 2) return { ...inner, deprecated: true, examples: [next(values)], 'x-note': next(words) };
      if (drawn === 3) return { ...inner, id: next(words), description: 1, readOnly: true };
      return drawn === 4 && inner['type'] === 'object' && isObject(inner['properties'])
        ? { ...inner, properties: { ...inner['properties'], [next(words)]: { type: 'string' } } }
        : inner;
    };
    return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, annotate(schema) as Json]));
  });
