import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { lockName } from '../../contract/lock/contract-lock.js';
import { type FileChange, FileChangedError, writeTogether } from '../../edit/write-together.js';
import { type Json, sameJson } from '../../json/json.js';
import { OtherLayout } from '../../release/find-layout.js';
import { escapeTerminal } from '../../text/escape.js';
import { joinWords } from '../../text/join-words.js';
import { isoDay, parseDate } from '../../text/date.js';
import { compareVersions, NEXT, releaseDay } from '../../text/version-order.js';
import { CommandFailure, usageError } from '../command-failure.js';
import { declareContracts } from '../contract-options.js';
import type { Io } from '../io.js';
import { lockTexts } from '../openapi/lock-texts.js';
import { defineCommand } from '../program/define-command.js';
import { askService } from '../questions/ask-service.js';
import type { AnswerTo } from '../questions/questions.js';
import { planFiles } from '../release/plan-files.js';
import { releaseJson, type ReleaseForm, releaseText } from '../release/print-release.js';
import { onlyWordsChange, verifyRelease } from '../release/verify-release.js';
import { chooseFrom, declareAsOf, declareEntry, readAsOf } from '../shared-options.js';
import { contractsFolder, findService, type ServiceChoice } from '../sources/open-service.js';
import { showProgress } from '../terminal/show-progress.js';

interface ReleaseOptions extends ReleaseForm {
  readonly dir?: string;
  readonly asOf?: string;
  readonly demo?: boolean;
  readonly format: 'pretty' | 'json';
}

type Released = AnswerTo<'release'>;

export const releaseCommand = defineCommand<ReleaseOptions>({
  declare: (command) => {
    declareEntry(command.argument('<version>', 'the version that next becomes, such as 3 or 2026-12-01'));
    declareContracts(command)
      .option('--freeze-only', 'freeze the shapes of a version that is released already')
      .option('--dry-run', 'print the edits and write nothing')
      .addOption(chooseFrom('--format <format>', 'output format', ['pretty', 'json']).default('pretty'));
    declareAsOf(command);
  },
  examples: [
    { line: 'svc release 3', meaning: 'make version 3 of next: its module, its frozen shapes and its lock' },
    { line: 'svc release 2026-12-01', meaning: 'a version with a date' },
    { line: 'svc release 3 --dry-run', meaning: 'print the edits and write nothing' },
    { line: 'svc release 2 --freeze-only', meaning: 'freeze the shapes that the changes of version 2 name' },
  ],
  execute: async ({ io, operands: [named, entry], options }) => {
    const version = readVersion(named!);
    const choice = { entry, demo: options.demo };
    const folder = dirname(await findService(choice, io));
    const day = readAsOf(options.asOf, io.now);
    const asOf = day.toISOString();
    const progress = showProgress(io.stderr);
    progress.show(0, 3, 'reads the service and tests its laws');
    const { freezeOnly = false } = options;
    const before = await askService('release', choice, { asOf, freezeOnly }, io);
    refuse(before, version, freezeOnly);
    const dir = resolve(io.cwd, await contractsFolder(options.dir, choice, io));
    refuseStale(before, dir, io);
    progress.show(1, 3, 'writes the shapes');
    const wish = {
      version,
      released: isoDay(day),
      freezeOnly,
      choice,
      inputs: before.inputs,
    };
    const sources = await planFiles(wish, io).catch((error: unknown) => {
      throw error instanceof OtherLayout ? otherLayout(error, wish, io) : error;
    });
    progress.show(2, 3, 'loads the new service and compares');
    const { after, locks } = await verified(before, sources, { choice, asOf, dir, version, freezeOnly }, io);
    progress.clear();
    const changed = [...sources, ...locks].filter((one) => one.before !== one.after);
    const reworded = before.versions
      .filter((older) => onlyWordsChange(older, before, after))
      .map((older) => relative(io.cwd, join(dir, lockName(older))));
    if (!options.dryRun) write(folder, changed, io);
    io.stdout.write(
      options.format === 'json'
        ? releaseJson(changed, version, options, io)
        : releaseText(changed, reworded, version, options, io),
    );
    return 0;
  },
});

function readVersion(version: string): string {
  if (version === NEXT)
    throw usageError(`"${NEXT}" is what is not released. Name the version that it becomes, such as svc release 3.`);
  if (/^[\w~-][\w.~-]*$/.test(version)) return version;
  throw usageError(
    `${JSON.stringify(version)} cannot be the name of a file. Use letters, digits, dots and hyphens, such as 3 or 2026-12-01.`,
  );
}

/** Throws for a service that is not ready for a release. */
function refuse({ versions, errors, laws }: Released, version: string, freezeOnly: boolean): void {
  const isKnown = versions.includes(version);
  const [newest] = versions.slice(-1);
  if (freezeOnly && !isKnown)
    throw usageError(
      newest === undefined
        ? `Version ${version} is not released: the service has no versions.`
        : `Version ${version} is not released. Available: ${versions.join(', ')}.`,
    );
  if (freezeOnly && version === versions[0])
    throw usageError(`Version ${version} is the oldest, so it has no changes and nothing to freeze.`);
  if (!freezeOnly && isKnown)
    throw usageError(`Version ${version} is released already. Name a newer one, or add --freeze-only.`);
  if (!freezeOnly && newest !== undefined && compareVersions(version, newest) < 0)
    throw usageError(`Version ${version} would be older than version ${newest}, which is released. Name a newer one.`);
  if (!freezeOnly && newest !== undefined) refuseName(version, newest);
  if (errors.length > 0) throw new CommandFailure(`svc check reports errors. Fix them first:\n${lines(errors)}`, 1);
  if (laws.length > 0)
    throw new CommandFailure(`Changes break laws. Run svc laws, and fix them first:\n${lines(laws)}`, 1);
}

/** Throws for a name that is unlike that of the newest version: clients would have to send what was mistyped. */
function refuseName(version: string, newest: string): void {
  const isDated = (name: string) => /^\d{4}-\d{2}-\d{2}(?!\d)/.test(name) && parseDate(name.slice(0, 10)) !== null;
  if (isDated(newest) && !isDated(version))
    throw usageError(`Version ${version} is not a date, as version ${newest} is. Name a day after it.`);
  if (/^\d/.test(newest) && /^v\d/i.test(version))
    throw usageError(
      `Version ${version} begins with a letter, and version ${newest} does not. Write svc release ${version.slice(1)}.`,
    );
}

const lines = (list: readonly string[]) => list.map((one) => `  ${escapeTerminal(one)}`).join('\n');

/** Throws where a lock file is not what the service promises, because a release writes it. */
function refuseStale(before: Released, dir: string, io: Io): void {
  const stale = [...lockTexts({ ...before, next: null })].flatMap(([name, text]) => {
    const written = readIfPresent(join(dir, name));
    return written === null || saysTheSame(written, text) ? [] : [relative(io.cwd, join(dir, name))];
  });
  if (stale.length > 0)
    throw new CommandFailure(
      `${joinWords(stale)} ${stale.length === 1 ? 'is' : 'are'} not what the service promises now. svc openapi lock --check shows the difference: declare a change for it, or accept it with svc openapi lock, and release then.`,
      1,
    );
}

/** Whether a lock file holds a text, however it is laid out. */
function saysTheSame(written: string, text: string): boolean {
  if (written === text) return true;
  try {
    return sameJson(JSON.parse(written) as Json, JSON.parse(text) as Json);
  } catch {
    return false;
  }
}

interface Trial {
  readonly choice: ServiceChoice;
  readonly asOf: string;
  readonly dir: string;
  readonly version: string;
  readonly freezeOnly: boolean;
}

/** The lock files of the service as it will be. Throws where something that is released would change. */
async function verified(
  before: Released,
  sources: readonly FileChange[],
  { choice, asOf, dir, version, freezeOnly }: Trial,
  io: Io,
): Promise<{ readonly after: Released; readonly locks: readonly FileChange[] }> {
  const texts = Object.fromEntries(sources.map(({ file, after }) => [file, after!]));
  const after = await askService('release', { ...choice, texts }, { asOf, freezeOnly }, io).catch((error: unknown) => {
    if (!(error instanceof CommandFailure)) throw error;
    throw new CommandFailure(`Nothing is written: the service would not load.\n${error.message}`, 1);
  });
  const wrong = verifyRelease(version, before, after);
  refuseWrong(version, wrong);
  if (!after.isDescribed) return { after, locks: [] };
  const written = [...lockTexts(after)].map(([name, text]) => ({ name, text: text as string | null }));
  const gone = after.next === null ? [{ name: lockName(NEXT), text: null }] : [];
  const locks = [...written, ...gone].map(({ name, text }) => {
    const present = readIfPresent(join(dir, name));
    const isKept = present !== null && text !== null && saysTheSame(present, text);
    return { file: join(dir, name), before: present, after: isKept ? present : text };
  });
  // Of a service that could not be described, the lock files say what it promises.
  if (!before.isDescribed)
    refuseWrong(
      version,
      locks
        .filter((one) => one.before !== null && one.before !== one.after)
        .map(({ file }) => `${relative(io.cwd, file)} would change.`),
    );
  return { after, locks };
}

function refuseWrong(version: string, wrong: readonly string[]): void {
  if (wrong.length > 0)
    throw new CommandFailure(`Nothing is written, because version ${version} would not be right:\n${lines(wrong)}`, 1);
}

function readIfPresent(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function write(folder: string, changed: readonly FileChange[], io: Io): void {
  try {
    writeTogether(folder, changed);
  } catch (error) {
    if (error instanceof FileChangedError)
      throw new CommandFailure(
        `${relative(io.cwd, error.file)} has changed meanwhile. Nothing is written: run it again.`,
      );
    throw new CommandFailure(`Nothing is written: ${(error as Error).message}`);
  }
}

/** What to do by hand. */
function otherLayout(
  { message }: OtherLayout,
  wish: { readonly version: string; readonly released: string; readonly freezeOnly: boolean },
  { cwd }: Io,
): CommandFailure {
  const { version, released, freezeOnly } = wish;
  const said = `svc release cannot edit these files: ${message.replaceAll(`${cwd}/`, '')}`;
  return usageError([said, ...(freezeOnly ? entryByHand(version) : releaseByHand(version, released))].join('\n'));
}

const entryByHand = (version: string): readonly string[] => [
  'It freezes a version that defineVersions([…]) imports from a file of its own.',
  `Nothing is written. Move { version: '${version}', changes: [ … ] } into a file such as versions/${version}.ts, as export const v${version.replaceAll(/\W/g, '_')} = { … }, list that constant, and run svc release ${version} --freeze-only again.`,
];

const releaseByHand = (version: string, released: string): readonly string[] => [
  'It edits the layout of docs/versions-as-changes.md: defineVersions([…], { next }), with next imported from a file such as versions/next.ts that says export const next = [ … ].',
  'Nothing is written. Make these edits yourself:',
  `  1. Move the changes of next into { version: '${version}', ${releaseDay(version) === null ? `released: '${released}', ` : ''}changes: [ … ] }, at the end of the list of defineVersions().`,
  '  2. Leave next empty: { next: [] }.',
  `  3. Write @Version({ from: '${version}' }) in place of @Version({ from: 'next' }).`,
  '  4. Run svc openapi lock.',
];
