import type { Command } from 'commander';
import type { Io } from '../io.js';

export interface Example {
  readonly line: string;
  readonly meaning: string;
}

export interface Invocation<Options> {
  readonly io: Io;
  /** Positional arguments in the order of declaration; undefined if omitted. */
  readonly operands: readonly (string | undefined)[];
  readonly options: Options;
  /** The arguments after the command's name, as typed. */
  readonly typed: readonly string[];
}

export interface CommandDefinition {
  /** Declares arguments and options. */
  readonly declare: (command: Command) => void;
  readonly examples: readonly Example[];
  /** Resolves to the exit code. */
  readonly execute: (invocation: Invocation<never>) => Promise<number>;
}

/** What a command is for: to build a service, to keep what it promises, to take a version off the air, or to call an API. */
export type Job = 'Build' | 'Promise' | 'Retire' | 'Consume' | 'Shell';

export interface CommandRow {
  /** One word, or a group and a word. */
  readonly name: string;
  /** The heading that it stands below on the help page. */
  readonly job: Job;
  readonly summary: string;
  readonly load: () => Promise<CommandDefinition>;
}

/** One command: its arguments, its examples and its action. `Options` are the options that `declare` declares. */
export function defineCommand<Options>(definition: {
  readonly declare: (command: Command) => void;
  readonly examples: readonly Example[];
  readonly execute: (invocation: Invocation<Options>) => Promise<number>;
}): CommandDefinition {
  return definition as CommandDefinition;
}
