import { statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { ScanError } from '../../client/scan/find-clients.js';
import { importSuffix } from '../../client/toolchain.js';
import { afterEdits, type UpgradedCode, upgradeCode } from '../../client/upgrade/upgrade-code.js';
import { FileChangedError, writeTogether } from '../../edit/write-together.js';
import { openToolchain, readRuntime } from '../client/client-tools.js';
import { CommandFailure, usageError } from '../command-failure.js';
import type { Io } from '../io.js';
import type { OpenedUpgrade } from './open-upgrade.js';

/** Moves the code of a folder, in memory, with the consumer's own TypeScript. */
export async function upgradeFolder(
  folder: string,
  opened: OpenedUpgrade,
  { cwd }: Pick<Io, 'cwd'>,
): Promise<UpgradedCode> {
  const path = resolve(cwd, folder);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory())
    throw usageError(`--in ${folder} ${found ? 'is not a folder' : 'does not exist'}. Name the folder of your code.`);
  const toolchain = openToolchain(path);
  const { locks } = opened;
  try {
    return await upgradeCode(
      {
        ...opened,
        folder: path.split(sep).join('/'),
        base: locks[0],
        revision: locks.at(-1)!,
        nameFile: (file) => relative(cwd, file).split(sep).join('/'),
        runtime: readRuntime(),
        suffixOf: (file) => importSuffix(dirname(file), toolchain.compiler),
      },
      toolchain,
    );
  } catch (error) {
    throw error instanceof ScanError ? new CommandFailure(`--in ${folder}: ${error.message}`) : error;
  }
}

/** Writes the edited files and the missing modules of the client, all or none; returns the upgrade as the files have it then. */
export function writeUpgrade(upgraded: UpgradedCode, { cwd }: Pick<Io, 'cwd'>): UpgradedCode {
  const { files, client } = upgraded;
  const changes = [...files, ...[...client].map(([file, after]) => ({ file, before: null, after }))];
  if (changes.length === 0) return upgraded;
  try {
    writeTogether(
      cwd,
      changes.map(({ file, before, after }) => ({ file, before, after })),
    );
  } catch (error) {
    if (error instanceof FileChangedError)
      throw new CommandFailure(`${relative(cwd, error.file)} has changed meanwhile. Nothing is written: run it again.`);
    throw new CommandFailure(`Nothing is written: ${(error as Error).message}`);
  }
  return afterEdits(upgraded);
}
