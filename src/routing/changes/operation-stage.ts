import type { $ZodType } from 'zod/v4/core';
import { replaceTree } from '../../schema/foreign/zod-tree-of.js';
import type { Class } from '../../wiring/metadata.js';
import type { ApiDocOptions } from '../declare/declaration.js';
import { partNames, type RequestPart } from '../declare/request-parts.js';
import { type BodyForm, bodyParts } from '../declare/bodies.js';
import type { PlainSchemas, ResponseEntry, RouteSchemas } from '../declare/route-schemas.js';
import { isSchema, type Schema } from '../../schema/standard-schema.js';
import { declaredResponses, responseDetail, successStatus } from '../table/responses.js';
import type { Method } from '../table/route.js';
import type { Change } from './change.js';
import type { Hop } from './hop.js';
import type { OperationChange } from './operation.js';

/** What an operation is in one version. */
export interface OperationShape {
  readonly method: Method;
  /** Relative to the controller. */
  readonly path: string;
  readonly schemas: PlainSchemas;
  /** null where there is no body. */
  readonly body: BodyForm | null;
  readonly status: number;
  readonly responses: Readonly<Record<number, ResponseEntry>>;
  readonly doc: ApiDocOptions;
}

/** An operation in one version, on the way to an older one. */
export interface Stage extends OperationShape {
  /** For reading requests. */
  readonly bare: Readonly<Partial<Record<RequestPart, Schema>>>;
}

/** The operation as declared, for the newest version that its handler serves. */
export function declaredShape(method: Method, path: string, schemas: RouteSchemas, doc: ApiDocOptions): OperationShape {
  const { schemas: plain, body } = withoutForm(schemas);
  return {
    method,
    path,
    schemas: plain,
    body,
    status: successStatus(schemas, method),
    responses: declaredResponses(schemas, method),
    doc,
  };
}

/** Schemas, and how the body is written beside them. */
function withoutForm({ body, ...schemas }: RouteSchemas): Pick<OperationShape, 'schemas' | 'body'> {
  if (body === undefined) return { schemas, body: null };
  const { form, schema } = bodyParts(body);
  return { schemas: schema ? { ...schemas, body: schema } : schemas, body: form };
}

export const pickParts = (schemas: PlainSchemas): Stage['bare'] =>
  Object.fromEntries(partNames.flatMap((part) => (schemas[part] ? [[part, schemas[part]]] : [])));

/** The changes of one version that name an operation, in the order in which they are listed. */
export function operationsOf(
  hop: Hop,
  target: Class,
  key: PropertyKey,
): readonly (OperationChange & { readonly change: Change })[] {
  return hop.operations.filter((operation) => operation.handler === String(key) && operation.controller() === target);
}

export type NamedOperation = ReturnType<typeof operationsOf>[number];

/** The operation before all its changes in one version: the first listed is the oldest. */
export function mergedBefore(operations: readonly NamedOperation[]): NamedOperation['before'] {
  return Object.assign({}, ...operations.toReversed().map(({ before }) => before)) as NamedOperation['before'];
}

/** The statuses of the newer version, whose success is `status`, whose answers the operations name themselves. */
export function namedStatuses(operations: readonly NamedOperation[], status: number): ReadonlySet<number> {
  const { response, status: older = status } = mergedBefore(operations);
  if (response === undefined) return new Set();
  const named = isSchema(response) ? [older] : Object.keys(response).map(Number);
  return new Set(named.map((code) => (code === older ? status : code)));
}

/** The operation in the version before. */
export function previousStage(hop: Hop, stage: Stage, operations: readonly NamedOperation[]): Stage {
  const before = mergedBefore(operations);
  const method = before.method ?? stage.method;
  const schemas: Record<string, unknown> = { ...stage.schemas };
  const bare: Record<string, Schema> = { ...stage.bare };
  const former = before.body === undefined ? null : bodyParts(before.body);
  const namedParts = { ...before, body: former?.schema };
  for (const part of partNames) {
    const named = namedParts[part];
    if (named === null) {
      delete schemas[part];
      delete bare[part];
    } else if (named) schemas[part] = bare[part] = replaceTree(named, (tree) => hop.asNamed(tree));
    else {
      if (stage.schemas[part]) schemas[part] = replaceTree(stage.schemas[part], (tree) => hop.older(tree));
      if (stage.bare[part]) bare[part] = replaceTree(stage.bare[part], (tree) => hop.olderBare(tree));
    }
  }
  const status = before.status ?? stage.status;
  const responses = previousResponses(hop, stage, status, before, method);
  return {
    method,
    path: before.path ?? stage.path,
    schemas: { ...(schemas as PlainSchemas), response: responses, status },
    body: former ? former.form : stage.body,
    bare,
    status,
    responses,
    doc: before.doc ? Object.freeze({ ...stage.doc, ...before.doc }) : stage.doc,
  };
}

function previousResponses(
  hop: Hop,
  stage: Stage,
  status: number,
  { response }: NamedOperation['before'],
  method: Method,
): Readonly<Record<number, ResponseEntry>> {
  const older = Object.entries(stage.responses).map(
    ([code, entry]) =>
      [Number(code) === stage.status ? status : Number(code), mapEntry(entry, (schema) => hop.older(schema))] as const,
  );
  const named = response === undefined ? {} : declaredResponses({ response, status }, method);
  const shown = Object.entries(named).map(([code, entry]) => [code, mapEntry(entry, (schema) => hop.asNamed(schema))]);
  return Object.freeze({ ...Object.fromEntries(older), ...Object.fromEntries(shown) });
}

/** An entry whose schemas are replaced; the same entry where none is. */
function mapEntry(entry: ResponseEntry, replace: (schema: $ZodType) => $ZodType): ResponseEntry {
  const { schema, headers } = responseDetail(entry);
  const mapped = <S>(one: S): S => replaceTree(one, replace);
  if (entry === null || (mapped(schema) === schema && !headers)) return entry;
  if (schema && (entry as unknown) === schema) return mapped(schema);
  return {
    ...responseDetail(entry),
    ...(schema && { schema: mapped(schema) }),
    ...(headers && { headers: Object.fromEntries(Object.entries(headers).map(([name, one]) => [name, mapped(one)])) }),
  };
}
