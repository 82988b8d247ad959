import type { $ZodType } from 'zod/v4/core';
import { isZod } from '../../schema/zod-tree.js';
import type { Class } from '../../wiring/metadata.js';
import type { ApiDocOptions } from '../declare/declaration.js';
import type { ResponseEntry, RouteSchemas } from '../declare/route-schemas.js';
import type { Schema } from '../declare/schema.js';
import { declaredResponses, responseDetail, successStatus } from '../table/responses.js';
import type { Method } from '../table/route.js';
import type { Change } from './change.js';
import { ChangeError } from './change-error.js';
import { finisherOf } from './finish.js';
import type { Hop, Step } from './hop.js';
import type { AnswerParts, OperationChange, RequestParts } from './operation.js';

const requestParts = ['params', 'query', 'headers', 'body'] as const;
type RequestPart = (typeof requestParts)[number];

/** What an operation is in one version. */
export interface OperationShape {
  readonly method: Method;
  /** Relative to the controller. */
  readonly path: string;
  readonly schemas: RouteSchemas;
  readonly status: number;
  readonly responses: Readonly<Record<number, ResponseEntry>>;
  readonly doc: ApiDocOptions;
}

/** How requests of an older version reach a handler, and how its answers return. */
export interface Passage {
  /** The success status of the handler's own version. */
  readonly status: number;
  /** The schemas that validate a request, when they differ from the documents. */
  readonly schemas: Readonly<Partial<Record<RequestPart, Schema>>>;
  /** Converts the parsed parts of a request to the newest shape; null when nothing changes them. */
  readonly up: ((request: RequestParts) => RequestParts) | null;
  /** The remaining checks of the newest shape, for each part. */
  readonly finish: Readonly<Partial<Record<RequestPart, $ZodType>>>;
  /** Converts an answer to the older shape; null when nothing changes it. */
  readonly down: ((answer: AnswerParts) => AnswerParts) | null;
}

/** A change that an operation goes through on the way to a version. */
export interface AppliedChange {
  /** The version that made it. */
  readonly version: string;
  /** The version before it. */
  readonly previous: string;
  readonly change: Change;
}

export interface OlderOperation {
  readonly shape: OperationShape;
  readonly passage: Passage | null;
  readonly changes: readonly AppliedChange[];
}

interface Stage extends OperationShape {
  /** For reading requests. */
  readonly bare: Readonly<Partial<Record<RequestPart, Schema>>>;
}

type Raise = (request: RequestParts) => RequestParts;
type Lower = (answer: AnswerParts) => AnswerParts;

/** The operation as declared, for the newest version that its handler serves. */
export function declaredShape(method: Method, path: string, schemas: RouteSchemas, doc: ApiDocOptions): OperationShape {
  return {
    method,
    path,
    schemas,
    status: successStatus(schemas, method),
    responses: declaredResponses(schemas, method),
    doc,
  };
}

/** The operation in an older version, and the way there. `hops` lead down to it, newest first. */
export function olderOperation(
  newest: OperationShape,
  target: Class,
  key: PropertyKey,
  hops: readonly Hop[],
): OlderOperation {
  const raises: Raise[] = [];
  const lowers: Lower[] = [];
  const changes: AppliedChange[] = [];
  const own = new Set<RequestPart>();
  const finish: Partial<Record<RequestPart, $ZodType>> = {};
  let stage: Stage = { ...newest, bare: pickParts(newest.schemas) };
  for (const [index, hop] of hops.entries()) {
    const operations = operationsOf(hop, target, key);
    const applied = appliedChanges(hop, stage, operations);
    if (applied.length === 0) continue;
    for (const part of requestParts)
      if (!own.has(part) && operations.some(({ before }) => before[part])) {
        own.add(part);
        keepFinish(part, hops.slice(0, index));
      }
    changes.push(...applied);
    const raise = raiseOver(hop, stage, operations);
    const lower = lowerOver(hop, stage, operations);
    if (raise) raises.unshift(raise);
    if (lower) lowers.push(lower);
    stage = previousStage(hop, stage, operations);
  }
  for (const part of requestParts) if (!own.has(part)) keepFinish(part, hops);
  const { bare, ...shape } = stage;
  const passage: Passage = {
    status: newest.status,
    schemas: Object.freeze(bare),
    up: raises.length === 0 ? null : (request) => raises.reduce((current, raise) => raise(current), request),
    finish: Object.freeze(finish),
    down: lowers.length === 0 ? null : (answer) => lowers.reduce((current, lower) => lower(current), answer),
  };
  return {
    shape,
    passage: passage.up || passage.down ? Object.freeze(passage) : null,
    changes: Object.freeze(changes),
  };

  function keepFinish(part: RequestPart, through: readonly Hop[]): void {
    const schema: unknown = newest.schemas[part];
    const finisher = isZod(schema) && through.length > 0 ? finisherOf(schema, through) : null;
    if (finisher) finish[part] = finisher;
  }
}

const pickParts = (schemas: RouteSchemas) =>
  Object.fromEntries(requestParts.flatMap((part) => (schemas[part] ? [[part, schemas[part]]] : [])));

/** The changes of one version that name an operation, in the order in which they are listed. */
export function operationsOf(
  hop: Hop,
  target: Class,
  key: PropertyKey,
): readonly (OperationChange & { readonly change: Change })[] {
  return hop.changes.flatMap((change) =>
    change.operations
      .filter((operation) => operation.controller() === target && operation.handler === String(key))
      .map((operation) => ({ ...operation, change })),
  );
}

type NamedOperation = ReturnType<typeof operationsOf>[number];

function appliedChanges(hop: Hop, stage: Stage, operations: readonly NamedOperation[]): AppliedChange[] {
  const schemas = [
    ...Object.values(pickParts(stage.schemas)),
    ...Object.values(stage.responses).map((entry) => responseDetail(entry).schema),
  ];
  const touched = new Set(
    schemas.filter(isZod).flatMap((schema) => hop.reshapesIn(schema).map(({ change }) => change)),
  );
  for (const { change } of operations) touched.add(change);
  return hop.changes
    .filter((change) => touched.has(change))
    .map((change) => Object.freeze({ version: hop.version, previous: hop.previous, change }));
}

const isNamed = (operations: readonly NamedOperation[], part: keyof NamedOperation['before']) =>
  operations.some(({ before }) => before[part] !== undefined);

/** Reshapes of the parts first, then the operation's own way up, in the order in which they are listed. */
function raiseOver(hop: Hop, stage: Stage, operations: readonly NamedOperation[]): Raise | null {
  const steps = requestParts.flatMap((part) => {
    const schema: unknown = stage.bare[part];
    const step = isZod(schema) && !isNamed(operations, part) ? hop.step(schema, 'up') : null;
    return step ? [[part, step] as const] : [];
  });
  const ups = operations.filter(({ up }) => up !== null);
  if (steps.length === 0 && ups.length === 0) return null;
  return (request) => {
    const raised: Record<string, unknown> = { ...request };
    for (const [part, step] of steps) raised[part] = step(raised[part]);
    return ups.reduce(
      (current, operation) => ({ ...current, ...runUp(operation, hop, current) }),
      raised as unknown as RequestParts,
    );
  };
}

function runUp({ up, change }: NamedOperation, hop: Hop, request: RequestParts): Partial<RequestParts> {
  try {
    return up!(request);
  } catch (error) {
    throw new ChangeError(change, hop.version, 'up', error);
  }
}

/** The reverse of the way up: the operation's own way down, the last listed first, then the reshapes of the answer. */
function lowerOver(hop: Hop, stage: Stage, operations: readonly NamedOperation[]): Lower | null {
  const downs = operations.filter(({ down }) => down !== null).toReversed();
  const steps = new Map<number, Step>();
  for (const [status, entry] of Object.entries(stage.responses)) {
    const schema: unknown = responseDetail(entry).schema;
    const step = isZod(schema) && !isNamed(operations, 'response') ? hop.step(schema, 'down') : null;
    if (step) steps.set(Number(status), step);
  }
  const { status = stage.status } = mergedBefore(operations);
  if (downs.length === 0 && steps.size === 0 && status === stage.status) return null;
  return (answer) => {
    const step = steps.get(answer.status);
    const lowered = downs.reduce((current, operation) => ({ ...current, ...runDown(operation, hop, current) }), answer);
    const body = step ? step(lowered.body) : lowered.body;
    return { ...lowered, body, status: lowered.status === stage.status ? status : lowered.status };
  };
}

function runDown({ down, change }: NamedOperation, hop: Hop, answer: AnswerParts): Partial<AnswerParts> {
  try {
    return down!(answer);
  } catch (error) {
    throw new ChangeError(change, hop.version, 'down', error);
  }
}

/** The operation before all its changes in one version: the first listed is the oldest. */
function mergedBefore(operations: readonly NamedOperation[]): NamedOperation['before'] {
  return Object.assign({}, ...operations.toReversed().map(({ before }) => before)) as NamedOperation['before'];
}

function previousStage(hop: Hop, stage: Stage, operations: readonly NamedOperation[]): Stage {
  const before = mergedBefore(operations);
  const method = before.method ?? stage.method;
  const schemas: Record<string, unknown> = { ...stage.schemas };
  const bare: Record<string, Schema> = { ...stage.bare };
  for (const part of requestParts) {
    const named = before[part];
    if (named) schemas[part] = bare[part] = named;
    else {
      if (isZod(stage.schemas[part])) schemas[part] = hop.older(stage.schemas[part]);
      if (isZod(stage.bare[part])) bare[part] = hop.olderBare(stage.bare[part]) as unknown as Schema;
    }
  }
  const status = before.status ?? stage.status;
  const responses = previousResponses(hop, stage, status, before, method);
  return {
    method,
    path: before.path ?? stage.path,
    schemas: { ...(schemas as RouteSchemas), response: responses, status },
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
    ([code, entry]) => [Number(code) === stage.status ? status : Number(code), olderEntry(hop, entry)] as const,
  );
  const named = response === undefined ? {} : declaredResponses({ response, status }, method);
  return Object.freeze({ ...Object.fromEntries(older), ...named });
}

function olderEntry(hop: Hop, entry: ResponseEntry): ResponseEntry {
  const { schema, headers } = responseDetail(entry);
  const older = <S>(one: S): S => (isZod(one) ? (hop.older(one) as unknown as S) : one);
  if (entry === null || (older(schema) === schema && !headers)) return entry;
  if (schema && (entry as unknown) === schema) return older(schema);
  return {
    ...responseDetail(entry),
    ...(schema && { schema: older(schema) }),
    ...(headers && { headers: Object.fromEntries(Object.entries(headers).map(([name, one]) => [name, older(one)])) }),
  };
}
