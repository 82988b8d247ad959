import { checks } from '../../contract/diff/checks.js';
import type { Finding } from '../../contract/diff/finding.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { bringTogether } from '../../report/group-results.js';
import { describeVersion } from '../describe-version.js';
import { tokensOf } from '../../json/pointer.js';
import type { Toolchain } from '../toolchain.js';
import { blame } from './blame-errors.js';
import type { ScanCompiler, SyntaxNode } from './checker.js';
import { chooseClients, ScanError, unusedClients } from './find-clients.js';
import { type Difference, listDifferences, pairOperations } from './list-differences.js';
import { newErrors } from './new-errors.js';
import { handwrittenFiles, openProject } from './open-project.js';
import { keepNames } from './keep-names.js';
import { pairTypes } from './pair-types.js';
import { fileOf, placeCollector, type TouchedPlace } from './collect-places.js';
import { typeComparer } from './compare-types.js';
import {
  describeAlias,
  describeDifference,
  describeImport,
  describeMove,
  describeRefusal,
} from './describe-touches.js';
import { type ClientCall, codeReader } from './read-code.js';
import { compareWithDisk, replaceClients, sameFile } from './replace-clients.js';
import { originTracer } from './trace-origin.js';

/** What a scan found. */
export interface Scan {
  readonly places: readonly TouchedPlace[];
  /** Differences that touch no place. */
  readonly untouched: readonly Finding[];
  /** How many files were read. */
  readonly files: number;
  /** The modules of the base's client that the code uses. */
  readonly clients: readonly string[];
  /** Those that have other types than svc client writes for the base. */
  readonly stale: readonly string[];
}

export interface ScanInput {
  /** Absolute, with `/`. */
  readonly folder: string;
  readonly base: ContractLock;
  readonly revision: ContractLock;
  readonly findings: readonly Finding[];
  /** What every client runs, by the name of its module. */
  readonly runtime: Readonly<Record<string, string>>;
  /** What the revision is called in sentences: `version 2`. */
  readonly target: string;
  /** A file as people know it. */
  readonly nameFile: (file: string) => string;
  /** What relative imports beside a file end with. */
  readonly suffixOf: (file: string) => string;
}

/** Finds the places of a consumer's code that differences touch. Throws a ScanError for a folder that has none to offer. */
export async function scanCode(input: ScanInput, toolchain: Toolchain): Promise<Scan> {
  const { base, revision, findings, target } = input;
  const compiler = toolchain.compiler as ScanCompiler;
  const project = openProject(input.folder, compiler);
  const found = project.compile();
  if (handwrittenFiles(found, project).folder.length === 0)
    throw new ScanError('no TypeScript files, beside those that svc client wrote.');
  const clients = chooseClients(found.getSourceFiles(), base, input.nameFile);
  const versions = {
    locks: [base, revision],
    base: describeVersion(base),
    revision: describeVersion(revision),
  } as const;
  const operations = pairOperations(versions);
  const aliases = pairTypes(operations.values(), versions.base, versions.revision);
  const before = await replaceClients(clients, versions.base, input, toolchain);
  const adapt = (text: string) => keepNames(text, aliases, operations);
  const replaced = await replaceClients(clients, versions.revision, { ...input, adapt }, toolchain);
  const checksOfDisk = clients.flatMap((client) => [...compareWithDisk(client, base, input.suffixOf(client.file))]);
  const program = project.compile(new Map([...before, ...checksOfDisk]));
  const checker = program.getTypeChecker();
  const isBase = (file: string) => clients.some((client) => client.file === file);
  const reader = codeReader(compiler, checker, isBase);
  const { folder: files, project: all } = handwrittenFiles(program, project);
  const imports = all.flatMap(reader.readImports);
  if (imports.length === 0) throw unusedClients(clients, input.nameFile);
  const calls = files.flatMap(reader.readCalls);
  const callAt = new Map(calls.map((call) => [call.call, call]));
  const trace = originTracer(compiler, checker, (node) => callAt.has(node));
  const originOf = (node: SyntaxNode) => callAt.get(trace(node)!) ?? null;

  const differences = listDifferences(findings, versions, operations);
  const explain = (same: readonly [Difference, ...Difference[]]) =>
    describeDifference(same, { differences, operations, target });
  const places = placeCollector();
  const counting = differences.filter(isTouching);

  for (const mention of files.flatMap(reader.readMentions)) {
    const named = counting.filter(({ member, isNamed }) => isNamed && mention.members.includes(member));
    const direction = mention.isWritten ? 'request' : 'response';
    const own = named.filter((one) => one.direction === direction);
    const found = own.length > 0 ? own : named.filter(isRemoval);
    places.touch(mention.node, ofOneCall(found, originOf(mention.node.parent)).map(explain));
  }
  const whole = counting.filter(({ isNamed }) => !isNamed);
  for (const { node, members } of files.flatMap(reader.readLiterals)) {
    const found = whole.filter((one) => one.direction === 'request' && members.includes(one.member));
    places.touch(node, ofOneCall(found, enclosingCall(node, callAt)).map(explain));
  }
  const wholeOf = (call: ClientCall) =>
    whole.filter(({ operation }) => operation !== null && call.operations.includes(operation));
  for (const call of calls) {
    for (const one of wholeOf(call)) if (one.direction !== 'request') places.touch(call.node, [explain([one])]);
    places.touch(
      call.node,
      call.operations.flatMap((name) => describeMove(operations.get(name), target)),
    );
  }
  if (revision.version !== base.version)
    for (const node of imports.filter((one) => files.includes(fileOf(one))))
      places.touch(node, [describeImport(node, base, revision)]);
  const renamed = new Set(aliases.keys());
  for (const node of files.flatMap((file) => reader.readTypeNames(file, renamed)))
    places.touch(node, [describeAlias(node.text!, aliases.get(node.text!)!, target)]);
  const after = project.compile(replaced);
  for (const { node, message } of newErrors({ compiler, program, after, files })) {
    const origin = originOf(node) ?? originOf(node.parent);
    const blamed = { node, message, enclosing: enclosingCall(node, callAt), origin, names: reader.namesAt(node) };
    if (!places.has(node)) {
      const found = ofOneCall(blame(blamed, differences), origin).map(explain);
      places.touch(node, found.length > 0 ? found : [describeRefusal(message, target)]);
    }
    places.refuse(node, message);
  }
  for (const call of calls)
    for (const one of wholeOf(call))
      if (one.direction === 'request' && !places.tells(one.finding)) places.touch(call.node, [explain([one])]);
  places.retype(typeComparer(checker, after.getTypeChecker(), callAt));

  const told = places.findings();
  return {
    places: places.list(),
    untouched: findings.filter((finding) => !told.has(finding)),
    files: files.length,
    clients: clients.map(({ file }) => file),
    stale: clients.flatMap(({ file }) => {
      const comparison = program.getSourceFile(sameFile(file));
      return comparison && program.getSemanticDiagnostics(comparison).length > 0 ? [file] : [];
    }),
  };
}

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

function enclosingCall(node: SyntaxNode, calls: ReadonlyMap<SyntaxNode, ClientCall>): ClientCall | null {
  for (let current: SyntaxNode | undefined = node; current; current = current.parent) {
    const call = calls.get(current);
    if (call) return call;
  }
  return null;
}
