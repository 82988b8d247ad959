import type { JsonObject } from '../json/json.js';
import { isOpenApi30 } from '../jsonschema/translate-openapi-30.js';
import { openDocument } from '../openapi/open-document.js';
import { listOperations } from '../openapi/operations/list-operations.js';
import { writeConstant } from '../source/layout/write-source.js';
import { type PrintedShapes, printShapes, type Shape, writeModule } from '../source/print-shapes.js';
import { commentOf } from '../source/schemas/containers.js';
import { type Expression, literal, type Member, type Name, name, object, optional } from '../source/syntax.js';
import { choiceComment, chooseShapes } from './choose-shapes.js';
import {
  type Content,
  isByMediaType,
  nameOperations,
  type OperationShapes,
  shapeOperation,
  shapesOfOperation,
  wordsOf,
} from './operation-shapes.js';
import { listShapes } from './shapes-of-schemas.js';

/** The module of a document's shapes. */
export interface DocumentShapes {
  readonly text: string;
  /** The ids of `shapes`, in their order. */
  readonly shapes: readonly string[];
  /** The keys of `operations`, in their order. */
  readonly operations: readonly string[];
  /** Whether metadata has keywords that Zod does not check. */
  readonly keepsKeywords: boolean;
  /** What was printed. */
  readonly printed: PrintedShapes;
}

/** How a module of shapes begins. */
export const writtenBy = '// Written by svc shapes. To update it, run the command again.';

/** What a module of shapes holds of its document. */
export interface ShapesChoice {
  /** Names of schemas, and of operations by their ids or addresses; several names may be separated by commas. By default everything. */
  readonly only?: readonly string[] | undefined;
}

/**
 * Writes the schemas and operations of a document, whose references lead into itself, as TypeScript with Zod 4. Throws an UnknownShapeError
 * for a name in `only` that the document lacks.
 */
export function printDocumentShapes(root: JsonObject, { only }: ShapesChoice = {}): DocumentShapes {
  const document = openDocument(root);
  const list = listShapes(document);
  const all = nameOperations(listOperations(document));
  const chosen = only ? chooseShapes(only, document, list, all) : null;
  const operations = (chosen?.operations ?? all).map((one) => shapeOperation(one, list));
  const shapes = chosen ? list.within([...chosen.shapes, ...operations.flatMap(shapesOfOperation)]) : list.all();
  const printed = printShapes(
    { shapes, target: document.target, ignoresSiblings: isOpenApi30(root) },
    { defaults: 'noted', taken: ['shapes', 'operations'] },
  );
  const named = shapes.filter(list.isComponent);
  const constantOf = (shape: Shape) => name(printed.constants.get(shape)!);
  const parts = [
    ...printed.declarations,
    writeList(
      'The schemas by name.',
      'shapes',
      named.map((shape) => idMember(shape.id!, constantOf(shape))),
    ),
    writeList(
      'What each operation takes and answers.',
      'operations',
      operations.map((operation) => memberOf(operation, constantOf)),
    ),
  ];
  const head = [writtenBy, ...(only ? [choiceComment(only)] : [])];
  return {
    text: `${head.join('\n')}\n${writeModule(['import { z } from "zod";'], printed, parts)}`,
    shapes: named.map(({ id }) => id!),
    operations: operations.map(({ key }) => key),
    keepsKeywords: printed.keepsKeywords,
    printed,
  };
}

function writeList(comment: string, constant: string, members: readonly Member[]): string {
  return `/** ${comment} */\n${writeConstant(constant, object(members), 'const')}\n`;
}

const idMember = (id: string, constant: Name): Member => ({
  key: id,
  value: constant,
  ...(constant.name === id && { form: 'shorthand' }),
});

type ConstantOf = (shape: Shape) => Name;

function memberOf(
  { key, isNamed, operation, parts, body, responses }: OperationShapes,
  constantOf: ConstantOf,
): Member {
  const { method: verb, path, node } = operation;
  const comment = commentOf({ description: wordsOf(operation), deprecated: node['deprecated'] });
  const members: readonly Member[] = [
    ...(isNamed ? [{ key: 'operationId', value: literal(key) }] : []),
    { key: 'method', value: literal(verb) },
    { key: 'path', value: literal(path) },
    ...parts.map(([part, shape]) => ({ key: part, value: constantOf(shape) })),
    ...(body ? [{ key: 'body', value: bodyExpression(body, constantOf) }] : []),
    {
      key: 'responses',
      value: object(
        responses.map(([status, content]) => ({
          key: status,
          ...(/^[1-9]\d\d$/.test(status) && { form: 'written' as const }),
          value: content === null ? literal(null) : contentExpression(content, constantOf),
        })),
      ),
    },
  ];
  return { key, value: object(members), ...(comment !== '' && { comment }) };
}

function bodyExpression({ content, isRequired }: NonNullable<OperationShapes['body']>, constantOf: ConstantOf) {
  return contentExpression(content, (shape) => (isRequired ? constantOf(shape) : optional(constantOf(shape))));
}

function contentExpression(content: Content, valueOf: (shape: Shape) => Expression): Expression {
  if (!isByMediaType(content)) return valueOf(content);
  return object(content.map(([mediaType, shape]) => ({ key: mediaType, value: valueOf(shape) })));
}
