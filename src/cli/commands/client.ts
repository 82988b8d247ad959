import type { AnswerTo } from '../questions/questions.js';
import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import type { ClientFile } from '../../client/render-client.js';
import { importSuffix, type Toolchain } from '../../client/toolchain.js';
import { type ContractLock, withNext } from '../../contract/lock/contract-lock.js';
import { countOf } from '../../text/join-words.js';
import { compareClientFolder, readClientFolder, writeClientFolder } from '../client/client-folder.js';
import { openToolchain, readRuntime } from '../client/client-tools.js';
import type { Io } from '../io.js';
import { unknownApiVersion } from '../operation-filters.js';
import { defineCommand } from '../program/define-command.js';
import { askService } from '../questions/ask-service.js';
import { collectWords, declareEntry } from '../shared-options.js';

interface ClientCommandOptions {
  readonly demo?: boolean;
  readonly outDir?: string;
  readonly package?: string;
  readonly apiVersion?: readonly string[];
  readonly preview?: readonly string[];
  readonly baseUrl?: string;
  readonly check?: boolean;
}

export const clientCommand = defineCommand<ClientCommandOptions>({
  declare: (command) => {
    declareEntry(command)
      .option('--out-dir <folder>', 'output folder; by default src/api, or client with --package', readName)
      .option('--package <name>', 'write a package to publish: JavaScript, declarations and package.json', readPackage)
      .option('--api-version <version>', 'only this version (repeatable)', collectWords)
      .option('--preview <name>', 'types of the newest version with this preview on (repeatable)', collectPreviews)
      .option('--base-url <url>', 'address of the ready clients, instead of the first server', readUrl)
      .option('--check', 'write nothing; exit 1 if the files on disk differ');
  },
  examples: [
    { line: 'svc client', meaning: "src/api/v1.ts, …: import { client } from './api/v1'" },
    { line: 'svc client --api-version 2 --out-dir lib/orders', meaning: 'one version in another folder' },
    { line: 'svc client --package @acme/orders', meaning: 'a package with a subpath per version' },
    { line: 'svc client --preview tags-2026-11', meaning: "createClient({ previews: ['tags-2026-11'] })" },
    { line: 'svc client --check', meaning: 'in CI: check that the committed files are up to date' },
  ],
  execute: async ({ io, operands: [entry], options }) => {
    const outDir = options.outDir ?? (options.package === undefined ? 'src/api' : 'client');
    const toolchain = openToolchain(resolve(io.cwd, outDir));
    const details = { previews: options.preview ?? [], versions: options.apiVersion };
    const contracts = await askService('client', { entry, demo: options.demo }, details, io);
    const files = await writeClient(withPreviews(chooseVersions(contracts, options.apiVersion), contracts), toolchain, {
      ...options,
      folder: resolve(io.cwd, outDir),
    });
    const folder = readClientFolder(outDir, io.cwd, files);
    if (options.check) return report(compareClientFolder(folder, files), files, outDir, io);
    writeClientFolder(folder, files);
    io.stderr.write(`Wrote ${countOf(files.length, 'file')} in ${outDir}.\n`);
    return 0;
  },
});

async function writeClient(
  locks: readonly ContractLock[],
  toolchain: Toolchain,
  { package: name, baseUrl, folder }: ClientCommandOptions & { readonly folder: string },
): Promise<readonly ClientFile[]> {
  const { describeVersion } = await import('../../client/describe-version.js');
  const { renderClient } = await import('../../client/render-client.js');
  const versions = locks.map(describeVersion);
  const suffix = name === undefined ? importSuffix(folder, toolchain.compiler) : '.js';
  const files = await renderClient(versions, { runtime: readRuntime(), suffix, baseUrl }, toolchain);
  if (name === undefined) return files;
  const { packageFiles } = await import('../../client/package-files.js');
  return packageFiles(name, files, versions, toolchain.compiler);
}

function report(
  found: readonly string[],
  files: readonly ClientFile[],
  outDir: string,
  { stdout, stderr }: Io,
): number {
  if (found.length === 0) {
    stderr.write(`${countOf(files.length, 'file')} in ${outDir} up to date.\n`);
    return 0;
  }
  stdout.write(`${found.join('\n')}\n`);
  stderr.write('Run the same command without --check to update the files, and commit them.\n');
  return 1;
}

/** The released versions, or those that are named, `next` too. */
function chooseVersions(
  { locks: released, next }: Pick<AnswerTo<'client'>, 'locks' | 'next'>,
  wanted: readonly string[] | undefined,
): readonly ContractLock[] {
  if (!wanted) return released;
  const locks = withNext(released, next);
  const known = locks.flatMap(({ version }) => (version === null ? [] : [version]));
  const unknown = wanted.find((version) => !known.includes(version));
  if (unknown !== undefined) throw unknownApiVersion(unknown, known);
  return locks.filter(({ version }) => version !== null && wanted.includes(version));
}

/** Each version with its previews behind it. */
const withPreviews = (chosen: readonly ContractLock[], { previewed }: Pick<AnswerTo<'client'>, 'previewed'>) =>
  chosen.flatMap((lock) => [lock, ...previewed.filter(({ version }) => version === lock.version)]);

/** Each set of previews has types of its own, twice as many with each preview. */
const mostPreviews = 4;

function collectPreviews(name: string, names: readonly string[] = []): readonly string[] {
  if (new Set([...names, name]).size <= mostPreviews) return [...names, name];
  throw new InvalidArgumentError(
    `A client has types for each set of its previews, of at most ${mostPreviews}. Name fewer, or write several clients with --out-dir.`,
  );
}

function readName(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('Name a folder.');
}

function readPackage(text: string): string {
  if (/^(?:@[a-z\d~-][\w.~-]*\/)?[a-z\d~-][\w.~-]*$/.test(text)) return text;
  throw new InvalidArgumentError('Use a package name, such as @acme/orders.');
}

function readUrl(text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new InvalidArgumentError('Use an address that starts with https:// or http://.');
}
