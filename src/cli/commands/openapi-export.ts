import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { defineCommand } from '../program/define-command.js';
import type { Io } from '../io.js';
import { escapeTerminal } from '../../text/escape.js';
import { countOf } from '../../text/join-words.js';
import { compareWithFile } from '../openapi/compare-with-file.js';
import type { Overlay } from '../openapi/overlay.js';
import { type ExportOptions, planDocuments, staleDocuments } from '../openapi/plan-documents.js';
import type { DocumentChanges } from '../openapi/render-document.js';
import type { RenderedDocument } from '../questions/ask-for-documents.js';
import { askService } from '../questions/ask-service.js';
import { chooseFrom, collectWords, declareEntry } from '../shared-options.js';
import { writeFileAtomically } from '../write-file-atomically.js';

interface Options extends ExportOptions, Omit<DocumentChanges, 'overlays'> {
  readonly demo?: boolean;
  readonly overlay?: readonly string[];
}

export const openapiExportCommand = defineCommand<Options>({
  declare: (command) => {
    declareEntry(command);
    command
      .option(
        '--api-version <version>',
        'version of the document; by default apiVersion of the service, else its default version',
      )
      .option('--preview <name>', 'document of the newest version with this preview on (repeatable)', collectWords)
      .option('--out <file>', 'output file; - is standard output, the default')
      .addOption(
        chooseFrom('--format <format>', 'json or yaml, by default from the file name; asyncapi for the webhooks', [
          'json',
          'yaml',
          'asyncapi',
        ]),
      )
      .option('--all', 'write one file per version')
      .option('--out-dir <folder>', 'output folder for --all')
      .option('--tag <tag>', 'only operations with this tag (repeatable)', collectWords)
      .option('--path <glob>', "only operations whose path matches, such as '/api/users/**'")
      .option('--server <url>', 'server URL, instead of the configured servers (repeatable)', collectServers)
      .option('--title <title>', 'title, instead of the configured one', readTitle)
      .option('--overlay <file>', 'apply an OpenAPI Overlay 1.0 (repeatable, in order)', collectFiles)
      .option('--check', 'write nothing; exit 1 if the files on disk differ');
  },
  examples: [
    { line: 'svc openapi export --api-version 2', meaning: 'document of version 2 on standard output' },
    { line: 'svc openapi export --preview tags-2026-11', meaning: 'newest version, with a preview on' },
    { line: 'svc openapi export --out openapi.yaml', meaning: 'YAML in a file' },
    { line: 'svc openapi export --format asyncapi', meaning: 'the webhooks of the service as AsyncAPI 3' },
    {
      line: 'svc openapi export --all --out-dir openapi',
      meaning: 'openapi/openapi-1.json, openapi/openapi-2.json, …',
    },
    {
      line: 'svc openapi export --all --out-dir openapi --check',
      meaning: 'in CI: check that the committed files are up to date',
    },
  ],
  execute: async ({ io, operands: [entry], options }) => {
    planDocuments(options, []);
    const changes = { ...options, overlays: await readOverlays(options.overlay, io) };
    const documents = await askService('documents', { entry, demo: options.demo }, { options, changes }, io);
    for (const warning of new Set(documents.flatMap(({ warnings }) => warnings)))
      io.stderr.write(`${escapeTerminal(warning)}\n`);
    return options.check ? compare(documents, options.outDir, io) : write(documents, io);
  },
});

async function readOverlays(files: readonly string[] | undefined, { cwd }: Io): Promise<readonly Overlay[]> {
  if (!files) return [];
  const { readOverlay } = await import('../openapi/overlay.js');
  return files.map((file) => readOverlay(file, cwd));
}

const collectFiles = (file: string, files: readonly string[] = []): readonly string[] => [...files, file];

function readTitle(title: string): string {
  if (title.trim() !== '') return title;
  throw new InvalidArgumentError('Use some text, or omit --title for the configured title.');
}

function collectServers(url: string, urls: readonly string[] = []): readonly string[] {
  if (url !== '' && (url.startsWith('/') || URL.canParse(url))) return [...urls, url];
  throw new InvalidArgumentError('Use an absolute URL, or a path that starts with a slash.');
}

function write(documents: readonly RenderedDocument[], io: Io): number {
  for (const { file, text } of documents) {
    if (file === null) io.stdout.write(text);
    else writeFileAtomically(resolve(io.cwd, file), text, file);
  }
  const files = documents.map(({ file }) => file).filter((file) => file !== null);
  if (files.length > 0) io.stderr.write(`Wrote ${files.join(', ')}.\n`);
  return 0;
}

function compare(documents: readonly RenderedDocument[], outDir: string | undefined, io: Io): number {
  const differing = documents
    .map(({ file, text }) => compareWithFile(resolve(io.cwd, file!), file!, text))
    .filter((finding) => finding !== null);
  const stale = outDir === undefined ? [] : staleDocuments(documentsIn(resolve(io.cwd, outDir)), documents);
  const findings = [
    ...differing,
    ...stale.map((name) => `${join(outDir!, name)} is stale: the service no longer has this version. Delete the file.`),
  ];
  if (findings.length === 0) {
    io.stderr.write(`${countOf(documents.length, 'document')} up to date.\n`);
    return 0;
  }
  io.stdout.write(`${findings.join('\n')}\n`);
  if (differing.length > 0)
    io.stderr.write('Run the same command without --check to update the files, and commit them.\n');
  return 1;
}

/** The files in a folder that begin as `svc openapi export` writes them. */
function documentsIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map(({ name }) => name)
    .filter((name) => /^\{?\s*"?(?:openapi|asyncapi)"?:/.test(readFileSync(join(folder, name), 'utf8')));
}
