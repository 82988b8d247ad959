import { relative, sep } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { objectAt, textAt } from '../../json/json.js';
import { isoDay } from '../../text/date.js';
import { quoteShell } from '../../text/escape.js';
import { countOf } from '../../text/join-words.js';
import { usageError } from '../command-failure.js';
import { declareReport, printReport, type ReportOptions } from '../print-report.js';
import type { OpenedUpgrade } from '../upgrade/open-upgrade.js';
import { defineCommand } from '../program/define-command.js';
import { type ApiOptions, chosenApi, declareAsOf, declareDocument, readAsOf } from '../shared-options.js';

interface UpgradeOptions extends ReportOptions, ApiOptions {
  readonly in?: string;
  readonly from?: string;
  readonly skill?: string;
  readonly dryRun?: boolean;
  readonly check?: boolean;
  readonly asOf?: string;
}

export const upgradeCommand = defineCommand<UpgradeOptions>({
  declare: (command) => {
    command
      .argument('<base>', 'the version that the code uses, such as v1, or its document')
      .argument('<revision>', 'the version to move to, such as v2, or its document')
      .argument('[entry]', 'export file that has both versions; by default the nearest svc.config.{ts,mts,js,mjs,yaml}')
      .option('--demo', 'read the versions from the bundled service (@svckit/service)');
    declareDocument(command);
    command
      .option('--in <folder>', 'folder of the code that calls the API through a client of svc client', readFolder)
      .option(
        '--from <place>',
        'what svc docs published of the API: the address or folder upgrade of the site; or a folder of lock files',
      )
      .option('--dry-run', 'print what would be edited, and write nothing')
      .option('--check', 'write nothing; exit 1 if anything is left to edit, or does not compile')
      .option(
        '--skill <folder>',
        'edit nothing, and write instructions for a coding agent, such as .claude/skills/books',
      );
    declareReport(command);
    declareAsOf(command);
  },
  examples: [
    { line: 'svc upgrade v1 v2 --in src --dry-run', meaning: 'what it edits, and what it leaves to you' },
    { line: 'svc upgrade v1 v2 --in src', meaning: 'edit the code, and list what is left' },
    { line: 'svc upgrade v1 v2 --in src --check', meaning: 'in CI: exit 1 until everything is moved and compiles' },
    {
      line: 'svc upgrade v1 v2 --in src --from https://api.example.com/docs/upgrade',
      meaning: 'with what svc docs published of the API',
    },
    { line: 'svc upgrade v1 v2 --in src --from ../books/contracts', meaning: 'with the lock files of the API' },
    { line: 'svc upgrade v1 v2 --skill .claude/skills/books', meaning: 'instructions for a coding agent' },
    { line: 'svc upgrade old.yaml new.yaml --in src', meaning: 'with the documents of both versions' },
  ],
  execute: async ({ io, operands: [base = '', revision = '', entry], options }) => {
    const { in: folder, from, skill, dryRun = false, check = false, failOn, format } = options;
    if (folder === undefined && skill === undefined) throw usageError('Name the folder of the code: --in src.');
    const chosen = [dryRun && '--dry-run', check && '--check', skill !== undefined && '--skill'].filter(
      (one) => one !== false,
    );
    if (chosen.length > 1) throw usageError(`${chosen.join(' and ')} edit no code. Use one of them.`);
    if (from !== undefined && (entry !== undefined || options.document || options.demo))
      throw usageError('--from has both versions. Omit the entry, --document and --demo.');
    const asOf = isoDay(readAsOf(options.asOf, io.now));
    const { openUpgrade } = await import('../upgrade/open-upgrade.js');
    const { upgradeFolder, writeUpgrade } = await import('../upgrade/upgrade-folder.js');
    const opened = await openUpgrade([base, revision], { choice: chosenApi(entry, options), from, asOf }, io);
    const planned = folder === undefined ? null : await upgradeFolder(folder, opened, io);
    if (skill !== undefined) {
      const { skillStop, writeSkillFolder } = await import('../upgrade/skill-folder.js');
      const files = writeSkillFolder(
        skill,
        {
          ...namesOf(opened),
          steps: opened.steps,
          command: commandOf([base, revision], entry, options),
          note: null,
          folder: folder ?? 'src',
          stops: planned && planned.stops.map((stop) => skillStop(stop, io)),
        },
        io,
      );
      io.stderr.write(`Wrote ${countOf(files.length, 'file')} to ${skill}.\n`);
      return 0;
    }
    const { upgradeReport } = await import('../upgrade/upgrade-report.js');
    const isWritten = !dryRun && !check;
    const upgraded = isWritten ? writeUpgrade(planned!, io) : planned!;
    const state = check ? 'checked' : isWritten ? 'written' : 'planned';
    const nameFile = (file: string) => relative(io.cwd, file).split(sep).join('/');
    const { target } = opened;
    const report = upgradeReport({ upgraded, asOf, failOn, base, revision, target, folder: folder!, state, nameFile });
    return printReport(report, format, io);
  },
});

/** What was typed, as far as it names the API. */
function commandOf(
  sides: readonly string[],
  entry: string | undefined,
  { from, document = [], demo }: UpgradeOptions,
): string {
  const words = [...sides, ...(entry === undefined ? [] : [entry]), ...document.flatMap((one) => ['--document', one])];
  const named = [...words, ...(demo ? ['--demo'] : []), ...(from === undefined ? [] : ['--from', from])];
  return ['svc upgrade', ...named.map(quoteShell)].join(' ');
}

const namesOf = ({ locks }: OpenedUpgrade) => ({
  title: textAt(objectAt(locks[0].document['info'])['title']) ?? 'API',
  base: locks[0].version ?? 'old',
  revision: locks.at(-1)!.version ?? 'new',
});

function readFolder(text: string): string {
  if (text.trim() !== '') return text.replace(/(?<=.)\/+$/, '');
  throw new InvalidArgumentError('Name the folder of your code.');
}
