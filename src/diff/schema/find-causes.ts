import type { JsonObject } from '../../json/json.js';
import type { OpenDocument } from '../../openapi/open-document.js';
import type { Operation } from '../../openapi/operations/operation-pair.js';
import type { DocumentPair } from '../family.js';
import { nameComponents, noTrail, noWay, trailAdder, wayAdder } from './add-ways.js';
import type { ComparedPair, SeenChange } from './compare-schemas.js';
import type { Contexts, Judgement } from './judge-context.js';
import { listReported } from './list-reported.js';
import { locateObjects } from './locate-objects.js';
import { type CausePlace, placeUse, type RootUse } from './place-use.js';
import { describePlace, enter, type SchemaPlace } from './schema-place.js';
import { changeVisitor } from './visit-changes.js';

/** One change of a schema, with everything that it means below the operations that it reaches. */
export interface SchemaCause {
  readonly seen: SeenChange;
  /** Where the schema is written, by the revision unless the base alone has what changed; null for one that it only means, such as a merged one. */
  readonly origin: readonly string[] | null;
  /** What it means, and at how many places. */
  readonly judgements: ReadonlyMap<Judgement, number>;
  readonly operations: ReadonlySet<Operation>;
  /** The first of its places, of each judgement. */
  readonly places: readonly CausePlace[];
}

interface Collected extends SchemaCause {
  readonly judgements: Map<Judgement, number>;
  readonly operations: Set<Operation>;
  readonly places: CausePlace[];
}

/** Finds what changed in the schemas of many uses, and lists at most so many places of each thing that a change means. */
export type FindCauses = (uses: readonly RootUse[], most: number) => readonly SchemaCause[];

/** Opens the search for causes; uses of one schema in one kind of place are looked at together. */
export function causeFinder(
  { base, revision }: Pick<DocumentPair, 'base' | 'revision'>,
  contexts: Contexts,
): FindCauses {
  const { visit, reach } = changeVisitor();
  const components = nameComponents(revision);
  const [originInBase, originInRevision] = [base, revision].map(originFinder) as [FindOrigin, FindOrigin];
  return (uses, most) => {
    const { causes, causeOf } = collectCauses(({ change }, pair) =>
      change.isInBase ? originInBase(pair.base) : originInRevision(pair.revision),
    );
    const reportedBefore = rememberReported();
    let positionsLeft = most === Infinity ? Infinity : mostPositions;
    for (const group of groupUses(uses)) {
      const [{ root, place }] = group;
      const reported = reportedBefore(place);
      const isReported = (stop: number) => positionsLeft < 0 && reported.has(stop);
      const again = positionsLeft < 0 ? reach(root, place) : [];
      for (const stop of again)
        for (const { cause, judgement } of reported.get(stop) ?? []) addUses(cause, judgement, group);
      if (positionsLeft < 0 && again.every(isReported)) continue;
      const visits = visit(root, place);
      const changed = visits.changed.filter((position) => !isReported(visits.stopAt(position)));
      const own = new Map<number, Reported[]>(changed.map((position) => [visits.stopAt(position), []]));
      const contextAt = visits.adder(contexts.start(root, place), contexts.enter);
      const wayAt = visits.adder(noWay, wayAdder(components));
      const trailAt = visits.adder(noTrail, trailAdder(components));
      for (const [position, judgement] of listReported({ ...visits, changed }, contextAt, trailAt, contexts)) {
        const cause = causeOf(judgement.seen, visits.pairAt(position));
        own.get(visits.stopAt(position))!.push({ cause, judgement });
        const known = addUses(cause, judgement, group);
        for (const use of group.slice(0, Math.max(0, most - known)))
          cause.places.push(placeUse(use, judgement, wayAt(position), contextAt(position)));
      }
      for (const stop of again) if (!own.has(stop)) own.set(stop, []);
      for (const [stop, meanings] of own) if (!reported.has(stop)) reported.set(stop, meanings);
      positionsLeft -= visits.length;
    }
    return causes;
  };
}

/** The most positions below all schemas of operations that are looked at; behind those beyond, changes mean what they meant before. */
const mostPositions = 50_000;

/** What a change meant below an earlier schema. */
interface Reported {
  readonly cause: Collected;
  readonly judgement: Judgement;
}

/** What changes meant in one kind of place, by the stop where they are. */
function rememberReported(): (place: SchemaPlace) => Map<number, readonly Reported[]> {
  const known = new Map<string, Map<number, readonly Reported[]>>();
  return (place) => {
    const key = kindOf(place);
    const reported = known.get(key) ?? new Map<number, readonly Reported[]>();
    known.set(key, reported);
    return reported;
  };
}

/** Adds the operations of some uses to a cause; the number of places that it had before. */
function addUses(cause: Collected, judgement: Judgement, uses: readonly RootUse[]): number {
  const known = cause.judgements.get(judgement) ?? 0;
  cause.judgements.set(judgement, known + uses.length);
  for (const { operation } of uses) cause.operations.add(operation);
  return known;
}

type FindOrigin = (node: JsonObject) => readonly string[] | null;

/** Finds where a document writes an object; null for one that it only means. */
function originFinder({ root }: OpenDocument): FindOrigin {
  let origins: ReadonlyMap<JsonObject, readonly string[]> | null = null;
  return (node) => (origins ??= locateObjects(root)).get(node) ?? null;
}

/** Collects causes; a schema that several schemas of the base became changed once, where the words are the same. */
function collectCauses(originOf: (seen: SeenChange, pair: ComparedPair) => readonly string[] | null) {
  const causes: Collected[] = [];
  const known = new Map<SeenChange, Collected>();
  const byOrigin = new Map<string, Collected>();
  const causeOf = (seen: SeenChange, pair: ComparedPair): Collected => {
    const found = known.get(seen);
    if (found) return found;
    const origin = originOf(seen, pair);
    const key = origin && JSON.stringify([origin, seen.family, seen.change.tokens, seen.change.text]);
    let cause = key === null ? undefined : byOrigin.get(key);
    if (!cause) causes.push((cause = { seen, origin, judgements: new Map(), operations: new Set(), places: [] }));
    if (key !== null) byOrigin.set(key, cause);
    known.set(seen, cause);
    return cause;
  };
  return { causes, causeOf };
}

function groupUses(uses: readonly RootUse[]): Iterable<readonly [RootUse, ...RootUse[]]> {
  const groups = new Map<ComparedPair, Map<string, [RootUse, ...RootUse[]]>>();
  for (const use of uses) {
    if (!use.root.affected) continue;
    const key = kindOf(use.place);
    const ofRoot = groups.get(use.root) ?? new Map<string, [RootUse, ...RootUse[]]>();
    groups.set(use.root, ofRoot);
    const group = ofRoot.get(key);
    if (group) group.push(use);
    else ofRoot.set(key, [use]);
  }
  return [...groups.values()].flatMap((ofRoot) => [...ofRoot.values()]);
}

const kindOf = ({ name, direction, carrier, mandatory, textual, hidden }: SchemaPlace): string =>
  JSON.stringify([name, direction, carrier, mandatory, textual, hidden]);

/** The words of a place: `request property "price": was removed`. */
export function messageAt({ judgement, place }: Pick<CausePlace, 'judgement' | 'place'>): string {
  const { step } = judgement.seen.change;
  return `${describePlace(step ? enter(place, step) : place)}: ${judgement.text}`;
}
