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
import type { RequestParts } from './operation.js';
import type { Calls, ContextSource } from './operation-call.js';
import {
  asRequested,
  type NamedOperation,
  namedStage,
  namingList,
  operationOf,
  type OperationShape,
  pickParts,
  previousStage,
  shownParts,
  type Stage,
} from './operation-stage.js';
import { type Lower, lowerOver, type Raise, raiseOver } from './operation-conversions.js';
import { pagedList, type PagedList } from './paged-list.js';

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
  readonly up: ((request: RequestParts, calls: Calls) => RequestParts) | null;
  /** The last word of the newest schema of each part that a change may have converted. */
  readonly finish: Readonly<Partial<Record<RequestPart, $ZodType>>>;
  /** Converts an answer to the older shape, except in statuses that no version declares; null when nothing changes it. */
  readonly down: Lower | null;
  /** What changes look up for each request. */
  readonly lookUps: readonly LookUp[];
  /** The same way in legs, between which lists are made of pages; null where none is. */
  readonly collecting: Collecting | null;
}

/** A way on which lists are made of pages, the leg of the requested version first. */
export interface Collecting {
  /** One more than there are lists. */
  readonly legs: readonly Leg[];
  readonly lists: readonly PagedList[];
}

/** A part of the way; `raise` gets what the requested version's schemas parsed as well. */
interface Leg {
  readonly raise: Raise | null;
  readonly lower: Lower | null;
}

/** Something that a change looks up for a request. */
export interface LookUp extends ContextSource {
  /** The version that made the change. */
  readonly version: string;
  readonly change: Change;
}

/** A change that an operation goes through on the way to a version. */
export interface AppliedChange {
  /** The version that made it. */
  readonly version: string;
  /** The version before it. */
  readonly previous: string;
  readonly change: Change;
  /** How many items a list may have that it makes of pages; null where it makes none. */
  readonly collects: number | null;
  /** Whether it looks something up for each request. */
  readonly looksUp: boolean;
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
  declared: OperationShape,
  target: Class,
  key: PropertyKey,
  hops: readonly Hop[],
): readonly OlderOperation[] {
  const newest = asRequested(declared);
  const found: OlderOperation[] = [Object.freeze({ shape: newest, passage: null, changes: Object.freeze([]) })];
  let leg = newLeg();
  const legs = [leg];
  const lists: PagedList[] = [];
  const operations: NamedOperation[] = [];
  const lookUps: LookUp[] = [];
  const named = new Map<RequestPart, number>();
  let stage: Stage = { ...declared, bare: pickParts(declared.schemas) };
  let schemas = schemasOf(stage);
  hops.forEach((hop, index) => {
    const last = found.at(-1)!;
    const own = operationOf(hop, target, key);
    const operation = own?.collect ? (namingList(hop, own, stage) ?? own) : own;
    const between = namedStage(hop, stage, operation);
    const applied = appliedChanges(hop, operation ? schemasOf(between) : schemas, operation);
    if (applied.length === 0) return void found.push(last);
    if (operation) operations.push(operation);
    if (operation?.context) lookUps.push({ version: hop.version, change: operation.change, ...operation.context });
    for (const part of partNames) if (!named.has(part) && operation?.before[part] !== undefined) named.set(part, index);
    const previous = previousStage(hop, between);
    if (operation?.collect) {
      lists.unshift(pagedList(hop, stage, operation, operation.collect));
      legs.unshift((leg = newLeg()));
    }
    const raise = raiseOver(hop, stage, between, operation);
    const lower = lowerOver(hop, stage, between, previous, operation);
    if (raise) leg.raises.unshift(raise);
    if (lower) leg.lowers.push(lower);
    stage = previous;
    schemas = schemasOf(stage);
    const { bare, ...shape } = stage;
    const [raises, lowers] = [legs.flatMap((one) => one.raises), legs.toReversed().flatMap((one) => one.lowers)];
    const passage =
      raises.length + lowers.length + lists.length > 0
        ? Object.freeze({
            ...declaredBy(newest),
            schemas: Object.freeze(shownParts(bare)),
            finish: lastWordsOf(newest, hops.slice(0, index + 1), operations, named),
            up: raiseWith(raises),
            down: inOrder(lowers),
            lookUps: Object.freeze([...lookUps]),
            collecting: lists.length === 0 ? null : collectingOf(legs, lists),
          })
        : null;
    found.push(
      Object.freeze({ shape: asRequested(shape), passage, changes: Object.freeze([...last.changes, ...applied]) }),
    );
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
  const isPaged = operations.some(({ collect }) => collect !== null);
  const words: Partial<Record<RequestPart, $ZodType>> = {};
  for (const part of partNames) {
    const tree = zodTreeOf(schemas[part]);
    if (!tree) continue;
    const through = hops.slice(0, named.get(part) ?? hops.length);
    if (isMade || named.has(part) || (isPaged && part === 'query')) words[part] = lastWordOf(tree, through, 'anywhere');
    else if (through.some((hop) => hop.touches(tree))) words[part] = lastWordOf(tree, through);
  }
  return Object.freeze(words);
}

interface OpenLeg {
  /** The oldest first. */
  readonly raises: Raise[];
  /** The newest first. */
  readonly lowers: Lower[];
}

const newLeg = (): OpenLeg => ({ raises: [], lowers: [] });

const collectingOf = (legs: readonly OpenLeg[], lists: readonly PagedList[]): Collecting =>
  Object.freeze({
    legs: Object.freeze(
      legs.map(({ raises, lowers }) => ({ raise: raiseAll([...raises]), lower: inOrder([...lowers]) })),
    ),
    lists: Object.freeze([...lists]),
  });

/** One function for all of them, the oldest first; null for none. */
function raiseAll(raises: readonly Raise[]): Raise | null {
  if (raises.length <= 1) return raises[0] ?? null;
  return (request, parsed, calls) => raises.reduce((raised, raise) => raise(raised, parsed, calls), request);
}

/** One function for the whole way up; null where nothing changes a request. */
function raiseWith(raises: readonly Raise[]): Passage['up'] {
  const raise = raiseAll(raises);
  return raise && ((parsed, calls) => raise(parsed, parsed, calls));
}

/** One function that runs all of them; null for none. */
function inOrder(lowers: readonly Lower[]): Lower | null {
  if (lowers.length <= 1) return lowers[0] ?? null;
  return (answer, calls) => lowers.reduce((current, lower) => lower(current, calls), answer);
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
    .map((change) => {
      const collects = operation?.change === change ? (operation.collect?.atMost ?? null) : null;
      const looksUp = operation?.change === change && operation.context !== null;
      return Object.freeze({ version: hop.version, previous: hop.previous, change, collects, looksUp });
    });
}

const none: readonly AppliedChange[] = Object.freeze([]);

function schemasOf({ schemas, responses }: Stage): readonly $ZodType[] {
  const answers = Object.values(responses).map((entry) => responseDetail(entry).schema);
  return [...Object.values(pickParts(schemas)), ...answers].map(zodTreeOf).filter((tree) => tree !== null);
}
