import type { Schema } from '../schema/standard-schema.js';
import { evaluateExpression } from '../source/evaluate-expression.js';
import { declareShapes, type Shape, type ShapeSource } from '../source/print-shapes.js';

/**
 * Schemas of Zod for shapes, as the module that `svc shapes` prints declares them. `given` are shapes that have a schema already; `source` holds
 * every shape that others refer to.
 */
export function evaluateShapes(source: ShapeSource, given: ReadonlyMap<Shape, Schema>): ReadonlyMap<Shape, Schema> {
  const { declared, constants } = declareShapes(source, {
    defaults: 'noted',
    isGiven: (shape) => given.has(shape),
  });
  const values = new Map<string, unknown>();
  for (const [shape, schema] of given) values.set(constants.get(shape)!, schema);
  for (const { constant, value } of declared)
    values.set(
      constant,
      evaluateExpression(value, (name) => values.get(name)),
    );
  return new Map(source.shapes.map((shape) => [shape, values.get(constants.get(shape)!) as Schema]));
}
