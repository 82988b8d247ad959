import { buildChangelog, type ContractState } from '../../contract/changelog.js';
import { changelogJson, changelogMarkdown } from '../../contract/format-changelog.js';
import { CommandFailure, usageError } from '../command-failure.js';
import { declareContracts } from '../contract/contract-options.js';
import { defineCommand } from '../program/define-command.js';
import { contractsFolder } from '../open-service.js';
import { joinWords } from '../../text/join-words.js';
import { chooseFrom } from '../shared-options.js';
import { isoDay } from '../../text/date.js';
import { findCommit, runGit } from '../contract/git.js';
import { locksAtCommit } from '../contract/locks-in-git.js';

interface ChangelogOptions {
  readonly since: string;
  readonly dir?: string;
  readonly apiVersion?: string;
  readonly format: 'markdown' | 'json';
}

export const changelogCommand = defineCommand<ChangelogOptions>({
  declare: (command) => {
    declareContracts(command.requiredOption('--since <ref>', 'where it begins, such as the tag of the last release'))
      .option('--api-version <version>', 'the change log of this version only')
      .addOption(chooseFrom('--format <format>', 'markdown or json', ['markdown', 'json']).default('markdown'));
  },
  examples: [
    {
      line: 'svc changelog --since v1.4.0',
      meaning: 'what each version changed since that release, from the lock files in git',
    },
    { line: 'svc changelog --since v1.4.0 --api-version 2', meaning: 'what version 2 changed' },
  ],
  execute: async ({ io, options: { since, apiVersion, format, ...options } }) => {
    const dir = await contractsFolder(options.dir, {}, io);
    const states = await contractHistory(since, dir, io.cwd);
    if (states.every(({ locks }) => locks.length === 0))
      throw usageError(
        `There are no lock files in ${dir}/ since ${since}. Commit some first (svc openapi lock), or name their folder with --dir.`,
      );
    const versions = [...new Set(states.flatMap(({ locks }) => locks.flatMap(({ version }) => version ?? [])))];
    if (apiVersion !== undefined && !versions.includes(apiVersion))
      throw usageError(
        `There was no version ${apiVersion} since ${since}. There ${versions.length === 1 ? 'was' : 'were'} ${joinWords(versions) || 'none'}.`,
      );
    const logs = buildChangelog(states, { minNotice: null }).filter(
      ({ version }) => apiVersion === undefined || version === apiVersion,
    );
    io.stdout.write(format === 'json' ? changelogJson(logs, since) : changelogMarkdown(logs, since));
    return 0;
  },
});

/** The contracts at a ref and at every later commit of this branch that changed the folder, the oldest first. Throws when the ref is not there. */
async function contractHistory(since: string, folder: string, cwd: string): Promise<readonly ContractState[]> {
  const start = await findCommit(since, cwd);
  const { code, stdout } = await runGit(cwd, [
    'log',
    '--first-parent',
    '--reverse',
    '--date=unix',
    '--format=%H%x09%h%x09%cd%x09%s',
    `${start}..HEAD`,
    '--',
    folder,
  ]);
  if (code !== 0)
    throw new CommandFailure(`git could not list the commits since ${since}. Is there a commit on this branch?`);
  const commits = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
  const [first, ...rest] = [[start, since, '0', ''], ...commits];
  return Promise.all(
    [first!, ...rest].map(async ([hash = '', commit = '', seconds = '0', ...subject]) => ({
      commit,
      day: isoDay(new Date(Number(seconds) * 1000)),
      subject: subject.join('\t'),
      locks: await locksAtCommit(hash, folder, cwd),
    })),
  );
}
