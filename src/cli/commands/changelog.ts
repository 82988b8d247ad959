import { join } from 'node:path';
import { fillTemplate, TemplateError } from '../../contract/changelog-template.js';
import { readRegularFile } from '../sources/read-regular-file.js';
import { buildChangelog, type ContractState, type VersionChangelog } from '../../contract/changelog.js';
import { changelogJson, changelogMarkdown } from '../../contract/format-changelog.js';
import type { PlacesInCode } from '../../contract/places-in-code.js';
import { describeUpgrades } from '../../contract/upgrades/describe-upgrades.js';
import { diffPlaces } from '../../diff/diff-documents.js';
import { changesLockName } from '../../laws/lock/changes-lock.js';
import { parseChangesFile } from '../sources/changes-file.js';
import { CommandFailure, usageError } from '../command-failure.js';
import { declareByTheLetter, declareContracts, type LevelOptions, readLevels } from '../contract-options.js';
import { defineCommand } from '../program/define-command.js';
import { contractsFolder } from '../sources/open-service.js';
import { unknownName } from '../../text/nearest-name.js';
import { type ApiOptions, chooseFrom, declareDocument } from '../shared-options.js';
import { isoDay } from '../../text/date.js';
import { findCommit, runGit } from '../sources/git.js';
import { locksAtCommit } from '../sources/locks-in-git.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { joinWords } from '../../text/join-words.js';
import { configuredInGit, type DocumentsInGit, namedInGit } from '../sources/documents-in-git.js';
import type { Io } from '../io.js';

interface ChangelogOptions extends Pick<ApiOptions, 'document'>, Pick<LevelOptions, 'byTheLetter'> {
  readonly since: string;
  readonly dir?: string;
  readonly apiVersion?: string;
  readonly format: 'markdown' | 'json';
  readonly template?: string;
  readonly scan?: string;
}

export const changelogCommand = defineCommand<ChangelogOptions>({
  declare: (command) => {
    command.requiredOption('--since <ref>', 'the starting point, such as the tag of the last release');
    declareDocument(declareByTheLetter(declareContracts(command)))
      .option('--api-version <version>', 'only the changes of this version')
      .option('--scan <folder>', 'also the lines of a TypeScript client in this folder that the changes touch')
      .option('--template <file>', 'Mustache template to fill in; values are escaped for .md or .html')
      .addOption(chooseFrom('--format <format>', 'output format', ['markdown', 'json']).default('markdown'));
  },
  examples: [
    {
      line: 'svc changelog --since v1.4.0',
      meaning: 'changes of every version since that release',
    },
    { line: 'svc changelog --since v1.4.0 --template release-notes.md', meaning: 'a text of your own' },
    { line: 'svc changelog --since v1.4.0 --api-version 2', meaning: 'changes of version 2' },
    { line: 'svc changelog --since v1.4.0 --scan web/src', meaning: 'and the lines of that code that they touch' },
    {
      line: 'svc changelog --since v1.4.0 --document openapi.yaml',
      meaning: 'changes of a document, with no other file',
    },
  ],
  execute: async ({ io, options }) => {
    const { since, apiVersion, format, template, scan } = options;
    if (template !== undefined && format === 'json') throw usageError('--template writes text. Omit --format json.');
    if (template !== undefined && scan !== undefined)
      throw usageError('--template has no places of code. Omit --scan.');
    const states = await readHistory(options, io);
    const versions = [...new Set(states.flatMap(({ locks }) => locks.flatMap(({ version }) => version ?? [])))];
    if (apiVersion !== undefined && !versions.includes(apiVersion))
      throw usageError(unknownName('version', apiVersion, versions, `No contract since ${since} has a version.`));
    const severity = readLevels(options, io.cwd);
    const logs = buildChangelog(states, { minNotice: null, ...(severity && { severity }) }).filter(
      ({ version }) => apiVersion === undefined || version === apiVersion,
    );
    if (template !== undefined) {
      io.stdout.write(fillIn(template, logs, since, io));
      return 0;
    }
    const facts = {
      steps: await stepsOf(options, states.at(-1)!.locks, io),
      ...(scan !== undefined && { places: await scanVersions(scan, logs, states, since, io) }),
    };
    io.stdout.write(format === 'json' ? changelogJson(logs, since, facts) : changelogMarkdown(logs, since, facts));
    return 0;
  },
});

/** What the declared changes do, from their lock file; nothing for documents. */
async function stepsOf({ dir, document = [] }: ChangelogOptions, locks: readonly ContractLock[], io: Io) {
  if (document.length > 0 && dir === undefined) return [];
  const file = join(await contractsFolder(dir, {}, io), changesLockName);
  const text = readRegularFile(file, io.cwd);
  return text === null ? [] : describeUpgrades(locks, parseChangesFile(text, file));
}

/** The places of a consumer's code that the changes of each version touch. Throws where the code calls none of the versions. */
async function scanVersions(
  folder: string,
  logs: readonly VersionChangelog[],
  states: readonly ContractState[],
  since: string,
  io: Io,
): Promise<ReadonlyMap<string | null, PlacesInCode>> {
  const { scanFolder } = await import('../diff/scan-folder.js');
  const asOf = states.at(-1)!.day;
  const places = new Map<string | null, PlacesInCode>();
  const refusals: CommandFailure[] = [];
  for (const { version } of logs) {
    const [base, revision] = [states[0]!, states.at(-1)!].map(({ locks }) =>
      locks.find((lock) => lock.version === version),
    );
    if (!base || !revision) continue;
    const findings = diffPlaces(base.document, revision.document, { asOf, minNotice: null, apiVersion: version });
    const asked = { asOf, failOn: 'error', base: since, revision: 'HEAD', folder, findings } as const;
    try {
      const { parts } = await scanFolder({ ...asked, locks: [base, revision] }, io);
      places.set(version, { folder, results: parts.flatMap(({ results }) => results) });
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      refusals.push(error);
    }
  }
  if (places.size === 0 && refusals[0]) throw refusals[0];
  return places;
}

function fillIn(file: string, logs: readonly VersionChangelog[], since: string, { cwd }: Io): string {
  const text = readRegularFile(file, cwd);
  if (text === null) throw usageError(`--template ${file} does not exist. docs/diff.md has one to start from.`);
  try {
    return fillTemplate(text, file, logs, since);
  } catch (error) {
    throw error instanceof TemplateError ? usageError(error.message) : error;
  }
}

/** The history of the lock files; where there are none, that of the documents that are named or configured. */
async function readHistory({ since, dir, document = [] }: ChangelogOptions, io: Io): Promise<readonly ContractState[]> {
  if (document.length > 0 && dir === undefined) return documentHistory(await namedInGit(document, io), since, io);
  const folder = await contractsFolder(dir, {}, io);
  const states = await historyOf([folder], (commit) => locksAtCommit(commit, folder, io.cwd), since, io);
  if (hasContracts(states)) return states;
  const configured = dir === undefined ? await configuredInGit(io) : null;
  if (configured) return documentHistory(configured, since, io);
  throw usageError(
    `${folder}/ has no lock files since ${since}. Write them with svc openapi lock and commit them, or set --dir to their folder.`,
  );
}

async function documentHistory({ files, allFiles, locksAt }: DocumentsInGit, since: string, io: Io) {
  const states = await historyOf(allFiles, locksAt, since, io);
  if (hasContracts(states)) return states;
  throw usageError(
    `git has no ${joinWords(files, 'or')} since ${since}. Commit ${files.length === 1 ? 'it' : 'them'} first.`,
  );
}

const hasContracts = (states: readonly ContractState[]) => states.some(({ locks }) => locks.length > 0);

/**
 * The contracts at a ref and at each later commit of this branch that changed some files or folders, oldest first. Skips, with a line on
 * standard error, later commits whose contracts cannot be read. Throws if the ref is unknown.
 */
async function historyOf(
  paths: readonly string[],
  locksAt: (commit: string, ref: string) => Promise<readonly ContractLock[]>,
  since: string,
  { cwd, stderr }: Io,
): Promise<readonly ContractState[]> {
  const start = await findCommit(since, cwd);
  const { code, stdout } = await runGit(cwd, [
    'log',
    '--first-parent',
    '--reverse',
    '--date=unix',
    '--format=%H%x09%h%x09%cd%x09%s',
    `${start}..HEAD`,
    '--',
    ...paths,
  ]);
  if (code !== 0)
    throw new CommandFailure(`git cannot list the commits since ${since}. Check that this branch has a commit.`);
  const commits = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
  const states: ContractState[] = [
    { commit: since, day: '1970-01-01', subject: '', locks: await locksAt(start, since) },
  ];
  for (const [hash = '', commit = '', seconds = '0', ...subject] of commits) {
    const day = isoDay(new Date(Number(seconds) * 1000));
    try {
      states.push({ commit, day, subject: subject.join('\t'), locks: await locksAt(hash, commit) });
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      stderr.write(`Skipped ${commit}: ${error.message}\n`);
    }
  }
  return states;
}
