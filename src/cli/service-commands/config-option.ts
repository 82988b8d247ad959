import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Io } from '../io.js';

export interface ConfigOption {
  readonly config?: string;
}

/** `--config`, as every command on the bundled service takes it. */
export function declareConfig(command: Command): Command {
  return command.option(
    '--config <svc.yaml>',
    "the bundled service's settings file; svc.yaml here by default, where there is one",
  );
}

/** The file that was named, as an absolute path; null for svc.yaml in the working directory, which may be missing. */
export function configFileOf({ config }: ConfigOption, { cwd }: Pick<Io, 'cwd'>): string | null {
  return config === undefined ? null : resolve(cwd, config);
}
