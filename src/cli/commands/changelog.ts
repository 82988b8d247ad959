import { buildChangelog } from '../../contract/changelog.js';
import { changelogJson, changelogMarkdown } from '../../contract/format-changelog.js';
import { usageError } from '../command-failure.js';
import { contractHistory } from '../contract/contract-history.js';
import { declareContracts } from '../contract/shared-options.js';
import { defineCommand } from '../program/define-command.js';
import { contractsFolder } from '../open-service.js';
import { joinWords } from '../../text/join-words.js';
import { chooseFrom } from '../shared-options.js';

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
