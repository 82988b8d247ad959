import { Command } from 'commander';
import type { CommandRow } from '../program/define-command.js';

/** A command or a group of commands as a shell completes it. */
export interface CommandWords {
  /** `openapi export` */
  readonly name: string;
  readonly summary: string;
  /** The second words. */
  readonly children: readonly string[];
  readonly options: readonly OptionWords[];
}

export interface OptionWords {
  /** `--format` */
  readonly flag: string;
  readonly description: string;
  /** The name of its value; null for an option without one. */
  readonly value: string | null;
  /** The values that it takes; empty for any. */
  readonly choices: readonly string[];
}

const help: OptionWords = { flag: '--help', description: 'show this help', value: null, choices: [] };

/** Every group and command with its options, in the order of the help page; `groupSummaries` are those of first words that are no commands. */
export async function readCommandWords(
  table: readonly CommandRow[],
  groupSummaries: Readonly<Record<string, string>>,
): Promise<readonly CommandWords[]> {
  const childrenOf = (name: string) =>
    table.flatMap((row) => (row.name.startsWith(`${name} `) ? [row.name.slice(name.length + 1)] : []));
  const groups = Object.entries(groupSummaries).map(([name, summary]) => ({
    name,
    summary,
    children: childrenOf(name),
    options: [help],
  }));
  const commands = table.map(async ({ name, summary, load }) => ({
    name,
    summary,
    children: childrenOf(name),
    options: [...optionsOf(declared(await load())), help],
  }));
  return [...groups, ...(await Promise.all(commands))];
}

function declared(definition: Awaited<ReturnType<CommandRow['load']>>): Command {
  const command = new Command();
  definition.declare(command);
  return command;
}

const optionsOf = ({ options }: Command): readonly OptionWords[] =>
  options.flatMap(({ long, hidden, description, flags, argChoices, required, optional }) =>
    long && !hidden
      ? [
          {
            flag: long,
            description,
            value: required || optional ? (/[<[]([^>\]]+)[>\]]/.exec(flags)?.[1] ?? 'value') : null,
            choices: argChoices ?? [],
          },
        ]
      : [],
  );
