import type { $ZodType } from 'zod/v4/core';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import type { Class } from '../../wiring/metadata.js';
import type { BodyForm } from '../declare/bodies.js';
import { partNames, type RequestPart } from '../declare/request-parts.js';
import type { Schema } from '../../schema/standard-schema.js';
import { responseDetail } from '../table/responses.js';
import type { Change } from './change.js';
import { lastWordOf } from './last-word.js';
import type { Hop } from './hop.js';
import type { AnswerParts, RequestParts } from './operation.js';
import {
  type NamedOperation,
  namedStage,
  operationOf,
  type OperationShape,
  pickParts,
  previousStage,
  type Stage,
} from './operation-stage.js';
import { type Lower, lowerOver, type Raise, raiseOver } from './operation-conversions.js';

/** How requests of an older version reach a handler, and how its answers return. */
export interface Passage {
  /** The success status of the handler's own version. */
  readonly status: number;
  /** What the handler's own version declares. */
  readonly responses: OperationShape['responses'];
  /** The headers that the handler's own version declares for a success. */
  readonly headers: readonly string[];
  /** How the handler's own version takes the body. */
  readonly body: BodyForm | null;
  /** The schemas that validate a request, when they differ from the documents. */
  readonly schemas: Readonly<Partial<Record<RequestPart, Schema>>>;
  /** Converts the parsed parts of a request to the newest shape; null when nothing changes them. */
  readonly up: ((request: RequestParts) => RequestParts) | null;
  /** The last word of the newest schema of each part that a change may have converted. */
  readonly finish: Readonly<Partial<Record<RequestPart, $ZodType>>>;
  /** Converts an answer to the older shape, except in statuses that no version declares; null when nothing changes it. */
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

/**
 * The operation in older versions, and the way there: the entry at a position is behind that many of the hops, the first
 * is the operation itself. `hops` are newest first. Versions between which nothing changes share an entry.
 */
export function olderOperations(
  newest: OperationShape,
  target: Class,
  key: PropertyKey,
  hops: readonly Hop[],
): readonly OlderOperation[] {
  const found: OlderOperation[] = [Object.freeze({ shape: newest, passage: null, changes: Object.freeze([]) })];
  const raises: Raise[] = [];
  const lowers: Lower[] = [];
  const operations: NamedOperation[] = [];
  const named = new Map<RequestPart, number>();
  let stage: Stage = { ...newest, bare: pickParts(newest.schemas) };
  let schemas = schemasOf(stage);
  hops.forEach((hop, index) => {
    const last = found.at(-1)!;
    const operation = operationOf(hop, target, key);
    const between = namedStage(hop, stage, operation);
    const applied = appliedChanges(hop, operation ? schemasOf(between) : schemas, operation);
    if (applied.length === 0) return void found.push(last);
    if (operation) operations.push(operation);
    for (const part of partNames) if (!named.has(part) && operation?.before[part] !== undefined) named.set(part, index);
    const previous = previousStage(hop, between);
    const raise = raiseOver(hop, stage, between, operation);
    const lower = lowerOver(hop, stage, between, previous, operation);
    if (raise) raises.unshift(raise);
    if (lower) lowers.push(lower);
    stage = previous;
    schemas = schemasOf(stage);
    const { bare, ...shape } = stage;
    const passage =
      raises.length + lowers.length > 0
        ? Object.freeze({
            ...declaredBy(newest),
            schemas: Object.freeze(bare),
            finish: lastWordsOf(newest, hops.slice(0, index + 1), operations, named),
            up: raiseAll([...raises]),
            down: inOrder([...lowers]),
          })
        : null;
    found.push(Object.freeze({ shape, passage, changes: Object.freeze([...last.changes, ...applied]) }));
  });
  return found;
}

const declaredBy = ({ status, responses, body }: OperationShape) => ({
  body,
  status,
  responses,
  headers: Object.keys(responseDetail(responses[status] ?? null).headers ?? {}),
});

/** `named` holds the hops before which an operation names a part itself, so that later hops do not concern the newest shape. */
function lastWordsOf(
  { schemas }: OperationShape,
  hops: readonly Hop[],
  operations: readonly NamedOperation[],
  named: ReadonlyMap<RequestPart, number>,
): Passage['finish'] {
  const isMade = operations.some(({ up }) => up !== null);
  const words: Partial<Record<RequestPart, $ZodType>> = {};
  for (const part of partNames) {
    const tree = zodTreeOf(schemas[part]);
    if (!tree) continue;
    const through = hops.slice(0, named.get(part) ?? hops.length);
    if (isMade || named.has(part)) words[part] = lastWordOf(tree, through, 'anywhere');
    else if (through.some((hop) => hop.touches(tree))) words[part] = lastWordOf(tree, through);
  }
  return Object.freeze(words);
}

/** One function for the whole way up; null where nothing changes a request. */
function raiseAll(raises: readonly Raise[]): Passage['up'] {
  if (raises.length === 0) return null;
  return (parsed) => raises.reduce((request, raise) => raise(request, parsed), parsed);
}

/** One function that runs all of them; null for none. */
function inOrder<T>(conversions: readonly ((value: T) => T)[]): ((value: T) => T) | null {
  if (conversions.length <= 1) return conversions[0] ?? null;
  return (value) => conversions.reduce((current, convert) => convert(current), value);
}

function appliedChanges(
  hop: Hop,
  schemas: readonly $ZodType[],
  operation: NamedOperation | null,
): readonly AppliedChange[] {
  if (!operation && !schemas.some((schema) => hop.touches(schema))) return none;
  const touched = new Set(schemas.flatMap((schema) => hop.reshapesIn(schema).map(({ change }) => change)));
  if (operation) touched.add(operation.change);
  return hop.changes
    .filter((change) => touched.has(change))
    .map((change) => Object.freeze({ version: hop.version, previous: hop.previous, change }));
}

const none: readonly AppliedChange[] = Object.freeze([]);

function schemasOf({ schemas, responses }: Stage): readonly $ZodType[] {
  const answers = Object.values(responses).map((entry) => responseDetail(entry).schema);
  return [...Object.values(pickParts(schemas)), ...answers].map(zodTreeOf).filter((tree) => tree !== null);
}
