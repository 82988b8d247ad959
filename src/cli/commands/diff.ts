import { InvalidArgumentError } from 'commander';
import { diffReport } from '../../diff/diff-report.js';
import { hasFailed, type Report } from '../../report/report.js';
import { suggestExceptions } from '../../contract/exceptions/suggest-exceptions.js';
import type { PlacesInCode } from '../../contract/places-in-code.js';
import { writeExamples, writeMigrationGuide } from '../../contract/migration-guide.js';
import { describeUpgrades } from '../../contract/upgrades/describe-upgrades.js';
import { chooseOperations, type ChosenOperations, declareChosenOperations } from '../diff/choose-operations.js';
import { listChecks } from '../diff/list-checks.js';
import { compareSides } from '../diff/compare-sides.js';
import { concernSides } from '../diff/concern-sides.js';
import { openGitSides } from '../diff/git-driver.js';
import { type ContractSide, openSide } from '../sources/open-side.js';
import { exceptFindings, withoutAccepted } from '../../contract/exceptions/except-results.js';
import type { Io } from '../io.js';
import {
  declareContracts,
  declareJudging,
  type LevelOptions,
  readExceptions,
  readLevels,
} from '../contract-options.js';
import type { CompatibilityMode, CompatibilityPolicy } from '../../library/compatibility.js';
import { CommandFailure, usageError } from '../command-failure.js';
import { defineCommand } from '../program/define-command.js';
import { contractsFolder } from '../sources/open-service.js';
import { askService } from '../questions/ask-service.js';
import type { AnswerTo } from '../questions/questions.js';
import { isoDay } from '../../text/date.js';
import { type ApiOptions, chooseFrom, chosenApi, declareAsOf, declareDocument, readAsOf } from '../shared-options.js';
import { publishedSchema } from '../own-package.js';
import { declareReport, printReport, type ReportOptions } from '../print-report.js';
import { declareConsumers, readConsumers, type ReadConsumers } from '../uses/consumers-option.js';

interface DiffCommandOptions extends ReportOptions, ApiOptions, ChosenOperations, LevelOptions {
  readonly dir?: string;
  readonly asOf?: string;
  readonly suggestExceptions?: boolean;
  readonly notice: boolean;
  readonly list?: boolean;
  readonly schema?: boolean;
  readonly scan?: string;
  readonly exceptions?: string;
  readonly git?: readonly string[];
  readonly mode?: CompatibilityMode;
  readonly policy?: CompatibilityPolicy;
  readonly consumers?: string;
  readonly usage?: string;
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
    command.option('--exceptions <file>', 'leave out what this file accepts, such as contracts/exceptions.yaml');
    command.option('--git <words...>', 'compare what git passes to an external diff; see docs/diff.md');
    command.addOption(
      chooseFrom('--mode <mode>', 'compare two JSON Schemas: whether new readers read old data, or the reverse', modes),
    );
    command.addOption(
      chooseFrom(
        '--policy <policy>',
        'with --mode, whether writers send members that their schema leaves open',
        policies,
      ),
    );
    declareConsumers(command);
    command.option('--no-notice', 'report deprecations without asking for a sunset date or for notice');
    command.option('--schema', 'print the JSON Schema of what --format json prints instead of comparing');
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
    { line: 'svc diff theirs-old.yaml theirs-new.yaml', meaning: 'any two OpenAPI documents, 2.0 to 3.2' },
    { line: 'svc diff origin/main:openapi.yaml openapi.yaml', meaning: 'a document and what it was on main' },
    {
      line: 'svc diff https://api.example.com/openapi.json openapi.yaml',
      meaning: 'what is published, and what comes',
    },
    { line: 'svc diff v1 v2 --consumers contracts/consumers', meaning: 'and whom each difference concerns' },
    { line: "svc diff 'main:api/*.yaml' 'api/*.yaml'", meaning: 'several files as one API' },
    { line: "svc diff old.yaml new.yaml --match-path '^/users'", meaning: 'only the operations below /users' },
    {
      line: 'svc diff old.yaml new.yaml --exceptions contracts/exceptions.yaml',
      meaning: 'what no exception accepts',
    },
    { line: 'git config diff.svc.command "svc diff --git"', meaning: 'git diff --ext-diff shows what a change breaks' },
    {
      line: 'svc diff old.schema.json new.schema.json --mode backward',
      meaning: 'whether readers of the new JSON Schema read old data',
    },
    { line: 'svc diff --schema > diff.schema.json', meaning: 'the JSON Schema of --format json' },
    { line: 'svc diff old.yaml new.yaml --prefix-base /v1', meaning: '/users of old.yaml as /v1/users' },
  ],
  execute: async ({ io, operands: [base, revision, entry], options }) => {
    const asOf = isoDay(readAsOf(options.asOf, io.now));
    if (options.schema) {
      refuseToCompare('--schema', base, options);
      if (options.list) throw usageError('--schema and --list print different things. Use one of them.');
      io.stdout.write(publishedSchema('diff'));
      return 0;
    }
    if (options.list) {
      refuseToCompare('--list', base, options);
      io.stdout.write(listChecks(readLevels(options, io.cwd), options.format));
      return 0;
    }
    if (options.git) return compareBlobs(options.git, options, io);
    if (base === undefined || revision === undefined)
      throw usageError(
        `Missing <${base === undefined ? 'base' : 'revision'}>. Run svc diff <base> <revision>, or svc diff --list to list the checks.`,
      );
    if (options.policy !== undefined && options.mode === undefined)
      throw usageError('--policy is about two JSON Schemas. Add --mode, or omit it.');
    if (options.mode !== undefined) return compareSchemas(base, revision, entry, options, io);
    if (options.scan !== undefined && options.suggestExceptions)
      throw usageError('--scan reports code, and --suggest-exceptions differences. Use one of them.');
    if (options.scan !== undefined && options.consumers !== undefined)
      throw usageError('--scan reads the code of one consumer, and --consumers the files of all. Use one of them.');
    const consumers = readConsumers(options, io.cwd);
    if (base === '-' && revision === '-') throw usageError('Only one side can come from standard input.');
    const choice = chosenApi(entry, options);
    let contracts: Promise<AnswerTo<'contracts'>> | undefined;
    const sides = {
      dir: await contractsFolder(options.dir, choice, io),
      open: () => (contracts ??= askService('contracts', choice, undefined, io)),
    };
    const opened = [await openSide(base, sides, io), await openSide(revision, sides, io)] as const;
    if (entry !== undefined && !contracts)
      throw usageError(`${entry} is not used: neither side is a version such as v2. Omit it, or put a glob in quotes.`);
    const known = consumers && { read: consumers, api: await contracts };
    const { listPlaces, remaining, accepted, report, versions, locks } = compare(opened, options, io, known);
    const steps = async () => {
      const done = contracts ? await askService('locks', choice, {}, io) : null;
      return done ? describeUpgrades(done.locks, done.changes ?? []) : [];
    };
    const guide = async (places: PlacesInCode | null) =>
      writeMigrationGuide(versions!, listPlaces(), await steps(), places);
    const print = async (compared: Report) => {
      if (!versions || options.format !== 'html') return printReport(compared, options.format, io);
      const examples = writeExamples(versions, listPlaces(), await steps());
      const { renderChapters } = await import('../../page/markdown.js');
      return printReport(examples === '' ? compared : { ...compared, appendix: renderChapters(examples) }, 'html', io);
    };
    if (options.scan !== undefined) {
      if (!locks) throw usageError('--scan compares two documents. Name two files or versions, such as v1 and v2.');
      const { scanFolder } = await import('../diff/scan-folder.js');
      const { scan: folder } = options;
      const findings = withoutAccepted(listPlaces(), accepted);
      const scanned = await scanFolder({ ...options, folder, asOf, base, revision, locks, findings }, io);
      if (!versions || options.format !== 'markdown') return print(scanned);
      io.stdout.write(await guide({ folder, results: scanned.parts.flatMap(({ results }) => results) }));
      return hasFailed(scanned) ? 1 : 0;
    }
    if (options.suggestExceptions) io.stdout.write(suggestExceptions(remaining, asOf));
    else if (versions && options.format === 'markdown' && !consumers) io.stdout.write(await guide(null));
    else return print(report);
    return hasFailed(report) ? 1 : 0;
  },
});

const modes: readonly CompatibilityMode[] = ['backward', 'forward', 'full'];
const policies: readonly CompatibilityPolicy[] = ['strict', 'lenient'];

/** Options that say nothing of two JSON Schemas. */
const ofDocuments = [
  'scan',
  'consumers',
  'usage',
  'suggestExceptions',
  'severity',
  'byTheLetter',
  'exceptions',
  'document',
  'demo',
  'dir',
] as const;

async function compareSchemas(
  base: string,
  revision: string,
  entry: string | undefined,
  options: DiffCommandOptions,
  io: Io,
): Promise<number> {
  const other = ofDocuments.find((name) => options[name] !== undefined);
  if (other !== undefined || entry !== undefined)
    throw usageError(
      `--mode compares two JSON Schemas. Omit ${entry ?? `--${other!.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`}.`,
    );
  const { diffSchemas } = await import('../diff/diff-schemas.js');
  const asOf = isoDay(readAsOf(options.asOf, io.now));
  const { failOn, format, mode, policy = 'strict' } = options;
  return printReport(diffSchemas({ base, revision, mode: mode!, policy, asOf, failOn }, io), format, io);
}

/** Throws where an option that compares nothing meets something to compare. */
function refuseToCompare(option: string, base: string | undefined, { git, scan }: DiffCommandOptions): void {
  if (git) throw usageError(`${option} compares nothing. Omit --git.`);
  if (scan !== undefined) throw usageError(`${option} compares nothing. Omit --scan.`);
  if (base !== undefined) throw usageError(`${option} compares nothing. Omit the documents.`);
}

/** Compares two sides as the options say. */
function compare(
  opened: readonly [ContractSide, ContractSide],
  options: DiffCommandOptions,
  io: Io,
  consumers?: { readonly read: ReadConsumers; readonly api: AnswerTo<'contracts'> | undefined },
) {
  const asOf = isoDay(readAsOf(options.asOf, io.now));
  const severity = readLevels(options, io.cwd);
  const exceptions = readExceptions(options.exceptions, io.cwd);
  const [from, to] = chooseOperations(opened, options);
  const { locate } = to;
  const compared = compareSides(from, to, {
    asOf,
    ...(severity && { severity }),
    ...(locate && { locate }),
    ...(!options.notice && { minNotice: null }),
    ...((options.scan !== undefined || consumers) && { mostPlaces: Infinity }),
  });
  const { findings, ...described } = consumers
    ? concernSides(compared, consumers.read, consumers.api, asOf)
    : { findings: compared.findings };
  const excepted = exceptions && exceptFindings(findings, exceptions, asOf);
  const { remaining, accepted } = excepted ?? { remaining: findings, accepted: [] };
  const { failOn } = options;
  const report = diffReport({ asOf, failOn, findings: remaining, base: from.name, revision: to.name, ...described });
  return { ...compared, remaining, accepted, report: excepted?.describe(report) ?? report };
}

/** Prints what git asks for between two states of a file. What cannot be compared is said in its place, since git stops at a failure. */
async function compareBlobs(words: readonly string[], options: DiffCommandOptions, io: Io): Promise<number> {
  try {
    const opened = await openGitSides(words, io);
    if (typeof opened === 'string') io.stdout.write(`${opened}\n`);
    else printReport(compare(opened, options, io).report, options.format, io);
  } catch (error) {
    if (!(error instanceof CommandFailure) || words.length < 7) throw error;
    io.stdout.write(`${error.message}\n`);
  }
  return 0;
}

function readScan(text: string): string {
  if (text.trim() !== '') return text.replace(/(?<=.)\/+$/, '');
  throw new InvalidArgumentError('Name a folder with TypeScript files.');
}
