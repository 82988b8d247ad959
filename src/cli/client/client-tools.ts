import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { webhookModules } from '../../client/webhooks.js';
import { loadToolchain, MissingToolError, type Toolchain } from '../../client/toolchain.js';
import { CommandFailure } from '../command-failure.js';
import { templateFolder } from '../own-package.js';

/** Loads TypeScript and openapi-typescript of the project that a folder belongs to. Throws a CommandFailure that names the command to install them. */
export function openToolchain(folder: string): Toolchain {
  try {
    return loadToolchain(folder);
  } catch (error) {
    throw error instanceof MissingToolError ? new CommandFailure(error.message) : error;
  }
}

/** What every client runs, by the name of its module. */
export function readRuntime(): Readonly<Record<string, string>> {
  const read = (name: string) => readFileSync(join(templateFolder(), 'client', `${name}.ts`), 'utf8');
  return Object.fromEntries(['calls', 'client', 'deprecation', ...webhookModules].map((name) => [name, read(name)]));
}
