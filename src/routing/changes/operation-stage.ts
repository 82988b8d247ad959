import type { Change } from '../../changes/change.js';
import { isDeclaredBy, placedIn } from './document-operation.js';
import { type OperationChange, operationChangesOf } from './operation.js';
import type { $ZodType } from 'zod/v4/core';
import { replaceTree, zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { hasInternal } from '../../schema/internal.js';
import { withoutInternal } from '../../schema/without-internal.js';
import type { Class } from '../../wiring/metadata.js';
import type { ApiDocOptions } from '../declare/route-facts.js';
import { partNames, type RequestPart } from '../declare/request-parts.js';
import { type BodyForm, bodyParts } from '../declare/bodies.js';
import type { PlainSchemas, RouteSchemas } from '../declare/route-schemas.js';
import { isSchema, type Schema } from '../../schema/standard-schema.js';
import { declaredResponses, responseDetail, successStatus } from '../table/responses.js';
import type { ResponseEntry } from '../declare/response-entry.js';
import type { AccessBefore } from './access-before.js';
import type { Hop } from '../../changes/hop.js';
import type { Method } from '../declare/method.js';

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
  /** Who might call it, where that is not what its handler says. */
  readonly accessBefore?: AccessBefore;
  /** Declared answers of statuses that an application's document gives together; absent for none. */
  readonly ranges?: Readonly<Record<string, ResponseEntry>>;
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

/** What a change says about one operation. */
export type NamedOperation = OperationChange & { readonly change: Change };

const named = new WeakMap<Hop, readonly NamedOperation[]>();

/** What the changes of a version say about single operations. */
export function operationsIn(hop: Hop): readonly NamedOperation[] {
  const known = named.get(hop);
  if (known) return known;
  const found = hop.changes.flatMap((change) => operationChangesOf(change).map((one) => ({ ...one, change })));
  named.set(hop, found);
  return found;
}

/** What a version changed of the operation itself, once for each older operation; empty for nothing. */
export function operationsOf(hop: Hop, target: Class, key: PropertyKey): readonly NamedOperation[] {
  const own = operationsIn(hop)
    .filter(({ handler, controller }) => handler === String(key) && isDeclaredBy(controller(), target))
    .map((operation) => placedIn(target, operation));
  return own.filter(({ declaration }) => declaration === own[0]!.declaration);
}

/**
 * The same with what it answered: a whole list that became pages is what a reshape of the page says that it was, unless the operation
 * names it. null where nobody does.
 */
export function namingList(
  hop: Hop,
  operation: NamedOperation,
  { status, responses }: Pick<OperationShape, 'status' | 'responses'>,
): NamedOperation | null {
  const { response, status: older = status } = operation.before;
  if (response !== undefined && (isSchema(response) || responseDetail(response[older] ?? null).schema))
    return operation;
  const page = zodTreeOf(responseDetail(responses[status] ?? null).schema);
  const found = page && hop.find(page);
  if (!found) return null;
  return { ...operation, before: { ...operation.before, response: { ...response, [older]: found.reshape.before } } };
}

interface NamedSchemas {
  /** null for a part that had no schema. */
  readonly parts: Readonly<Partial<Record<RequestPart, Schema | null>>>;
  /** The same for reading requests. */
  readonly bare: NamedSchemas['parts'];
  readonly responses: Readonly<Record<number, ResponseEntry>>;
}

/** The schemas that a change of an operation names, as the newer version has what they contain; `success` is the older status. */
export function namedSchemas(hop: Hop, { before }: NamedOperation, success: number): NamedSchemas {
  const { body, response = {} } = before;
  const given = { ...before, body: body && bodyParts(body).schema };
  const inVersion = (tree: $ZodType) => hop.asNamed(tree);
  const named = partNames.filter((part) => given[part] !== undefined);
  const partsAs = (replace: (tree: $ZodType) => $ZodType): NamedSchemas['parts'] =>
    Object.fromEntries(named.map((part) => [part, given[part] && replaceTree(given[part], replace)]));
  return {
    parts: partsAs(inVersion),
    bare: partsAs((tree) => hop.asNamedBare(tree)),
    responses: mapResponses(isSchema(response) ? { [success]: response } : response, inVersion),
  };
}

/** The operation as its own change says it was; the reshapes of the version come after it. */
export function namedStage(hop: Hop, stage: Stage, operation: NamedOperation | null): Stage {
  if (!operation) return stage;
  const { method = stage.method, path = stage.path, status = stage.status, body, doc, access } = operation.before;
  const { parts, bare, responses } = namedSchemas(hop, operation, status);
  const kept = Object.entries(stage.responses).map(
    ([code, entry]) => [Number(code) === stage.status ? status : Number(code), entry] as const,
  );
  return {
    method,
    path,
    schemas: { ...stage.schemas, ...parts } as PlainSchemas,
    body: body === undefined ? stage.body : bodyParts(body).form,
    bare: pickParts({ ...stage.bare, ...bare } as PlainSchemas),
    status,
    responses: { ...Object.fromEntries(kept), ...responses },
    doc: doc ? Object.freeze({ ...stage.doc, ...doc }) : stage.doc,
    accessBefore: { ...stage.accessBefore, ...access },
    ...(stage.ranges && { ranges: stage.ranges }),
  };
}

/** The operation in the version before, after its own change. */
export function previousStage(hop: Hop, stage: Stage): Stage {
  const responses = Object.freeze(mapResponses(stage.responses, (tree) => hop.older(tree)));
  return {
    ...stage,
    schemas: {
      ...mapParts(pickParts(stage.schemas), (tree) => hop.older(tree)),
      response: responses,
      status: stage.status,
    },
    bare: mapParts(stage.bare, (tree) => hop.olderBare(tree)),
    responses,
    ...(stage.ranges && { ranges: Object.freeze(mapResponses(stage.ranges, (tree) => hop.older(tree))) }),
  };
}

/** An operation whose requests have nothing that is internal. */
export function asRequested<T extends Pick<OperationShape, 'schemas'>>(shape: T): T {
  if (!hasInternal()) return shape;
  return { ...shape, schemas: { ...shape.schemas, ...shownParts(pickParts(shape.schemas)) } };
}

/** The parts of a request without what is internal. */
export const shownParts = (parts: Stage['bare']): Stage['bare'] =>
  hasInternal() ? mapParts(parts, withoutInternal) : parts;

const mapParts = (parts: Stage['bare'], replace: (tree: $ZodType) => $ZodType): Stage['bare'] =>
  Object.fromEntries(Object.entries(parts).map(([part, schema]) => [part, replaceTree(schema, replace)]));

const mapResponses = (responses: Readonly<Record<string, ResponseEntry>>, replace: (tree: $ZodType) => $ZodType) =>
  Object.fromEntries(Object.entries(responses).map(([code, entry]) => [code, mapEntry(entry, replace)]));

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
