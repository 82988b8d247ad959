import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import {
  parseUsesFile,
  sameUses,
  type UsesFile,
  UsesFileError,
  writeUsesFile,
} from '../../contract/consumers/uses-file.js';
import { objectAt, textAt } from '../../json/json.js';
import { tryParse } from '../../json/parse-json.js';
import { escapeTerminal } from '../../text/escape.js';
import { isoDay } from '../../text/date.js';
import { CommandFailure, usageError } from '../command-failure.js';
import type { Io } from '../io.js';
import { publishedSchema } from '../own-package.js';
import { defineCommand } from '../program/define-command.js';
import { declareAsOf, readAsOf } from '../shared-options.js';
import { runGit } from '../sources/git.js';
import { type Evidence, readHarFile, readPactFile, readUsageFile } from '../uses/read-evidence.js';
import { writeFileAtomically } from '../write-file-atomically.js';

interface UsesOptions {
  readonly scan?: string;
  readonly pact?: string;
  readonly har?: string;
  readonly usage?: string;
  readonly api?: string;
  readonly apiVersion?: string;
  readonly consumer?: string;
  readonly revision?: string;
  readonly release?: readonly string[];
  readonly out?: string;
  readonly check?: boolean;
  readonly schema?: boolean;
  readonly asOf?: string;
}

export const usesCommand = defineCommand<UsesOptions>({
  declare: (command) => {
    command
      .option('--scan <folder>', 'read the TypeScript code that calls the API through a client of svc client')
      .option('--pact <file>', 'read the expectations of a Pact file')
      .option('--har <file>', 'read what recorded requests call and send')
      .option('--usage <file>', 'read what svc usage --format json says of --consumer')
      .option('--api <name>', "name of the API; by default the client's or the provider's")
      .option('--api-version <version>', 'version of the API; by default that of the client')
      .option('--consumer <name>', 'name of the consumer; by default that of its package.json')
      .option('--revision <commit>', 'commit of the consumer; by default HEAD')
      .option(
        '--release <name=state>',
        'release that is deployed or released, such as 5.2=released (repeatable)',
        collect,
      )
      .option('--out <file>', 'write this file, such as books.uses.json, instead of standard output')
      .option('--check', 'write nothing; exit 1 if the file of --out says something else')
      .option('--schema', 'print the JSON Schema of the file instead');
    declareAsOf(command);
  },
  examples: [
    { line: 'svc uses --scan src --api books --out books.uses.json', meaning: "in the consumer's CI" },
    {
      line: 'svc uses --scan src --api books --out books.uses.json --check',
      meaning: 'whether the committed file is up to date',
    },
    { line: 'svc uses --scan src --release 5.2=released', meaning: 'of an app that stays on phones' },
    { line: 'svc uses --pact pacts/shop-books.json --out books.uses.json', meaning: 'what the tests of Pact expect' },
    { line: 'svc uses --schema > uses.schema.json', meaning: 'the JSON Schema of the file' },
  ],
  execute: async ({ io, options }) => {
    if (options.schema) {
      io.stdout.write(publishedSchema('uses'));
      return 0;
    }
    if (options.check && options.out === undefined) throw usageError('--check compares the file of --out. Add --out.');
    const evidence = await readEvidence(options, io);
    const file = await describeFile(evidence, options, io);
    for (const gap of evidence.gaps) io.stderr.write(`incomplete: ${escapeTerminal(gap)}\n`);
    if (options.out === undefined) {
      io.stdout.write(writeUsesFile(file));
      return 0;
    }
    if (options.check) return compare(file, options.out, io);
    writeFileAtomically(resolve(io.cwd, options.out), writeUsesFile(file), options.out);
    io.stderr.write(`Wrote ${options.out}.\n`);
    return 0;
  },
});

const collect = (value: string, before: readonly string[] = []) => [...before, value];

async function readEvidence(
  { scan, pact, har, usage, consumer, apiVersion }: UsesOptions,
  { cwd }: Io,
): Promise<Evidence> {
  const given = [scan, pact, har, usage].filter((one) => one !== undefined);
  if (given.length !== 1)
    throw usageError(
      given.length === 0
        ? 'Name what to read: --scan <folder>, --pact, --har or --usage <file>.'
        : 'Use one of --scan, --pact, --har and --usage.',
    );
  if (pact !== undefined) return readPactFile(pact, cwd);
  if (har !== undefined) return readHarFile(har, cwd);
  if (usage !== undefined) return readUsageFile(usage, cwd, consumer, apiVersion);
  const { scanUses } = await import('../uses/scan-uses.js');
  return scanUses(scan!, apiVersion, cwd);
}

async function describeFile(evidence: Evidence, options: UsesOptions, io: Io): Promise<UsesFile> {
  const consumer = options.consumer ?? evidence.consumer ?? packageName(io.cwd);
  const api = options.api ?? evidence.api;
  if (consumer === null) throw usageError('The consumer has no name. Add --consumer.');
  if (api === null) throw usageError('The API has no name here. Add --api.');
  const head = await headOf(io);
  return {
    uses: 1,
    consumer,
    revision: options.revision ?? head?.revision ?? null,
    api,
    version: options.apiVersion ?? evidence.version,
    at: options.asOf === undefined && head ? head.at : isoDay(readAsOf(options.asOf, io.now)),
    complete: evidence.complete,
    evidence: evidence.evidence,
    releases: (options.release ?? []).map(readRelease),
    operations: [...evidence.operations],
  };
}

function readRelease(text: string): UsesFile['releases'][number] {
  const [, name, state] = /^(.+)=(deployed|released)$/.exec(text) ?? [];
  if (name !== undefined && (state === 'deployed' || state === 'released')) return { name, state };
  throw usageError(
    `--release ${JSON.stringify(text)} is no release. Use name=deployed or name=released, such as 5.2=released.`,
  );
}

/** The commit that is checked out, and its day; null outside of git. */
async function headOf({ cwd }: Io): Promise<{ readonly revision: string; readonly at: string } | null> {
  const { code, stdout } = await runGit(cwd, ['log', '-1', '--format=%H %cI']);
  const [revision, date] = stdout.trim().split(' ');
  return code === 0 && revision && date ? { revision, at: isoDay(new Date(date)) } : null;
}

/** The name in the nearest package.json. */
function packageName(folder: string): string | null {
  const file = join(folder, 'package.json');
  if (existsSync(file)) return textAt(objectAt(tryParse(readFileSync(file, 'utf8')))['name']);
  const parent = dirname(folder);
  return parent === folder ? null : packageName(parent);
}

function compare(file: UsesFile, name: string, io: Io): number {
  const path = resolve(io.cwd, name);
  if (!existsSync(path)) throw new CommandFailure(`${name} does not exist. Run the same command without --check.`, 1);
  try {
    if (sameUses(parseUsesFile(readFileSync(path, 'utf8')), file)) {
      io.stderr.write(`${name} is up to date.\n`);
      return 0;
    }
  } catch (error) {
    if (!(error instanceof UsesFileError)) throw error;
  }
  io.stdout.write(`${name} says something else than the code.\n`);
  io.stderr.write('Run the same command without --check to update the file, and commit it.\n');
  return 1;
}
