import { checks } from '../../diff/checks/checks.js';
import type { Finding } from '../../diff/finding.js';
import { tokensOf } from '../../json/pointer.js';
import { bringTogether } from '../../report/group-results.js';
import type { Toolchain } from '../toolchain.js';
import { blame } from './blame-errors.js';
import { placeCollector, type Places, type Touch, type TouchedPlace } from './collect-places.js';
import {
  describeAlias,
  describeDifference,
  describeImport,
  describeMove,
  describeRefusal,
  typeComparer,
} from './describe-touches.js';
import { type Difference, listDifferences } from './list-differences.js';
import { type CompilerError, newErrors } from './new-errors.js';
import { type CodeInput, type ConsumerCode, openCode } from './open-code.js';
import type { ClientCall } from './read-calls.js';
import { groupBy } from '../../text/group-by.js';

/** What a scan found. */
export interface Scan {
  readonly places: readonly TouchedPlace[];
  /** Differences that touch no place. */
  readonly untouched: readonly Finding[];
  /** How many files were read. */
  readonly files: number;
  /** The modules of the base's client that have other types than svc client writes for the base. */
  readonly stale: readonly string[];
}

export interface ScanInput extends CodeInput {
  readonly findings: readonly Finding[];
  /** What the revision is called in sentences: `version 2`. */
  readonly target: string;
}

/** Differences to find the places of, and what collects them. */
export interface Placing extends Pick<ScanInput, 'target'> {
  readonly code: ConsumerCode;
  readonly places: Places;
  readonly differences: readonly Difference[];
  /** What the compiler refuses with the client of the revision. */
  readonly errors: readonly CompilerError[];
}

/** What the steps of a scan share. */
interface Scanning extends Placing {
  /** Those of each operation that are about no member that code may name. */
  readonly whole: ReadonlyMap<string, readonly Difference[]>;
  readonly explain: (same: readonly [Difference, ...Difference[]]) => Touch;
}

/** Finds the places of a consumer's code that differences touch. Throws a ScanError for a folder that has nothing to scan. */
export async function scanCode(input: ScanInput, toolchain: Toolchain): Promise<Scan> {
  const { findings } = input;
  const code = await openCode(input, toolchain);
  const differences = listDifferences(findings, code.versions, code.operations);
  const places = placeCollector();
  touchNames(input, code, places);
  placeDifferences({ ...input, code, places, differences, errors: newErrors(code) });
  const touched = places.findings();
  return {
    places: places.list(),
    untouched: findings.filter((finding) => !touched.has(finding)),
    files: code.files.length,
    stale: code.stale,
  };
}

/** Finds the places of a consumer's code that differences and the errors of the compiler touch. */
export function placeDifferences(placing: Placing): void {
  const { code, places, differences, target } = placing;
  const explain = (same: readonly [Difference, ...Difference[]]) =>
    describeDifference(same, { differences, operations: code.operations, target });
  const whole = groupBy(
    differences.filter((one) => !one.isNamed && isTouching(one)),
    ({ operation }) => operation ?? '',
  );
  const scanning: Scanning = { ...placing, whole, explain };
  touchMembers(scanning);
  touchCalls(scanning);
  touchErrors(scanning);
  touchSenders(scanning);
  places.retype(typeComparer(code.program.getTypeChecker(), code.after.getTypeChecker(), code.callAt));
}

/** Members that the code reads or sends, and object literals that need a member. */
function touchMembers({ code, places, differences, explain }: Scanning): void {
  const named = groupBy(
    differences.filter((one) => one.isNamed && isTouching(one)),
    ({ member }) => member,
  );
  for (const mention of code.files.flatMap(code.reader.readMentions)) {
    const about = mention.members.flatMap((member) => named.get(member) ?? []);
    const own = about.filter(({ direction }) => direction === (mention.isWritten ? 'request' : 'response'));
    const found = own.length > 0 && !mention.isName ? own : about.filter(isRemoval);
    places.touch(mention.node, ofOneCall(found, code.originOf(mention.node.parent)).map(explain));
  }
  const needed = groupBy(
    differences.filter((one) => !one.isNamed && one.direction === 'request' && isTouching(one)),
    ({ member }) => member,
  );
  for (const { node, members } of code.files.flatMap(code.reader.readLiterals)) {
    const found = members.flatMap((member) => needed.get(member) ?? []);
    places.touch(node, ofOneCall(found, code.enclosing(node)).map(explain));
  }
}

/** Calls of operations that answer, or are called, otherwise. */
function touchCalls(scanning: Scanning): void {
  const { code, places, explain } = scanning;
  for (const call of code.calls)
    for (const one of ofCall(call, scanning))
      if (one.direction !== 'request') places.touch(call.node, [explain([one])]);
}

/** Imports of the old client, types that have another name, and paths of calls. */
function touchNames({ base, revision, target }: ScanInput, code: ConsumerCode, places: Places): void {
  for (const call of code.calls) {
    const moves = call.operations.flatMap((name) => describeMove(code.operations.get(name), target));
    places.touch(call.node, moves);
  }
  if (revision.version !== base.version)
    for (const node of code.imports) places.touch(node, [describeImport(node, base, revision)]);
  const renamed = new Set(code.aliases.keys());
  for (const node of code.files.flatMap((file) => code.reader.readTypeNames(file, renamed)))
    places.touch(node, [describeAlias(node.text!, code.aliases.get(node.text!)!, target)]);
}

/** What the compiler refuses with the client of the revision. */
function touchErrors({ code, places, differences, explain, target, errors }: Scanning): void {
  for (const { node, message } of errors) {
    const origin = code.originOf(node) ?? code.originOf(node.parent);
    const error = { node, message, enclosing: code.enclosing(node), origin, names: code.reader.namesAt(node) };
    if (!places.has(node)) {
      const found = ofOneCall(blame(error, differences), origin).map(explain);
      places.touch(node, found.length > 0 ? found : [describeRefusal(message, target)]);
    }
    places.refuse(node, message);
  }
}

/** What a call has to send and no place shows. */
function touchSenders(scanning: Scanning): void {
  const { code, places, explain } = scanning;
  const touched = places.findings();
  for (const call of code.calls)
    for (const one of ofCall(call, scanning))
      if (one.direction === 'request' && !touched.has(one.finding)) places.touch(call.node, [explain([one])]);
}

const ofCall = (call: ClientCall, { whole }: Pick<Scanning, 'whole'>) =>
  call.operations.flatMap((name) => whole.get(name) ?? []);

const isRemoval = ({ finding: { id } }: Difference) =>
  checks[id].kind === 'existence' && checks[id].action === 'remove';

/** What breaks no client touches code only where it takes something away. */
const isTouching = (one: Difference) =>
  one.finding.level !== 'info' || (isRemoval(one) && (one.isNamed || one.finding.family === 'operations'));

/** A member of a type is part of many operations: only that of the call that a value comes from counts, where the code shows it. */
function ofOneCall(
  found: readonly Difference[],
  origin: ClientCall | null,
): readonly (readonly [Difference, ...Difference[]])[] {
  const own = found.filter(({ operation }) => operation !== null && origin?.operations.includes(operation));
  return bringTogether(own.length > 0 ? own : found, ({ finding: { id, pointer }, member }) => [
    id,
    tokensOf(pointer).at(-1),
    member,
  ]);
}
