import { isObject, type Json } from '../../json/json.js';
import { tokensOf } from '../../json/pointer.js';
import { mapSubschemas } from '../../jsonschema/walk-keywords.js';
import { readJsonSchema } from '../../schema/describe/read-json-schema.js';
import type { Shape } from '../../source/print-shapes.js';
import type { RunShapes } from './run-shapes.js';

/** The text that a `$ref` to a shape has once it is read back. */
export const addressOfShape = (constant: string) => `shape:${constant}`;

/**
 * A shape that ran as JSON Schema, in which references lead to shapes as they stand in the document, and one beside other keywords stands in an
 * allOf, since OpenAPI 3.0 ignores what stands beside it.
 */
export function readShapeBack(
  shape: Shape,
  { schemas, standIns }: RunShapes,
  constants: ReadonlyMap<Shape, string>,
  io: 'input' | 'output',
): Json {
  const { root, definitions } = readJsonSchema(schemas.get(shape)!, io);
  const shapeAt = (key: string) => {
    const id = definitions[key]?.id ?? null;
    return id === null ? undefined : id === shape.id ? shape : standIns.get(id);
  };
  const read = (node: unknown, inside: readonly string[]): Json => {
    if (!isObject(node)) return node as Json;
    const { $ref, ...others } = mapSubschemas(node, (inner) => read(inner, inside)) as Readonly<Record<string, Json>>;
    if (typeof $ref !== 'string') return others;
    const reference = refer($ref, inside);
    return Object.keys(others).length === 0 ? reference : { allOf: [reference], ...others };
  };
  const refer = ($ref: string, inside: readonly string[]): Json => {
    const [home, key] = tokensOf($ref);
    if (!$ref.startsWith('#/$defs/') || home !== '$defs' || key === undefined) return { $ref };
    const target = shapeAt(key);
    if (target) return { $ref: addressOfShape(constants.get(target)!) };
    // A schema without an id that contains itself: the shape, whose own constant has no id.
    if (inside.includes(key)) return { $ref: addressOfShape(constants.get(shape)!) };
    return read(definitions[key]!.schema, [...inside, key]);
  };
  const own = typeof root['$ref'] === 'string' ? tokensOf(root['$ref'])[1] : undefined;
  const start = own !== undefined && shapeAt(own) === shape ? definitions[own]!.schema : root;
  return read(start, []);
}
