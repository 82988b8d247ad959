import { Command } from 'commander';
import { commandGroups } from './command-table.js';
import type { CommandDefinition, CommandRow, Example, Invocation } from './define-command.js';
import type { Io, OutputStream } from '../io.js';
import { inOwnVoice } from './own-voice.js';
import { shownCommands } from './service-commands.js';
import { usesColour } from '../terminal/colours.js';

export interface CalledCommand {
  readonly row: CommandRow;
  readonly definition: CommandDefinition;
  readonly typed: readonly string[];
}

/** The whole command tree. Of the commands of svc, only the called one declares arguments and options; the others have a summary. */
export function buildProgram(
  table: readonly CommandRow[],
  called: CalledCommand | null,
  io: Io,
  version: string,
  brought?: readonly Command[],
): { program: Command; exitCode: () => number } {
  let exitCode = 0;
  const program = prepare(new Command('svc'), io);
  program
    .description('Build, serve, document, check and retire versions of an HTTP API.')
    .helpCommand(false)
    .usage('<command> [options]');
  program.version(version, '-V, --version', 'print the version').helpOption('-h, --help', 'show help for a command');
  program.configureHelp({ visibleCommands: shownCommands, subcommandTerm: fullName });
  program.addHelpText('after', '\nsvc <command> --help shows the options and examples of a command.');

  for (const row of table) {
    const [first = '', second] = row.name.split(' ');
    const parent = second === undefined ? program : groupOf(program, first, io);
    const command = prepare(new Command(second ?? first), io)
      .summary(row.summary)
      .description(sentence(row.summary));
    command.helpOption('-h, --help', 'show this help').helpGroup(`${row.job}:`);
    parent.addCommand(command);
    if (called?.row !== row) continue;
    const { definition, typed } = called;
    definition.declare(command);
    command.addHelpText('after', exampleText(definition.examples));
    command.action(async (...values: unknown[]) => {
      const operands = values.slice(0, -2) as (string | undefined)[];
      const invocation: Invocation<unknown> = { io, operands, options: command.opts(), typed };
      exitCode = await definition.execute(invocation as Invocation<never>);
    });
  }
  for (const command of brought ?? []) program.addCommand(adopt(command, io));
  return { program, exitCode: () => exitCode };
}

function groupOf(program: Command, name: string, io: Io): Command {
  const existing = program.commands.find((command) => command.name() === name);
  if (existing) return existing;
  const group = prepare(new Command(name), io)
    .summary(commandGroups[name] ?? '')
    .description(sentence(commandGroups[name] ?? ''));
  group.helpCommand(false).usage('<command> [options]').helpOption('-h, --help', 'show this help');
  program.addCommand(group);
  return group;
}

function prepare(command: Command, io: Io): Command {
  return adopt(command, io).showSuggestionAfterError().allowExcessArguments(false);
}

/** Makes a command and its subcommands print and exit like svc. */
function adopt(command: Command, io: Io): Command {
  for (const child of command.commands) adopt(child, io);
  return command.exitOverride().configureOutput({
    writeOut: (text) => io.stdout.write(text),
    writeErr: (text) => io.stderr.write(text),
    outputError: (text, write) => write(inOwnVoice(text)),
    getOutHelpWidth: () => helpWidth(io.stdout),
    getErrHelpWidth: () => helpWidth(io.stderr),
    getOutHasColors: () => usesColour(io.stdout, io.env),
    getErrHasColors: () => usesColour(io.stderr, io.env),
  });
}

/** `openapi export` */
function fullName(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${fullName(parent)} ${command.name()}` : command.name();
}

function exampleText(examples: readonly Example[]): string {
  return `\nExamples:\n${examples.map(({ line, meaning }) => `  ${line}\n      ${meaning}`).join('\n')}`;
}

const helpWidth = ({ columns = 80 }: OutputStream) => Math.min(columns, 80);

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
