import { join } from 'node:path';
import { openRegistry, type RegisteredFile, type Registry, registryFaults } from '../../contract/consumers/registry.js';
import { parseUsesFile, UsesFileError } from '../../contract/consumers/uses-file.js';
import { listAt, objectAt, textAt } from '../../json/json.js';
import { tryParse } from '../../json/parse-json.js';
import type { ConsumersOptions } from '../../routing/table/consumers-options.js';
import { kebabCase } from '../../text/kebab-case.js';
import { CommandFailure, usageError } from '../command-failure.js';
import { listNames } from '../sources/lock-files.js';
import { readRegularFile } from '../sources/read-regular-file.js';

/** The files of a folder that `svc uses` wrote. Throws a CommandFailure for one that cannot be read, with all faults. */
export function readConsumerFiles(folder: string, cwd: string): readonly RegisteredFile[] {
  const names = listNames(folder, cwd).filter((name) => name.endsWith('.json'));
  if (names.length === 0)
    throw usageError(
      `--consumers ${folder} has no files. Put there what svc uses --out writes in each consumer's repository.`,
    );
  const faults: string[] = [];
  const files = names.flatMap((name): readonly RegisteredFile[] => {
    const file = join(folder, name);
    try {
      return [{ file, uses: parseUsesFile(readRegularFile(file, cwd)!) }];
    } catch (error) {
      if (!(error instanceof UsesFileError)) throw error;
      faults.push(`${file} ${error.message}. Write it again with svc uses.`);
      return [];
    }
  });
  refuse(faults);
  return files;
}

/** The consumers of an API. Throws a CommandFailure for files of another API, and for those that say one thing twice. */
export function openConsumers(
  files: readonly RegisteredFile[],
  { api }: ConsumersOptions,
  title: string,
  renaming = 'name the API in consumers.api',
): Registry {
  refuse(registryFaults(files, api ?? kebabCase(title), renaming));
  return openRegistry(files);
}

/** Those whom `svc usage --format json` has seen, and no file names. */
export function unknownConsumers(file: string, known: readonly RegisteredFile[], cwd: string): readonly string[] {
  const text = readRegularFile(file, cwd);
  if (text === null) throw usageError(`--usage ${file} does not exist. Write it with svc usage --format json.`);
  const counts = objectAt(tryParse(text))['counts'];
  if (!Array.isArray(counts)) throw new CommandFailure(`${file} has no counts. Write it with svc usage --format json.`);
  const names = new Set(known.map(({ uses }) => uses.consumer));
  const seen = listAt(counts).map((one) => textAt(objectAt(one)['consumer']) ?? 'other');
  return [...new Set(seen)].filter((name) => !names.has(name)).sort();
}

function refuse(faults: readonly string[]): void {
  if (faults.length > 0) throw new CommandFailure(faults.join('\n'));
}
