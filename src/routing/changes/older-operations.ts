import type { $ZodType } from 'zod/v4/core';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import type { Class } from '../../wiring/metadata.js';
import { partNames, type RequestPart } from '../declare/request-parts.js';
import { answersOf, responseDetail, schemasOfAnswer } from '../table/responses.js';
import { lastWordOf } from '../../changes/last-word.js';
import type { Hop } from '../../changes/hop.js';
import {
  asRequested,
  type NamedOperation,
  namedStage,
  namingList,
  operationsOf,
  type OperationShape,
  pickParts,
  previousStage,
  shownParts,
  type Stage,
} from './operation-stage.js';
import { type Lower, lowerOver, type Raise, raiseOver } from './operation-conversions.js';
import { pagedList, type PagedList } from './paged-list.js';
import type { AppliedChange, Collecting, LookUp, OlderOperation, Passage } from './passage.js';

/**
 * The operations that a handler serves in older versions, and the ways there: the entry at a position is behind that many of the hops, the
 * first holds the operation itself. Several stand behind a change that names several. `hops` are newest first. Versions between which
 * nothing changes share an entry.
 */
export function olderOperations(
  declared: OperationShape,
  target: Class,
  key: PropertyKey,
  hops: readonly Hop[],
): readonly (readonly OlderOperation[])[] {
  const found: (readonly OlderOperation[])[] = [];
  let lines: readonly Line[] = [startOf(declared)];
  found.push(lines.map(({ entry }) => entry));
  hops.forEach((hop, index) => {
    const named = operationsOf(hop, target, key);
    const next = lines.flatMap((line) =>
      (named.length === 0 ? [null] : named).map((own, place) => lengthen(line, hops.slice(0, index + 1), own, place)),
    );
    const isSame = next.every((line, place) => line === lines[place]);
    lines = next;
    found.push(isSame ? found.at(-1)! : lines.map(({ entry }) => entry));
  });
  return found;
}

/** An operation in the version before; `own` is what changed of the operation itself, null for nothing. */
export const olderOperation = (newer: OperationShape, hop: Hop, own: NamedOperation | null): OlderOperation =>
  lengthen(startOf(newer), [hop], own, 0).entry;

/** The way of an operation to older versions, so far. */
interface Line {
  readonly entry: OlderOperation;
  readonly newest: OperationShape;
  readonly stage: Stage;
  readonly schemas: readonly $ZodType[];
  /** The leg of the oldest version first. */
  readonly legs: readonly OpenLeg[];
  readonly lists: readonly PagedList[];
  readonly lookUps: readonly LookUp[];
  /** The number of hops before an operation names a part itself. */
  readonly named: ReadonlyMap<RequestPart, number>;
}

function startOf(declared: OperationShape): Line {
  const newest = asRequested(declared);
  const stage: Stage = { ...declared, bare: pickParts(declared.schemas) };
  return {
    entry: Object.freeze({ shape: newest, passage: null, changes: none, operations: none, suffix: '' }),
    newest,
    stage,
    schemas: schemasOf(stage),
    legs: [{ raises: [], lowers: [] }],
    lists: [],
    lookUps: [],
    named: new Map(),
  };
}

/** The same line where nothing changes. `hops` end with the one that is crossed; `place` is that of the operation among several. */
function lengthen(line: Line, hops: readonly Hop[], own: NamedOperation | null, place: number): Line {
  const { entry, newest, stage } = line;
  const hop = hops.at(-1)!;
  const operation = own?.collect ? (namingList(hop, own, stage) ?? own) : own;
  const between = namedStage(hop, stage, operation);
  const applied = appliedChanges(
    hop,
    operation ? schemasOf(between) : line.schemas,
    operation,
    isMoved(stage, between) ? stage : null,
  );
  if (applied.length === 0) return line;
  const operations = own ? Object.freeze([...entry.operations, own]) : entry.operations;
  const lookUps = operation?.context
    ? [...line.lookUps, { version: hop.version, change: operation.change, ...operation.context }]
    : line.lookUps;
  const named = new Map(line.named);
  for (const part of partNames)
    if (!named.has(part) && operation?.before[part] !== undefined) named.set(part, hops.length - 1);
  const previous = previousStage(hop, between);
  const collects = operation?.collect ? pagedList(hop, stage, operation, operation.collect) : null;
  const lists = collects ? [collects, ...line.lists] : line.lists;
  const raise = raiseOver(hop, stage, between, operation);
  const lower = lowerOver(hop, stage, between, previous, operation);
  const [last, ...others] = collects ? [{ raises: [], lowers: [] }, ...line.legs] : line.legs;
  const leg: OpenLeg = {
    raises: raise ? [raise, ...last!.raises] : last!.raises,
    lowers: lower ? [...last!.lowers, lower] : last!.lowers,
  };
  const legs = [leg, ...others];
  const [raises, lowers] = [legs.flatMap((one) => one.raises), legs.toReversed().flatMap((one) => one.lowers)];
  const { bare, ...shape } = previous;
  const passage: Passage | null =
    raises.length + lowers.length + lists.length > 0 || hasOtherRanges(newest, previous)
      ? Object.freeze({
          ...declaredBy(newest),
          schemas: Object.freeze(shownParts(bare)),
          finish: lastWordsOf(newest, hops, operations, named),
          up: raiseWith(raises),
          down: inOrder(lowers),
          hops: operations.length === 0 ? hops : null,
          lookUps: Object.freeze([...lookUps]),
          collecting: lists.length === 0 ? null : collectingOf(legs, lists),
        })
      : null;
  return {
    entry: Object.freeze({
      shape: asRequested(shape),
      passage,
      // A preview that is off leaves no trace in documents and lists.
      changes: hop.preview === null ? Object.freeze([...entry.changes, ...applied]) : entry.changes,
      operations,
      suffix: suffixOf(entry, operation, place),
    }),
    newest,
    stage: previous,
    schemas: schemasOf(previous),
    legs,
    lists,
    lookUps,
    named,
  };
}

/** Whether answers of statuses that a document gives together are converted, if nothing else is. */
const hasOtherRanges = ({ ranges = {} }: OperationShape, older: Stage) =>
  Object.entries(ranges).some(([range, entry]) => older.ranges![range] !== entry);

const isMoved = (newer: Stage, older: Stage) =>
  newer.path !== older.path || newer.method !== older.method || newer.status !== older.status;

function suffixOf({ suffix }: OlderOperation, operation: NamedOperation | null, place: number): string {
  if (operation?.before.doc?.operationId !== undefined) return '';
  return place === 0 ? suffix : `${suffix}_${place + 1}`;
}

const declaredBy = ({ status, responses, body, schemas }: OperationShape) => ({
  body,
  bodySchema: schemas.body ?? null,
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
  readonly raises: readonly Raise[];
  /** The newest first. */
  readonly lowers: readonly Lower[];
}

const collectingOf = (legs: readonly OpenLeg[], lists: readonly PagedList[]): Collecting =>
  Object.freeze({
    legs: Object.freeze(legs.map(({ raises, lowers }) => ({ raise: raiseAll(raises), lower: inOrder(lowers) }))),
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
  moved: OperationShape | null,
): readonly AppliedChange[] {
  if (!operation && !schemas.some((schema) => hop.touches(schema))) return none;
  const touched = new Set(schemas.flatMap((schema) => hop.reshapesIn(schema).map(({ change }) => change)));
  if (operation) touched.add(operation.change);
  return hop.changes
    .filter((change) => touched.has(change))
    .map((change) => {
      const collects = operation?.change === change ? (operation.collect?.atMost ?? null) : null;
      const looksUp = operation?.change === change && operation.context !== null;
      const asksOthers = operation?.change === change && operation.before.access !== undefined;
      const moves = operation?.change === change ? moved : null;
      const { version, previous } = hop;
      return Object.freeze({ version, previous, change, collects, looksUp, asksOthers, moves });
    });
}

const none: readonly never[] = Object.freeze([]);

function schemasOf(stage: Stage): readonly $ZodType[] {
  const answers = answersOf(stage).flatMap(([, entry]) => schemasOfAnswer(entry));
  return [...Object.values(pickParts(stage.schemas)), ...answers].map(zodTreeOf).filter((tree) => tree !== null);
}
