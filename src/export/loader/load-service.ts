import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServiceDefinition } from '../../routing/table/service-definition.js';
import type { BootProblem, Source } from '../../report/boot-problem.js';
import { collectInputs } from '../../report/load-inputs.js';
import { bundleService } from './bundle-service.js';
import { definitionSource, findDocuments, readDefinition } from './read-definition.js';
import { readDocumentsSettings } from './read-documents-settings.js';
import { explainFailure, LoadError } from './load-error.js';
import { isYaml, type LoadedDocuments, loadYamlDocuments } from './load-documents.js';
import { findEntry } from './find-entry.js';
import { type HostEntries, type LateEntries, offerHostEntries } from './host-entries.js';
import { importRecorded, queueLoad, type Recording } from './import-recorded.js';
import type { KeptModules } from './kept-modules.js';
import { recordInjections } from './record-injections.js';
import { openRunFolder, type RunFolder } from './run-folder.js';
import { createSourceLocator, type SourceLocator } from './source-locator.js';
import type { UnwrittenTexts } from './kept-modules.js';

/** A service as commands see it: evaluated, with nothing constructed or started. */
export interface LoadedService {
  readonly definition: ServiceDefinition;
  /** Whether its versioning is the usual one, because it declares versions and exports no versioning. */
  readonly assumesVersioning: boolean;
  /** Invalid declarations, each with its place. */
  readonly problems: readonly BootProblem[];
  /** The entry's absolute path. */
  readonly file: string;
  /** Absolute paths of every source file of the service, and of documents that it reads, for a watcher. */
  readonly inputs: readonly string[];
  /** The line of an option, or of the service itself, for problems without a handler. */
  readonly sourceOf: (option?: string) => Source | null;
  /** Maps the frames of a stack to the service's sources; the bundle itself is deleted. */
  readonly restoreStack: (stack: string) => string;
}

/** What an export file or a configuration describes. */
export type LoadedApi = { readonly service: LoadedService } | { readonly documents: LoadedDocuments };

export interface LoadOptions {
  readonly cwd: string;
  /** Texts of source files that are not written yet. */
  readonly texts?: UnwrittenTexts;
  /** What earlier loads of the same file evaluated. */
  readonly kept?: KeptModules | undefined;
}

/** Loads an export file or a configuration without starting anything; sources in problems and routes are relative to `cwd`. Rejects with a LoadError. */
export async function loadApi(entry: string, { cwd, texts = new Map(), kept }: LoadOptions): Promise<LoadedApi> {
  const file = realpathSync(findEntry(entry, cwd));
  const root = realpathSync(cwd);
  if (isYaml(file)) return { documents: await loadYamlDocuments(file, nameOf(file, root)) };
  return evaluate(file, root, { texts, kept }, (evaluated) => readApi(evaluated, { file, cwd: root, texts }));
}

/** Everything that a module exports, which may be one that is not written. Rejects with a LoadError. */
export function loadExports(file: string, { cwd, texts, kept }: LoadOptions): Promise<Recording['exports']> {
  return evaluate(file, realpathSync(cwd), { texts, kept }, async ({ exports }) => exports);
}

/** Loads the service of an export file. Rejects with a LoadError. */
export async function loadService(entry: string, options: LoadOptions): Promise<LoadedService> {
  const loaded = await loadApi(entry, options);
  if ('service' in loaded) return loaded.service;
  throw new LoadError(
    `${nameOf(loaded.documents.file, realpathSync(options.cwd))} describes documents, not a svckit service.`,
    'Name an export file of a service.',
  );
}

const nameOf = (file: string, cwd: string) => relative(cwd, file).split(sep).join('/');

interface Evaluated extends Recording {
  readonly inputs: ReadonlySet<string>;
  readonly locator: SourceLocator;
}

type Modules = Pick<LoadOptions, 'texts' | 'kept'>;

/** Bundles and imports a module, one at a time, and reads it while its failures can be explained. */
function evaluate<T>(file: string, cwd: string, from: Modules, read: (evaluated: Evaluated) => Promise<T>): Promise<T> {
  return queueLoad(async () => {
    const folder = openRunFolder(dirname(file));
    try {
      return await evaluateThrough(folder, file, cwd, from, read);
    } finally {
      folder.close();
    }
  });
}

async function evaluateThrough<T>(
  folder: RunFolder,
  file: string,
  cwd: string,
  { texts = new Map(), kept }: Modules,
  read: (evaluated: Evaluated) => Promise<T>,
): Promise<T> {
  const inputs = new Set([file]);
  const stopCollecting = collectInputs(inputs);
  let locator: SourceLocator | null = null;
  try {
    const entries = await readHostEntries();
    const bundle = await bundleService(file, folder, { entries, late: lateEntries }, inputs, texts, kept);
    locator = createSourceLocator(bundle.file, bundle.map, cwd);
    folder.write(bundle.file, recordInjections(bundle.code, locator.find));
    offerHostEntries(entries);
    kept?.offer();
    const recording = await importRecorded(pathToFileURL(bundle.file).href, locator);
    if (recording.problems.length === 0) kept?.finish(bundle.imports);
    return await read({ ...recording, inputs, locator });
  } catch (error) {
    throw explainFailure(error, { name: nameOf(file, cwd), folder: dirname(file), cwd, locator, inputs: [...inputs] });
  } finally {
    stopCollecting();
  }
}

async function readApi(
  { exports, problems, inputs, locator }: Evaluated,
  { file, cwd, texts = new Map() }: LoadOptions & { readonly file: string },
): Promise<LoadedApi> {
  const name = nameOf(file, cwd);
  const sourceOf = definitionSource(texts.get(file) ?? (await readFile(file, 'utf8')), name);
  const documents = findDocuments(exports);
  if (documents) {
    const settings = readDocumentsSettings(documents, name, (...tokens) => sourceOf(tokens.at(-1)));
    return { documents: { settings, file } };
  }
  const { definition, assumesVersioning } = await readDefinition(exports, name);
  const service = Object.freeze({
    definition: await withInfo(definition, dirname(file)),
    assumesVersioning,
    problems,
    file,
    inputs: Object.freeze([...inputs].toSorted()),
    sourceOf,
    restoreStack: locator.restore,
  });
  return { service };
}

/** A service without an info takes its title and version from the package.json beside its export file. */
async function withInfo(definition: ServiceDefinition, folder: string): Promise<ServiceDefinition> {
  if (definition.info !== undefined || definition.documents?.info !== undefined) return definition;
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null);
  const { name, version } = text === null ? {} : readPackage(text);
  if (typeof name !== 'string' || typeof version !== 'string') return definition;
  return { ...definition, info: { title: name, version } };
}

function readPackage(text: string): { readonly name?: unknown; readonly version?: unknown } {
  try {
    return (JSON.parse(text) ?? {}) as { readonly name?: unknown; readonly version?: unknown };
  } catch {
    return {};
  }
}

/** The running copy of every public entry, so that a service and the commands that read it share one. */
async function readHostEntries(): Promise<HostEntries> {
  return {
    svckit: await import('svckit'),
    'svckit/export': await import('svckit/export'),
    'svckit/lens': await import('svckit/lens'),
  };
}

/** Those that few services use. */
const lateEntries: LateEntries = {
  'svckit/around': () => import('svckit/around'),
  'svckit/webhooks': () => import('svckit/webhooks'),
};
