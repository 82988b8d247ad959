import { type Json, type JsonObject, objectAt } from '../json/json.js';
import { isOpenApi30 } from '../jsonschema/translate-openapi-30.js';
import type { OpenDocument } from '../openapi/open-document.js';
import type { Operation } from '../openapi/operations/operation-pair.js';
import { reachingNodes } from '../openapi/references/reaching-nodes.js';
import { nameOperation } from '../report/result.js';
import type { DocumentContent, DocumentOperation } from '../routing/changes/document-operation.js';
import type { Schema } from '../schema/standard-schema.js';
import { evaluateShapes } from '../shapes/evaluate-shapes.js';
import {
  type Content,
  isByMediaType,
  type NamedOperation,
  type OperationShapes,
  shapeOperation,
  shapesOfOperation,
} from '../shapes/operation-shapes.js';
import { listShapes, type ShapeList } from '../shapes/shapes-of-schemas.js';
import type { Shape } from '../source/print-shapes.js';
import { type ChangedShapes, schemasOf } from './changed-shapes.js';

/**
 * The schemas of each operation that changes may reach; the others are not read. `written` are those of a module of shapes, which the changes
 * may name; what it lacks is made of the document.
 */
export function operationSchemas(
  document: OpenDocument,
  keyed: readonly NamedOperation[],
  changed: ChangedShapes,
  written: readonly DocumentOperation[],
): ReadonlyMap<Operation, DocumentOperation> {
  const known = new Map([...changed.operations.values(), ...written].map((one) => [nameOperation(one), one]));
  const knownOf = ({ operation }: NamedOperation) => known.get(nameOperation(operation));
  const list = listShapes(document);
  const reaching = reachingNodes(
    document,
    keyed.map(({ operation: { node, parameters } }) => ({ node, beside: parameters.map((one) => one.node) })),
    namesOneOf(changed.ids, document, keyed, list),
    ['callbacks'],
  );
  const touched = keyed.filter((one) => {
    if (reaching.has(one.operation.node) || changed.operations.has(one.key)) return true;
    // A module of shapes may have given a schema to what a document lists member by member, such as a query.
    const own = knownOf(one);
    return own !== undefined && schemasOf(own).some(changed.reaches);
  });
  const read = readOperations(
    document,
    touched.filter((one) => !knownOf(one)),
    list,
    changed.shapes,
  );
  return new Map(touched.map((one) => [one.operation, knownOf(one) ?? read.get(one.operation)!]));
}

/** Whether a reference leads to a schema with one of some ids. */
function namesOneOf(
  ids: ReadonlySet<string>,
  document: OpenDocument,
  keyed: readonly NamedOperation[],
  list: ShapeList,
): (node: Json, reference: JsonObject) => boolean {
  const components = objectAt(objectAt(document.root['components'])['schemas']);
  const named = new Set([...ids].map((id) => components[id]));
  const isElsewhere = [...ids].some((id) => !Object.hasOwn(components, id));
  // Ids of schemas in other files follow from all that the document has.
  if (isElsewhere) {
    for (const one of keyed) shapeOperation(one, list);
    list.all();
  }
  return (node, reference) => {
    if (named.has(node)) return true;
    if (!isElsewhere && !String(reference['$ref']).startsWith('#/components/schemas/')) return false;
    const { id } = list.shapeOf({ $ref: reference['$ref'] }, '');
    return id !== null && ids.has(id);
  };
}

/** Operations with schemas that are made of their document; `given` stand for components by id. */
function readOperations(
  document: OpenDocument,
  keyed: readonly NamedOperation[],
  list: ShapeList,
  given: ReadonlyMap<string, Schema>,
): ReadonlyMap<Operation, DocumentOperation> {
  const operations = keyed.map((one) => shapeOperation(one, list));
  const isGiven = ({ id }: Shape) => id !== null && given.has(id);
  const shapes = list.within(operations.flatMap(shapesOfOperation), isGiven);
  const schemas = evaluateShapes(
    { shapes, target: document.target, ignoresSiblings: isOpenApi30(document.root) },
    new Map(shapes.filter(isGiven).map((shape) => [shape, given.get(shape.id!)!])),
  );
  return new Map(operations.map((one) => [one.operation, operationOf(one, (shape) => schemas.get(shape)!)]));
}

function operationOf(
  { key, isNamed, operation, parts, body, responses }: OperationShapes,
  schemaOf: (shape: Shape) => Schema,
): DocumentOperation {
  const contentOf = (content: Content, of: (shape: Shape) => Schema): DocumentContent =>
    isByMediaType(content)
      ? Object.fromEntries(content.map(([mediaType, shape]) => [mediaType, of(shape)] as const))
      : of(content);
  const optional = (shape: Shape) => (schemaOf(shape) as unknown as { optional(): Schema }).optional();
  return {
    ...(isNamed && { operationId: key }),
    method: operation.method,
    path: operation.path,
    ...Object.fromEntries(parts.map(([part, shape]) => [part, schemaOf(shape)])),
    ...(body && { body: contentOf(body.content, body.isRequired ? schemaOf : optional) }),
    responses: Object.fromEntries(
      responses.map(([status, content]) => [status, content && contentOf(content, schemaOf)]),
    ),
  };
}
