import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServiceDefinition } from '../../routing/table/service-options.js';
import type { Problem, Source } from '../../report/problem.js';
import { bundleService } from './bundle-service.js';
import { definitionSource, readDefinition } from './read-definition.js';
import { explainFailure } from './load-error.js';
import { findEntry } from './find-entry.js';
import { type HostEntries, offerHostEntries } from './host-entries.js';
import { importRecorded, queueLoad } from './import-recorded.js';
import { recordInjections } from './record-injections.js';
import { openRunFolder, type RunFolder } from './run-folder.js';
import { createSourceLocator, type SourceLocator } from './source-locator.js';

/** A service as commands see it: evaluated, with nothing constructed or started. */
export interface LoadedService {
  readonly definition: ServiceDefinition;
  /** Invalid declarations, each with its place. */
  readonly problems: readonly Problem[];
  /** The entry's absolute path. */
  readonly file: string;
  /** Absolute paths of every source file of the service, for a watcher. */
  readonly inputs: readonly string[];
  /** The line of an option, or of the service itself, for problems without a handler. */
  readonly sourceOf: (option?: string) => Source | null;
  /** Maps the frames of a stack to the service's sources; the bundle itself is deleted. */
  readonly restoreStack: (stack: string) => string;
}

/** Loads an export file without starting anything; sources in problems and routes are relative to `cwd`. Rejects with a LoadError. */
export async function loadService(entry: string, { cwd }: { readonly cwd: string }): Promise<LoadedService> {
  const file = realpathSync(findEntry(entry, cwd));
  const root = realpathSync(cwd);
  return queueLoad(async () => {
    const folder = openRunFolder(dirname(file));
    try {
      return await loadThrough(folder, file, root);
    } finally {
      folder.close();
    }
  });
}

async function loadThrough(folder: RunFolder, file: string, cwd: string): Promise<LoadedService> {
  const name = relative(cwd, file).split(sep).join('/');
  const inputs = new Set([file]);
  let locator: SourceLocator | null = null;
  try {
    const entries = await readHostEntries();
    const bundle = await bundleService(file, folder, entries, inputs);
    locator = createSourceLocator(bundle.file, bundle.map, cwd);
    folder.write(bundle.file, recordInjections(bundle.code, locator.find));
    offerHostEntries(entries);
    const { exports, problems } = await importRecorded(pathToFileURL(bundle.file).href, locator);
    const definition = await withInfo(await readDefinition(exports, name), dirname(file));
    const sourceOf = definitionSource(await readFile(file, 'utf8'), name);
    return Object.freeze({
      definition,
      problems,
      file,
      inputs: Object.freeze([...inputs].toSorted()),
      sourceOf,
      restoreStack: locator.restore,
    });
  } catch (error) {
    throw explainFailure(error, { name, folder: dirname(file), cwd, locator, inputs: [...inputs] });
  }
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
  return { svckit: await import('svckit'), 'svckit/export': await import('svckit/export') };
}
