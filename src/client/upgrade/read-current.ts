import type { Program, ScanCompiler, SyntaxNode } from '../scan/checker.js';
import { placeCollector, type Touch } from '../scan/collect-places.js';
import { describeRefusal } from '../scan/describe-touches.js';
import { findClients } from '../scan/find-clients.js';
import { placeErrors } from '../scan/new-errors.js';
import { type ConsumerProject, handwrittenFiles } from '../scan/open-project.js';
import { callReader } from '../scan/read-calls.js';
import { originTracer } from '../scan/trace-origin.js';
import { codeReader } from '../scan/read-code.js';
import { isWritten } from '../scan/find-clients.js';
import { blameChanges, describeChange } from './blame-changes.js';
import type { FollowedUpgrade } from './follow-upgrades.js';
import { describeVersion } from '../describe-version.js';
import { unknownSends } from './unknown-sends.js';
import { describeSend, stopAt } from './find-stops.js';
import type { StopChange, StopPoint } from './stop.js';
import type { CodeInput } from '../scan/open-code.js';

/** What code that has left the client of the base does not compile with; null for code that uses it still, or uses no client of the revision. */
export function readCurrent(
  { base, revision, target }: Pick<CodeInput, 'base' | 'revision'> & { readonly target: string },
  project: ConsumerProject,
  upgrade: FollowedUpgrade,
  compiler: ScanCompiler,
): { readonly stops: readonly StopPoint[]; readonly read: number } | null {
  const program = project.compile();
  const { folder: files, project: all } = handwrittenFiles(program, project);
  const uses = (version: string | null) => {
    const own = new Set(
      findClients(program.getSourceFiles()).flatMap((one) => (one.version === version ? [one.file] : [])),
    );
    const reader = codeReader(
      compiler,
      program.getTypeChecker(),
      (file) => own.has(file),
      (file) => own.has(file) || isShared(program, file),
    );
    return { own, reader, isUsed: all.flatMap(reader.readImports).length > 0 };
  };
  if (base.version === revision.version || uses(base.version).isUsed) return null;
  const { own, reader, isUsed } = uses(revision.version);
  if (!isUsed) return null;
  const { calls } = callReader(compiler, program.getTypeChecker(), (file) => own.has(file))(files);
  const callAt = new Map(calls.map((call) => [call.call, call]));
  const trace = originTracer(compiler, program.getTypeChecker(), (node) => callAt.has(node));
  const owners = new Map([...upgrade.names].map(([owner, name]) => [name, owner]));
  const places = placeCollector();
  const known = new Map<Touch, readonly StopChange[]>();
  for (const file of all)
    for (const { node, message } of placeErrors(file, program.getSemanticDiagnostics(file), compiler)) {
      const types = [...message.split(/\W+/), ...reader.namesAt(node).map((name) => name.split('.')[0]!)];
      const type = types.flatMap((name) => owners.get(name) ?? [])[0];
      const member = type === undefined ? null : [type, ...(node.text === undefined ? [] : [node.text])].join('.');
      const call = callAt.get(enclosing(node, callAt) ?? trace(node) ?? trace(node.parent) ?? node);
      const operations = (call?.operations ?? []).map((name) => upgrade.operations.get(name) ?? name);
      places.touch(node, [{ ...describeRefusal(message, target), operations, member }]);
      places.refuse(node, message);
    }
  const versions = { base: describeVersion(base), revision: describeVersion(revision) };
  const { operations } = upgrade;
  for (const send of unknownSends({
    ...versions,
    compiler,
    program,
    files,
    isRevision: (file) => own.has(file),
    operations,
  })) {
    const [touch, changes] = describeSend(send, upgrade, target);
    known.set(
      touch,
      changes.map((one) => describeChange(one, 'request')),
    );
    places.touch(send.node, [touch]);
  }
  const stops = places
    .list()
    .flatMap((place) => stopAt(place, (touch) => known.get(touch) ?? blameChanges(touch, upgrade)));
  return { stops, read: files.length };
}

/** The call whose arguments hold a node. */
function enclosing(node: SyntaxNode, calls: ReadonlyMap<SyntaxNode, unknown>): SyntaxNode | null {
  let around: SyntaxNode | undefined = node;
  while (around && !calls.has(around)) around = around.parent;
  return around ?? null;
}

/** Whether a file has types that the modules of several versions share. */
const isShared = (program: Program, name: string): boolean => {
  const file = program.getSourceFile(name);
  return file !== undefined && isWritten(file);
};
