import type { AlteredChange } from '../../laws/compare-changes.js';
import { gateTrial } from '../../laws/law.js';
import type { Exceptable } from '../../contract/exceptions/apply-exceptions.js';
import { lawResult } from '../../laws/law-results.js';
import { parseChangesFile, parseShapesFile, readWritten } from '../sources/changes-file.js';
import { suggestExceptions } from '../../contract/exceptions/suggest-exceptions.js';
import { gateReport } from '../../contract/gate/gate-report.js';
import { judgeGate } from '../../contract/gate/judge-gate.js';
import type { Judgement } from '../../contract/gate/judgement.js';
import { placeChanges, placeOthers } from '../../contract/documents/document-places.js';
import { operationLocator } from '../../contract/compare/locate-operations.js';
import { baseFolderOf, textAtCommit } from '../sources/locks-in-git.js';
import { shapesLockName } from '../../lens/lock/shapes-lock.js';
import { changesLockName } from '../../laws/lock/changes-lock.js';
import { namedInGit } from '../sources/documents-in-git.js';
import type { Io } from '../io.js';
import { findCommit, findMergeBase } from '../sources/git.js';
import { readEvidence, readLocks } from '../sources/lock-files.js';
import { lockDocuments } from '../sources/lock-places.js';
import { readRegularFile } from '../sources/read-regular-file.js';
import { declareContracts, declareJudging, type LevelOptions, readLevels } from '../contract-options.js';
import { defineCommand } from '../program/define-command.js';
import { contractsFolder, findService } from '../sources/open-service.js';
import { askService } from '../questions/ask-service.js';
import { isoDay } from '../../text/date.js';
import { type ApiOptions, chosenApi, declareApi, declareAsOf, readAsOf } from '../shared-options.js';
import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type ExceptionReading, parseExceptions } from '../../contract/exceptions/parse-exceptions.js';
import { CommandFailure } from '../command-failure.js';
import { declareConsumers, readConsumers } from '../uses/consumers-option.js';
import { declareReport, printReport, type ReportOptions } from '../print-report.js';
import { hasFailed } from '../../report/report.js';

interface GateOptions extends ReportOptions, ApiOptions, LevelOptions {
  readonly base: string;
  readonly dir?: string;
  readonly asOf?: string;
  readonly suggestExceptions?: boolean;
  readonly laws?: boolean;
  readonly consumers?: string;
  readonly usage?: string;
  /** false after --no-new-exceptions. */
  readonly newExceptions: boolean;
}

export const gateCommand = defineCommand<GateOptions>({
  declare: (command) => {
    declareApi(command).requiredOption(
      '--base <ref>',
      'git ref to compare with, such as origin/main; uses its merge base with HEAD',
    );
    declareContracts(command);
    declareReport(command);
    declareAsOf(command);
    declareJudging(command);
    declareConsumers(command);
    command.option('--no-new-exceptions', 'accept only exceptions that the base has');
    command.option('--laws', 'also test the changes, with 25 values each; see svc laws');
  },
  examples: [
    { line: 'svc gate --base origin/main --laws', meaning: 'and test the changes between versions' },
    { line: 'svc gate --base origin/main', meaning: 'check a branch before merging it' },
    { line: 'svc gate --base origin/main --format github', meaning: 'annotations in a GitHub workflow' },
    { line: 'svc gate --base main --consumers contracts/consumers', meaning: 'and whom each break concerns' },
    { line: 'svc gate --document openapi.yaml --base origin/main', meaning: 'a document, with no other file' },
    { line: 'svc gate --base v1.4.0 --as-of 2027-03-02', meaning: 'changes since a release, as of that date' },
  ],
  execute: async ({ io, operands: [entry], options }) => {
    const now = readAsOf(options.asOf, io.now);
    const asOf = isoDay(now);
    const { base, failOn } = options;
    const choice = chosenApi(entry, options);
    const files = options.dir === undefined ? (options.document ?? []) : [];
    const subject = choice.document?.join(', ') ?? relative(realpathSync(io.cwd), await findService(choice, io));
    const dir = await contractsFolder(options.dir, choice, io);
    const severity = readLevels(options, io.cwd);
    const kept = readFiles(dir, io.cwd, now);
    const consumers = readConsumers(options, io.cwd);
    const reading = files.length > 0 ? readBaseDocuments(files, base, dir, io) : readBase(base, dir, subject, io.cwd);
    const question = reading.then(({ released }) => ({
      asOf: now.toISOString(),
      released,
      written: kept.written,
      laws: options.laws ?? false,
    }));
    const [promised, { problems, described }] = await Promise.all([reading, askService('gate', choice, question, io)]);
    const judgement = judgeGate({
      described: described?.described ?? 'service',
      asOf,
      base,
      failOn,
      problems,
      baseLocks: promised.locks,
      promisesShapes: promised.released.shapes !== null,
      baseFolder: promised.folder,
      lockFiles: files.length > 0 ? null : kept.locks,
      files: promised.files,
      folder: dir,
      current: described?.locks ?? null,
      next: { base: promised.next, current: described?.next ?? null },
      lifecycle: described?.lifecycle ?? [],
      altered: described?.altered ?? [],
      changesFiles: described?.changesFiles ?? [],
      laws: (described?.laws ?? []).map((finding) => lawResult(finding, gateTrial)),
      exceptions: kept.exceptions,
      evidence: kept.evidence,
      approval: { approved: promised.approved, acceptsNew: options.newExceptions },
      ...(severity && { severity }),
      ...(described && consumers && { consumers: consumers(described.consumers ?? {}, described.title) }),
      ...(described && {
        ...(described.documents.length === 0 && { locate: operationLocator(described.operations, null) }),
        place: (changes) =>
          placeOthers(
            placeChanges(
              changes,
              described.documents.filter(({ printedBy }) => printedBy === null),
              null,
            ),
            lockDocuments(kept.locks, dir, io.cwd),
          ),
      }),
    });
    const report = gateReport(judgement);
    if (!options.suggestExceptions) return printReport(report, options.format, io);
    io.stdout.write(suggestExceptions(openFindings(judgement, described?.altered ?? []), asOf));
    return hasFailed(report) ? 1 : 0;
  },
});

/** The findings without an exception. */
function openFindings({ changes, suppressed }: Judgement, altered: readonly AlteredChange[]): readonly Exceptable[] {
  const excepted = new Set(suppressed.map(({ finding }) => finding));
  return [...changes.flatMap(({ findings }) => findings), ...altered].filter((finding) => !excepted.has(finding));
}

/** What the base promised, and the exceptions that it approved. */
async function readBase(ref: string, dir: string, subject: string, cwd: string) {
  const commit = await findMergeBase(ref, cwd, subject);
  const others = [changesLockName, shapesLockName, exceptionsName];
  const { folder, locks, next, textOf } = await baseFolderOf(commit, dir, cwd, others);
  if (locks.length === 0) await refuseOlderBranch(ref, commit, dir, cwd);
  const read = <T>(name: string, parse: (text: string, source: string) => T): T | null => {
    const text = textOf(name);
    return text === null ? null : parse(text, `${name} at ${commit.slice(0, 12)}`);
  };
  const released = {
    changes: read(changesLockName, parseChangesFile),
    shapes: read(shapesLockName, parseShapesFile),
  };
  return { locks, next: next(), folder, files: [], released, approved: approvedBy(textOf(exceptionsName)) };
}

const approvedBy = (text: string | null) => (text === null ? [] : parseExceptions(text).exceptions);

/** What documents were at the base, and the exceptions that it approved. */
async function readBaseDocuments(names: readonly string[], ref: string, dir: string, io: Io) {
  const commit = await findMergeBase(ref, io.cwd, names.join(', '));
  const { files, locksAt } = await namedInGit(names, io);
  const locks = await locksAt(commit, ref);
  const exceptions = await textAtCommit(commit, dir, exceptionsName, io.cwd);
  return {
    locks,
    next: null,
    folder: dir,
    files,
    released: { changes: null, shapes: null },
    approved: approvedBy(exceptions),
  };
}

/** A branch from before the first lock would be compared with nothing, although the base has promises to keep. */
async function refuseOlderBranch(ref: string, commit: string, dir: string, cwd: string): Promise<void> {
  const newest = await findCommit(ref, cwd);
  if (newest === commit) return;
  const { locks, folder } = await baseFolderOf(newest, dir, cwd);
  if (locks.length > 0)
    throw new CommandFailure(
      `HEAD left ${ref} before ${ref} had the lock files in ${folder}/, so there is nothing to compare with. Bring the branch up to date: git rebase ${ref}`,
    );
}

const exceptionsName = 'exceptions.yaml';

/** Everything that the folder of the lock files says, read before any code of the service runs. */
function readFiles(folder: string, cwd: string, now: Date) {
  return {
    locks: readLocks(folder, cwd),
    written: readWritten(folder, cwd, now),
    exceptions: readExceptions(folder, cwd),
    evidence: readEvidence(folder, cwd),
  };
}

/** The exceptions beside the lock files, and their file; empty without the file. */
function readExceptions(folder: string, cwd: string): ExceptionReading & { readonly file: string } {
  const file = join(folder, exceptionsName);
  const text = readRegularFile(file, cwd);
  return { file, ...(text === null ? { exceptions: [], problems: [] } : parseExceptions(text)) };
}
