import { InvalidArgumentError } from 'commander';
import { diffReport } from '../../diff/diff-report.js';
import { hasFailed } from '../../report/report.js';
import { suggestExceptions } from '../../contract/exceptions/suggest-exceptions.js';
import { writeMigrationGuide } from '../../contract/migration-guide.js';
import { chooseOperations, type ChosenOperations, declareChosenOperations } from '../diff/choose-operations.js';
import { compareSides } from '../diff/compare-sides.js';
import { openSide } from '../sources/open-side.js';
import { declareContracts, declareJudging, readSeverity } from '../contract-options.js';
import { usageError } from '../command-failure.js';
import { defineCommand } from '../program/define-command.js';
import { contractsFolder } from '../sources/open-service.js';
import { askService } from '../questions/ask-service.js';
import type { AnswerTo } from '../questions/questions.js';
import { isoDay } from '../../text/date.js';
import { type ApiOptions, chosenApi, declareAsOf, declareDocument, readAsOf } from '../shared-options.js';
import { declareReport, printReport, type ReportOptions } from '../print-report.js';
import { type Check, type CheckId, checks } from '../../diff/checks/checks.js';
import { writeJson } from '../../json/json.js';
import type { Level } from '../../report/level.js';

interface DiffCommandOptions extends ReportOptions, ApiOptions, ChosenOperations {
  readonly dir?: string;
  readonly severity?: string;
  readonly asOf?: string;
  readonly suggestExceptions?: boolean;
  readonly notice: boolean;
  readonly list?: boolean;
  readonly scan?: string;
}

export const diffCommand = defineCommand<DiffCommandOptions>({
  declare: (command) => {
    command
      .argument(
        '[base]',
        'OpenAPI file or URL, - for standard input, folder of lock files, <ref>:<path>, git:<ref> or v<version>',
      )
      .argument('[revision]', 'the changed API, in one of the same forms')
      .argument('[entry]', 'export file that has v<version>; by default the nearest svc.config.{ts,mts,js,mjs,yaml}')
      .option('--demo', 'read v<version> from the bundled service (@svckit/service)');
    declareDocument(command);
    declareContracts(command);
    declareReport(command);
    declareAsOf(command);
    declareChosenOperations(command);
    declareJudging(command);
    command.option(
      '--scan <folder>',
      'list the places of a TypeScript client of base that the differences touch',
      readScan,
    );
    command.option('--no-notice', 'report deprecations without asking for a sunset date or for notice');
    command.option('--list', 'list the checks, their levels and files instead of comparing (pretty or json)');
  },
  examples: [
    { line: 'svc diff git:main v2', meaning: 'version 2 on main and version 2 of the service' },
    {
      line: 'svc diff v1 v2 --format markdown',
      meaning: 'migration guide from version 1 to version 2',
    },
    {
      line: 'svc diff v1 v2 --scan src --format markdown',
      meaning: 'what to edit in src to move from the client of version 1 to that of 2',
    },
    { line: 'svc diff theirs-old.yaml theirs-new.yaml', meaning: 'any two OpenAPI documents, 3.0 to 3.2' },
    { line: 'svc diff origin/main:openapi.yaml openapi.yaml', meaning: 'a document and what it was on main' },
    {
      line: 'svc diff https://api.example.com/openapi.json openapi.yaml',
      meaning: 'what is published, and what comes',
    },
    { line: "svc diff old.yaml new.yaml --match-path '^/users'", meaning: 'only the operations below /users' },
    { line: 'svc diff old.yaml new.yaml --prefix-base /v1', meaning: '/users of old.yaml as /v1/users' },
  ],
  execute: async ({ io, operands: [base, revision, entry], options }) => {
    const asOf = isoDay(readAsOf(options.asOf, io.now));
    const severity = readSeverity(options.severity, io.cwd);
    if (options.list) {
      if (options.scan !== undefined) throw usageError('--list compares nothing. Omit --scan.');
      if (base !== undefined) throw usageError('--list compares nothing. Omit the documents.');
      if (!isListFormat(options.format))
        throw usageError(`--list does not support --format ${options.format}. Available: pretty, json.`);
      io.stdout.write(listChecks(severity, options.format));
      return 0;
    }
    if (base === undefined || revision === undefined)
      throw usageError(
        `Missing <${base === undefined ? 'base' : 'revision'}>. Run svc diff <base> <revision>, or svc diff --list to list the checks.`,
      );
    if (options.scan !== undefined && options.suggestExceptions)
      throw usageError('--scan reports code, and --suggest-exceptions differences. Use one of them.');
    if (base === '-' && revision === '-') throw usageError('Only one side can come from standard input.');
    const choice = chosenApi(entry, options);
    let contracts: Promise<AnswerTo<'contracts'>> | undefined;
    const sides = {
      dir: await contractsFolder(options.dir, choice, io),
      open: () => (contracts ??= askService('contracts', choice, undefined, io)),
    };
    const [from, to] = chooseOperations(
      [await openSide(base, sides, io), await openSide(revision, sides, io)],
      options,
    );
    if (entry !== undefined && !contracts)
      throw usageError(`${entry} is not used: neither side is a version such as v2. Omit it.`);
    const { locate } = to;
    const { findings, versions, locks } = compareSides(from, to, {
      asOf,
      ...(severity && { severity }),
      ...(locate && { locate }),
      ...(!options.notice && { minNotice: null }),
    });
    if (options.scan !== undefined) {
      if (!locks) throw usageError('--scan compares two documents. Name two files or versions, such as v1 and v2.');
      const { scanFolder } = await import('../diff/scan-folder.js');
      const scanned = await scanFolder({ ...options, folder: options.scan, asOf, base, revision, locks, findings }, io);
      return printReport(scanned, options.format, io);
    }
    const report = diffReport({ asOf, failOn: options.failOn, findings, base, revision });
    if (options.suggestExceptions) io.stdout.write(suggestExceptions(findings, asOf));
    else if (versions && options.format === 'markdown') io.stdout.write(writeMigrationGuide(versions, findings));
    else return printReport(report, options.format, io);
    return hasFailed(report) ? 1 : 0;
  },
});

function readScan(text: string): string {
  if (text.trim() !== '') return text.replace(/(?<=.)\/+$/, '');
  throw new InvalidArgumentError('Name a folder with TypeScript files.');
}

function isListFormat(format: string): format is keyof typeof checkListFormats {
  return format in checkListFormats;
}

interface ListedCheck extends Pick<Check, 'level' | 'file'> {
  readonly id: string;
}

/** What `svc diff --list --format` offers. */
const checkListFormats = {
  pretty: (listed) => {
    const files = [...new Set(listed.map(({ file }) => file))];
    const blocks = files.map((file) => {
      const own = listed.filter((check) => check.file === file);
      return `${file}\n${own.map(({ id, level }) => `  ${level.padEnd(7)}  ${id}\n`).join('')}`;
    });
    return `${blocks.join('\n')}\n${listed.length} checks in ${files.length} files\n`;
  },
  json: (listed) => writeJson({ version: 1, checks: listed.map(({ id, level, file }) => ({ id, level, file })) }),
} satisfies Record<string, (listed: readonly ListedCheck[]) => string>;

/** Every check with its level and the file that owns it. */
function listChecks(severity: ReadonlyMap<CheckId, Level> | undefined, format: keyof typeof checkListFormats): string {
  const listed = Object.entries(checks).map(([id, { level, file }]) => ({
    id,
    level: severity?.get(id as CheckId) ?? level,
    file,
  }));
  return checkListFormats[format](listed);
}
