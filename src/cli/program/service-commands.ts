import { type Command, Help } from 'commander';
import { CommandFailure } from '../command-failure.js';
import type { Io } from '../io.js';
import { findService, type ServiceChoice } from '../sources/open-service.js';
import { waitForStop } from '../serve/wait-for-stop.js';
import { commandTable } from './command-table.js';

/** The commands that a service brings. */
export interface ServiceCommands {
  /** The heading of its commands on the help page. */
  readonly title: string;
  readonly commands: readonly Command[];
  /** Maps a stack trace to the sources of the service. */
  readonly restoreStack: (stack: string) => string;
}

/** Loads the commands of the chosen service. Rejects with a LoadError, or with a CommandFailure if they clash with those of svc. */
export async function loadServiceCommands(choice: ServiceChoice, io: Io): Promise<ServiceCommands> {
  const { loadApi } = await import('../../export/index.js');
  const loaded = await loadApi(await findService(choice, io), { cwd: io.cwd });
  if (!('service' in loaded)) return { title: 'The documents', commands: [], restoreStack: (stack) => stack };
  const { definition, restoreStack } = loaded.service;
  const title = (definition.info ?? definition.documents?.info)?.title ?? 'This service';
  if (!definition.commands) return { title, commands: [], restoreStack };
  const exports: unknown = await definition.commands({
    env: io.env,
    cwd: io.cwd,
    untilStopped: (stop = async () => {}) => waitForStop(io, stop),
  });
  const commands = readCommands(exports, title);
  refuseClashes(commands, title);
  return { title, commands, restoreStack };
}

/** The command of each name and alias. */
export function commandsByName(commands: readonly Command[]): ReadonlyMap<string, string> {
  return new Map(
    commands.flatMap((command) =>
      [command.name(), ...command.aliases()].map((name) => [name, command.name()] as const),
    ),
  );
}

/** The commands that the help page lists for a command: its subcommands at every level, and groups that are commands themselves. */
export function shownCommands(command: Command): Command[] {
  const below = new Help().visibleCommands(command).filter((child) => child.name() !== 'help');
  return below.flatMap((child) =>
    child.commands.length === 0 ? [child] : [...(hasOwnRow(child) ? [child] : []), ...shownCommands(child)],
  );
}

const hasOwnRow = (command: Command) => commandTable.some(({ name }) => name === command.name());

function readCommands(exports: unknown, title: string): readonly Command[] {
  const list = (exports as { readonly default?: unknown } | null | undefined)?.default;
  if (Array.isArray(list) && list.every(isCommand)) return list;
  throw new CommandFailure(
    `The commands of ${title} are not a list of commander commands. Use commands: () => import('./commands.js'), and export default [new Command('seed'), …] in that file.`,
  );
}

/** A Command may come from another copy of commander. */
function isCommand(value: unknown): value is Command {
  return typeof (value as Partial<Command> | null)?.parseAsync === 'function';
}

function refuseClashes(commands: readonly Command[], title: string): void {
  const own = new Set(['help', ...commandTable.map(({ name }) => name.split(' ')[0]!)]);
  const seen = new Set<string>();
  for (const [name] of commands.flatMap((command) => [...commandsByName([command])])) {
    if (own.has(name))
      throw new CommandFailure(`The command "${name}" of ${title} clashes with svc ${name}. Rename it.`);
    if (seen.has(name)) throw new CommandFailure(`${title} has two commands "${name}". Rename one.`);
    seen.add(name);
  }
  const reserving = commands.find((command) => command.options.some(({ long }) => long === '--demo'));
  if (reserving)
    throw new CommandFailure(
      `The option --demo of "${reserving.name()}" of ${title} clashes with --demo of svc. Rename it.`,
    );
}
