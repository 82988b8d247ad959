import { statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { ScanCompiler } from '../../client/scan/checker.js';
import { ScanError } from '../../client/scan/find-clients.js';
import { loadScanCompiler, MissingToolError } from '../../client/toolchain.js';
import { listOperationUses } from '../../client/uses/list-operations.js';
import { readUses } from '../../client/uses/read-uses.js';
import { kebabCase } from '../../text/kebab-case.js';
import { CommandFailure, usageError } from '../command-failure.js';
import type { Evidence } from './read-evidence.js';

/** What the code of a folder uses of an API, read with its own TypeScript. Throws a CommandFailure. */
export function scanUses(folder: string, version: string | undefined, cwd: string): Evidence {
  const path = resolve(cwd, folder);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw usageError(`--scan ${folder} is not a folder. Name the folder of your TypeScript files.`);
  const nameFile = (file: string) => relative(cwd, file).split(sep).join('/');
  const input = { folder: path.split(sep).join('/'), wanted: { version }, nameFile };
  try {
    const { client, uses, gaps } = readUses(input, loadScanCompiler(path) as ScanCompiler);
    return {
      evidence: 'scan',
      complete: gaps.length === 0,
      consumer: null,
      api: kebabCase(client.title),
      version: client.version,
      operations: listOperationUses(uses, nameFile),
      gaps: gaps.map(({ file, line, reason }) => `${nameFile(file)}:${line} ${reason}`),
    };
  } catch (error) {
    if (error instanceof ScanError) throw new CommandFailure(`--scan ${folder}: ${error.message}`);
    throw error instanceof MissingToolError ? new CommandFailure(error.message) : error;
  }
}
