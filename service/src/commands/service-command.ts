import { escapeTerminal } from '../../../src/text/escape.js';
import { resolve } from 'node:path';
import { Command } from 'commander';
import type { CommandEnvironment } from 'svckit';
import type { SettingsReading } from '../configuration/read-settings.js';
import { SettingsError } from '../configuration/settings-error.js';
import { loadSettings } from '../prepare-service.js';

interface Texts {
  readonly summary: string;
  /** Command lines, each with its effect. */
  readonly examples: readonly (readonly [line: string, meaning: string])[];
}

/** A command with its help: a summary for the list, a sentence and examples for its own page. */
export function describeCommand(name: string, { summary, examples }: Texts): Command {
  const width = Math.max(...examples.map(([line]) => line.length));
  const lines = examples.map(([line, meaning]) => `  ${line.padEnd(width)}  ${meaning}`);
  return new Command(name)
    .summary(summary)
    .description(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`)
    .allowExcessArguments(false)
    .addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}

export interface ConfigOption {
  readonly config?: string;
}

/** The same, with `--config` for the settings that it reads. */
export function describeConfiguredCommand(name: string, texts: Texts): Command {
  return describeCommand(name, texts).option(
    '--config <file>',
    'the settings file; by default svc.yaml in this folder, if it exists',
  );
}

/** The file that `--config` names, as an absolute path; null for svc.yaml in the working directory, which may be missing. */
export function configFileOf({ config }: ConfigOption, { cwd }: Pick<CommandEnvironment, 'cwd'>): string | null {
  return config === undefined ? null : resolve(cwd, config);
}

/** Reads the settings. Fails with every problem in them (exit code 1), or for an unreadable file (2). */
export async function openSettings(
  command: Command,
  options: ConfigOption,
  { env, cwd }: Pick<CommandEnvironment, 'env' | 'cwd'>,
): Promise<SettingsReading> {
  try {
    return await loadSettings({ env, cwd, configFile: configFileOf(options, { cwd }) });
  } catch (error) {
    return command.error(error instanceof Error ? error.message : String(error), {
      exitCode: error instanceof SettingsError ? 1 : 2,
    });
  }
}

/** Waits for work whose errors explain themselves; the command fails with the message. Shows the stack when SVC_DEBUG is set. */
export async function orFail<T>(
  command: Command,
  work: Promise<T>,
  { env }: Pick<CommandEnvironment, 'env'>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    return command.error(env.SVC_DEBUG && error instanceof Error ? error.stack! : explain(error), { exitCode: 1 });
  }
}

/** Fails for bad usage. */
export function refuseUsage(command: Command, message: string): never {
  return command.error(message, { exitCode: 2 });
}

export function write(command: Command, text: string): void {
  command.configureOutput().writeOut?.(text);
}

type Style = 'bold' | 'dim' | 'green' | 'red';
const codes: Readonly<Record<Style, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  green: [32, 39],
  red: [31, 39],
};

/** Colours text where the command's output shows colours. */
export function painter(command: Command): (style: Style, text: string) => string {
  if (!command.configureOutput().getOutHasColors?.()) return (_style, text) => text;
  return (style, text) => `\u001b[${codes[style][0]}m${text}\u001b[${codes[style][1]}m`;
}

/** Lines of aligned cells, two spaces apart, with control characters removed; `paint` colours a cell after it is measured. */
export function printRows(
  rows: readonly (readonly string[])[],
  paint: (text: string, row: number, column: number) => string = (text) => text,
): string {
  const cells = rows.map((row) => row.map(escapeTerminal));
  const widths = (cells[0] ?? []).map((_cell, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const line = (row: readonly string[], index: number) =>
    row
      .map((cell, column) => `${paint(cell, index, column)}${' '.repeat(widths[column]! - cell.length)}`)
      .join('  ')
      .trimEnd();
  return cells.map((row, index) => `${line(row, index)}\n`).join('');
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return cause instanceof Error && !message.includes(cause.message) ? `${message}\n${cause.message}` : message;
}
