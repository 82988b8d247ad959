import { isObject, type Json, type JsonObject, sameJson } from '../json/json.js';
import type { Draft } from './draft.js';
import { type OperationCandidate, haveOpenBodies, requestMembers } from './find-operation.js';
import { membersOf } from './members.js';
import type { OperationShape } from './operation-shape.js';
import { type Converted, putAt, runSteps, runWhole } from './run-steps.js';
import { sampleMembers, sampleValue, type Side } from './sample-value.js';
import type { Candidate } from './step.js';

/** A value before and after a way. Of objects it has the members that differ. */
export interface DraftExample extends Converted {
  /** `down`, an answer to the older version, or `up`, a request of it. */
  readonly direction: 'down' | 'up';
  readonly from: Json;
}

/** Both documents. */
export interface BothSides {
  readonly newer: Side;
  readonly older: Side;
}

/** One example of each direction in which a schema is used and its values change; none for null, which is a skeleton. */
export function schemaExamples(
  { newer, older, uses }: Pick<Draft, 'newer' | 'older' | 'uses'>,
  candidate: Candidate | null,
  sides: BothSides,
): readonly DraftExample[] {
  if (!candidate) return [];
  return [
    ...(uses.answers ? oneExample(newer, older, candidate, 'down', sides) : []),
    ...(uses.requests ? oneExample(older, newer, candidate, 'up', sides) : []),
  ].filter(changes);
}

/** One example of a request, where requests differ, and of each answer that does. */
export function operationExamples(
  newer: OperationShape,
  older: OperationShape,
  { request, answers }: OperationCandidate,
  sides: BothSides,
): readonly DraftExample[] {
  const down = answers.flatMap(({ newer: status, older: was, way }) => {
    const [own, its] = [newer.answers.get(status)?.schema, older.answers.get(was)?.schema];
    return way && own != null && its != null ? oneExample(own, its, way, 'down', sides) : [];
  });
  if (!request) return down.filter(changes);
  const isOpen = haveOpenBodies(newer, older);
  const [now, before] = [requestMembers(newer, isOpen), requestMembers(older, isOpen)];
  const from = sampleMembers(before, now, { own: sides.older, other: sides.newer });
  const { to, open, refused } = runSteps(from, request.steps, 'up');
  const named = (paths: readonly string[]) => paths.map((path) => path.replace('/', '.'));
  return [
    ...down.filter(changes),
    { direction: 'up', from: inParts(from), to: inParts(to), open: named(open), refused: named(refused) },
  ];
}

const changes = ({ from, to, open, refused }: DraftExample) =>
  !sameJson(from, to) || open.length > 0 || refused.length > 0;

function oneExample(
  from: Json,
  to: Json,
  { whole, steps }: Candidate,
  direction: DraftExample['direction'],
  sides: BothSides,
): readonly DraftExample[] {
  const [own, other] = direction === 'down' ? [sides.newer, sides.older] : [sides.older, sides.newer];
  if (whole) {
    if (whole[direction].isIdentity) return [];
    const value = sampleValue(from, to, { name: 'value', order: 0, sides: { own, other }, depth: 0 });
    return value === undefined ? [] : [{ direction, from: value, ...runWhole(value, whole[direction]) }];
  }
  const [members, others] = [from, to].map((schema, index) => {
    const seen = (index === 0 ? own : other).look(schema);
    return membersOf(isObject(seen) ? seen : {});
  });
  const value = sampleMembers(members!, others!, { own, other });
  return [{ direction, from: value, ...runSteps(value, steps, direction) }];
}

/** `{ "query/limit": 1 }` as `{ "query": { "limit": 1 } }`. */
function inParts(value: Json): JsonObject {
  const made: Record<string, Json> = {};
  for (const [path, one] of Object.entries(isObject(value) ? value : {})) {
    const slash = path.indexOf('/');
    if (one !== undefined) putAt(made, slash < 0 ? [path] : [path.slice(0, slash), path.slice(slash + 1)], one);
  }
  return made;
}
