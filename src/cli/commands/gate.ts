import type { Exceptable } from '../../contract/exceptions/apply-exceptions.js';
import { type DeclaredChanges, findThawed, type ThawedChange } from '../../contract/laws/compare-changes.js';
import { compareChangesFile } from '../../contract/laws/frozen-results.js';
import { lawResult } from '../../contract/laws/law-results.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import type { Change } from '../../routing/changes/change.js';
import type { Result } from '../../report/result.js';
import type { Io } from '../io.js';
import { changesAtCommit, declaredChanges, readChanges } from '../contract/changes-file.js';
import { showProgress } from '../terminal/show-progress.js';
import { suggestExceptions } from '../../contract/exceptions/suggest-exceptions.js';
import { gateReport } from '../../contract/gate/gate-report.js';
import { type Judgement, judgeGate } from '../../contract/gate/judge-gate.js';
import { listLifecycle } from '../../contract/lifecycle/list-lifecycle.js';
import { checkWholeService } from '../../export/index.js';
import { operationLocator } from '../../contract/compare/locate-operations.js';
import type { Problem } from '../../report/problem.js';
import { baseLocksOf } from '../contract/locks-in-git.js';
import { findMergeBase } from '../contract/git.js';
import { readLocks } from '../contract/read-locks.js';
import { declareContracts, declareJudging, readSeverity } from '../contract/contract-options.js';
import { defineCommand } from '../program/define-command.js';
import { contractsFolder, type OpenedService, openService } from '../open-service.js';
import { isoDay } from '../../text/date.js';
import { declareAsOf, declareEntry, readAsOf } from '../shared-options.js';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ExceptionReading, parseExceptions } from '../../contract/exceptions/parse-exceptions.js';
import { CommandFailure } from '../command-failure.js';
import { declareReport, printReport, type ReportOptions } from '../print-report.js';
import { hasFailed } from '../../report/report.js';

interface GateOptions extends ReportOptions {
  readonly base: string;
  readonly dir?: string;
  readonly demo?: boolean;
  readonly severity?: string;
  readonly asOf?: string;
  readonly suggestExceptions?: boolean;
  readonly laws?: boolean;
}

export const gateCommand = defineCommand<GateOptions>({
  declare: (command) => {
    declareEntry(command).requiredOption(
      '--base <ref>',
      'git ref to compare with, such as origin/main; uses its merge base with HEAD',
    );
    declareContracts(command);
    declareReport(command);
    declareAsOf(command);
    declareJudging(command);
    command.option('--laws', 'also test the changes, with 25 values each; see svc laws');
  },
  examples: [
    { line: 'svc gate --base origin/main --laws', meaning: 'and test the changes between versions' },
    { line: 'svc gate --base origin/main', meaning: 'check a branch before merging it' },
    { line: 'svc gate --base origin/main --format github', meaning: 'annotations in a GitHub workflow' },
    { line: 'svc gate --base v1.4.0 --as-of 2027-03-02', meaning: 'changes since a release, as of that date' },
  ],
  execute: async ({ io, operands: [entry], options }) => {
    const now = readAsOf(options.asOf, io.now);
    const asOf = isoDay(now);
    const { base, failOn } = options;
    const choice = { entry, demo: options.demo };
    const dir = await contractsFolder(options.dir, choice, io);
    const severity = readSeverity(options.severity, io.cwd);
    const commit = await findMergeBase(base, io.cwd);
    const [service, { locks: baseLocks, folder: baseFolder }] = await Promise.all([
      openService(choice, io),
      baseLocksOf(commit, dir, io.cwd),
    ]);
    const problems = await checkWholeService(service, { asOf: now });
    const current = isDescribable(service, problems) ? await service.locks() : null;
    const declared = current ? declaredChanges(service) : null;
    const thawed = declared ? findThawed((await changesAtCommit(commit, baseFolder, io.cwd)) ?? [], declared) : [];
    const judgement = judgeGate({
      asOf,
      base,
      failOn,
      problems,
      baseLocks,
      baseFolder,
      lockFiles: readLocks(dir, io.cwd),
      folder: dir,
      current,
      lifecycle: current ? listLifecycle(service.table.routes, current, asOf, service.definition.versioning) : [],
      thawed,
      changesFile: current ? compareChangesFile(readChanges(dir, io.cwd), declared) : null,
      laws: options.laws && declared && current ? await testLaws(service, declared, current, io) : [],
      exceptions: readExceptions(dir, io.cwd),
      ...(severity && { severity }),
      locate: operationLocator(service.table.routes, service.sourceOf()),
    });
    const report = gateReport(judgement);
    if (!options.suggestExceptions) return printReport(report, options.format, io);
    io.stdout.write(suggestExceptions(openFindings(judgement, thawed), asOf));
    return hasFailed(report) ? 1 : 0;
  },
});

function isDescribable({ problems, table }: OpenedService, found: readonly Problem[]): boolean {
  return (
    ![...problems, ...table.problems].some(({ severity }) => severity === 'error') &&
    !found.some(({ id }) => ['undescribable-schema', 'invalid-lifecycle', 'invalid-mount-document'].includes(id))
  );
}

const trial = { runs: 25, seed: 1 };

async function testLaws(
  service: OpenedService,
  { versions, routes }: DeclaredChanges,
  locks: readonly ContractLock[],
  { stderr }: Io,
): Promise<readonly Result[]> {
  const { runLaws } = await import('../../contract/laws/run-laws.js');
  const progress = showProgress(stderr);
  const onProgress = (done: number, total: number, { title }: Change) => progress.show(done, total, title);
  const versioning = service.definition.versioning || undefined;
  const { findings } = runLaws({ versions, versioning, routes, locks, only: null, onProgress, ...trial });
  progress.clear();
  return findings.map((finding) => lawResult(finding, trial));
}

/** The findings without an exception. */
function openFindings({ changes, suppressed }: Judgement, thawed: readonly ThawedChange[]): readonly Exceptable[] {
  const excepted = new Set(suppressed.map(({ finding }) => finding));
  return [...changes.flatMap(({ findings }) => findings), ...thawed].filter((finding) => !excepted.has(finding));
}

/** The exceptions beside the lock files, and their file; empty without the file. */
function readExceptions(folder: string, cwd: string): ExceptionReading & { readonly file: string } {
  const file = join(folder, 'exceptions.yaml');
  try {
    return { file, ...parseExceptions(readFileSync(resolve(cwd, file), 'utf8')) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { file, exceptions: [], problems: [] };
    throw new CommandFailure(`${file} cannot be read: ${(error as Error).message}`);
  }
}
