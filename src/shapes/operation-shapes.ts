import { isObject, type Json, type JsonObject, objectAt, sameJson, textAt } from '../json/json.js';
import { tokensOf } from '../json/pointer.js';
import { mediaAt, mediaSchemas } from '../openapi/operations/media-types.js';
import type { Operation } from '../openapi/operations/operation-pair.js';
import type { Parameter } from '../openapi/operations/read-parameters.js';
import type { Shape } from '../source/print-shapes.js';
import { operationTypeName, pascalCase } from '../text/operation-type-name.js';
import type { ShapeList } from './shapes-of-schemas.js';

/** A shape for every media type, or one each where they differ. */
export type Content = Shape | readonly (readonly [mediaType: string, shape: Shape])[];

/** What one operation takes and answers. */
export interface OperationShapes {
  /** Its operationId, or its method and path: `GET /books/{id}`. */
  readonly key: string;
  /** Whether the key is its operationId. */
  readonly isNamed: boolean;
  readonly operation: Operation;
  /** Params, query, headers and cookies. */
  readonly parts: readonly (readonly [part: string, shape: Shape])[];
  readonly body: { readonly content: Content; readonly isRequired: boolean } | null;
  /** By status; null for an answer without a body. */
  readonly responses: readonly (readonly [status: string, content: Content | null])[];
}

/** An operation with its key. */
export type NamedOperation = Pick<OperationShapes, 'key' | 'isNamed' | 'operation'>;

/** Gives each operation its key: an operationId that no operation before it has, else its address. */
export function nameOperations(operations: readonly Operation[]): readonly NamedOperation[] {
  const keys = new Set(operations.map(addressOf));
  return operations.map((operation) => {
    const { operationId } = operation;
    const isNamed = operationId !== null && operationId.trim() !== '' && !keys.has(operationId);
    const key = isNamed ? operationId : addressOf(operation);
    keys.add(key);
    return { key, isNamed, operation };
  });
}

/** `GET /books/{id}` */
export const addressOf = ({ method, path }: Operation) => `${method} ${path}`;

/** The schemas of an operation; those that are written where they are used become shapes with names such as `ListBooksQuery`. */
export function shapeOperation(named: NamedOperation, shapes: ShapeList): OperationShapes {
  const { key, isNamed, operation } = named;
  const name = (isNamed && pascalCase(key)) || operationTypeName(operation.method, operation.path);
  return {
    ...named,
    parts: partsOf(operation, name, shapes),
    body: bodyOf(operation, name, shapes),
    responses: responsesOf(operation, name, shapes),
  };
}

/** Every shape that an operation names. */
export function shapesOfOperation({ parts, body, responses }: OperationShapes): readonly Shape[] {
  const contents = [body?.content ?? null, ...responses.map(([, content]) => content)];
  return [
    ...parts.map(([, shape]) => shape),
    ...contents.flatMap((content) =>
      content === null ? [] : isByMediaType(content) ? content.map(([, shape]) => shape) : [content],
    ),
  ];
}

export const isByMediaType = (content: Content): content is Exclude<Content, Shape> => Array.isArray(content);

const carriers = { params: 'path', query: 'query', headers: 'header', cookies: 'cookie' } as const;

function partsOf({ parameters }: Operation, name: string, shapes: ShapeList): OperationShapes['parts'] {
  const whole = parameters.find(({ carrier }) => carrier === 'querystring');
  return Object.entries(carriers).flatMap(([part, carrier]) => {
    const partName = `${name}${pascalCase(part)}`;
    if (carrier === 'query' && whole) return [[part, shapes.shapeOf(whole.schema ?? true, partName)] as const];
    const own = parameters.filter((parameter) => parameter.carrier === carrier);
    return own.length === 0 ? [] : [[part, shapes.shapeOf(objectOf(own), partName)] as const];
  });
}

/** Parameters as the members of an object. */
export function objectOf(parameters: readonly Parameter[]): JsonObject {
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, describedSchema(parameter)])),
    ...(required.length > 0 && { required }),
  };
}

/** The schema of a parameter, with the words of the parameter. */
function describedSchema({ node, schema = {} }: Parameter): Json {
  const { description, deprecated } = node;
  const words = {
    ...(typeof description === 'string' && description !== '' && { description }),
    ...(deprecated === true && { deprecated }),
  };
  if (!isObject(schema) || Object.keys(words).length === 0) return schema;
  // OpenAPI 3.0 ignores what stands beside a reference.
  return typeof schema['$ref'] === 'string' ? { allOf: [schema], ...words } : { ...schema, ...words };
}

function bodyOf(operation: Operation, name: string, shapes: ShapeList): OperationShapes['body'] {
  const written = operation.node['requestBody'];
  const body = operation.document.resolve(written);
  const content = contentOf(operation, body, [componentName(written) ?? name, 'Body'], shapes);
  return content && { content, isRequired: body['required'] === true };
}

function responsesOf(operation: Operation, name: string, shapes: ShapeList): OperationShapes['responses'] {
  const written = objectAt(operation.node['responses']);
  const statuses = Object.keys(written).filter((status) => !status.startsWith('x-'));
  const success = statuses.find((status) => status.startsWith('2'));
  return statuses.map((status) => {
    const own = `${name}${status === success ? '' : pascalCase(status)}`;
    const response = operation.document.resolve(written[status]);
    const names = [componentName(written[status]) ?? own, 'Response'] as const;
    return [/^\dxx$/i.test(status) ? status.toUpperCase() : status, contentOf(operation, response, names, shapes)];
  });
}

/** What a body or a response of several operations is called where all find it. */
function componentName(written: Json | undefined): string | null {
  const reference = textAt(objectAt(written)['$ref']);
  return reference === null ? null : pascalCase(tokensOf(reference).at(-1) ?? '') || null;
}

function contentOf(
  operation: Operation,
  holder: JsonObject,
  [name, suffix]: readonly [string, string],
  shapes: ShapeList,
): Content | null {
  const schemas = Object.keys(objectAt(holder['content'])).map((mediaType) => {
    const media = mediaAt(operation, holder, mediaType);
    return [mediaType, mediaSchemas.map((keyword) => media[keyword]).find((one) => one !== undefined) ?? {}] as const;
  });
  const [first, ...others] = schemas;
  if (!first) return null;
  if (others.every(([, schema]) => sameJson(schema, first[1]))) return shapes.shapeOf(first[1], `${name}${suffix}`);
  return schemas.map(([mediaType, schema]) => {
    const [, subtype = ''] = mediaType.split(';')[0]!.split('/');
    return [mediaType, shapes.shapeOf(schema, `${name}${pascalCase(subtype)}${suffix}`)];
  });
}

/** The words about an operation. */
export function wordsOf({ node }: Operation): string {
  const said = [node['summary'], node['description']].filter((text): text is string => typeof text === 'string');
  return [...new Set(said)].join('\n\n');
}
