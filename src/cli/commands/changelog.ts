import { buildChangelog, type ContractState } from '../../contract/changelog.js';
import { changelogJson, changelogMarkdown } from '../../contract/format-changelog.js';
import { CommandFailure, usageError } from '../command-failure.js';
import { declareContracts } from '../contract/contract-options.js';
import { defineCommand } from '../program/define-command.js';
import { contractsFolder } from '../open-service.js';
import { unknownName } from '../../text/nearest-name.js';
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
    command.requiredOption('--since <ref>', 'the starting point, such as the tag of the last release');
    declareContracts(command)
      .option('--api-version <version>', 'only the changes of this version')
      .addOption(chooseFrom('--format <format>', 'output format', ['markdown', 'json']).default('markdown'));
  },
  examples: [
    {
      line: 'svc changelog --since v1.4.0',
      meaning: 'changes of every version since that release',
    },
    { line: 'svc changelog --since v1.4.0 --api-version 2', meaning: 'changes of version 2' },
  ],
  execute: async ({ io, options: { since, apiVersion, format, ...options } }) => {
    const dir = await contractsFolder(options.dir, {}, io);
    const states = await contractHistory(since, dir, io.cwd);
    if (states.every(({ locks }) => locks.length === 0))
      throw usageError(
        `${dir}/ has no lock files since ${since}. Write them with svc openapi lock and commit them, or set --dir to their folder.`,
      );
    const versions = [...new Set(states.flatMap(({ locks }) => locks.flatMap(({ version }) => version ?? [])))];
    if (apiVersion !== undefined && !versions.includes(apiVersion))
      throw usageError(unknownName('version', apiVersion, versions, `No lock file since ${since} has a version.`));
    const logs = buildChangelog(states, { minNotice: null }).filter(
      ({ version }) => apiVersion === undefined || version === apiVersion,
    );
    io.stdout.write(format === 'json' ? changelogJson(logs, since) : changelogMarkdown(logs, since));
    return 0;
  },
});

/** The contracts at a ref and at each later commit of this branch that changed the folder, oldest first. Throws if the ref is unknown. */
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
    throw new CommandFailure(`git cannot list the commits since ${since}. Check that this branch has a commit.`);
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
