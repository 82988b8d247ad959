import type { Command } from 'commander';
import type { KnownConsumers } from '../../contract/consumers/consumers-policy.js';
import type { ConsumersOptions } from '../../routing/table/consumers-options.js';
import { usageError } from '../command-failure.js';
import { openConsumers, readConsumerFiles, unknownConsumers } from './read-consumers.js';

/** `--consumers` and `--usage`, for commands that say whom something concerns. */
export function declareConsumers(command: Command): void {
  command.option('--consumers <folder>', 'folder of the files that svc uses wrote; says whom each break concerns');
  command.option('--usage <file>', 'output of svc usage --format json; lists consumers that no file names');
}

/** The consumers of an API, by what its configuration says of them and its title; `renaming` is how it gets another name. */
export type ReadConsumers = (options: ConsumersOptions, title: string, renaming?: string) => KnownConsumers;

/** Reads the files of the options, before the API is opened; undefined without a folder. */
export function readConsumers(
  { consumers, usage }: { readonly consumers?: string; readonly usage?: string },
  cwd: string,
): ReadConsumers | undefined {
  if (consumers === undefined) {
    if (usage !== undefined)
      throw usageError('--usage needs --consumers. Name the folder of the files that svc uses wrote.');
    return undefined;
  }
  const files = readConsumerFiles(consumers, cwd);
  const unknown = usage === undefined ? [] : unknownConsumers(usage, files, cwd);
  return (options, title, renaming) => ({ registry: openConsumers(files, options, title, renaming), options, unknown });
}
