import { nearestNames } from '../../text/nearest-name.js';
import { usageError } from '../command-failure.js';
import { commandGroups, commandTable } from './command-table.js';
import type { CommandRow } from './define-command.js';

export interface FoundCommand {
  readonly row: CommandRow;
  /** The arguments after the command's name. */
  readonly typed: readonly string[];
}

/** The command that the arguments start with; null when they name none, or only a group. */
export function findCommand(table: readonly CommandRow[], argv: readonly string[]): FoundCommand | null {
  const [first = '', second = ''] = argv;
  const isLong = Object.hasOwn(commandGroups, first) || table.some(({ name }) => name === `${first} ${second}`);
  const words = isLong ? 2 : 1;
  const name = words === 2 ? `${first} ${second}` : first;
  const row = table.find((candidate) => candidate.name === name);
  return row ? { row, typed: argv.slice(words) } : null;
}

/** Whether a word is a command of svc itself, or a group of them. */
export function isOwnWord(word: string): boolean {
  return commandTable.some(({ name }) => name.split(' ')[0] === word);
}

/** `svc help routes` is `svc routes --help`. */
export function expandHelp(argv: readonly string[]): readonly string[] {
  return argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv;
}

/**
 * Throws if the arguments start with an unknown command, and suggests the closest. `own` are the names of the commands of the service;
 * `missing` explains why there are none.
 */
export function refuseUnknownCommand(
  [first = '', second = '']: readonly string[],
  own: ReadonlyMap<string, string> = new Map(),
  missing?: string,
): void {
  const isGroup = Object.hasOwn(commandGroups, first);
  const typed = isGroup ? second : first;
  const meanings = isGroup ? wordsOf(first) : new Map([...commandsByWord(), ...own]);
  if (typed === '' || typed.startsWith('-') || meanings.get(typed) === typed || own.has(typed)) return;
  const [near] = nearestNames(typed, [...meanings.keys()]);
  const unknown = `Unknown command ${JSON.stringify(typed)}.`;
  if (near !== undefined) throw usageError(`${unknown} Did you mean ${JSON.stringify(meanings.get(near))}?`);
  throw usageError(missing === undefined ? `${unknown} svc --help lists the commands.` : `${unknown}\n${missing}`);
}

/** What each word of the table stands for: `export` for `openapi export`. */
function commandsByWord(): ReadonlyMap<string, string> {
  const inGroups = commandTable.flatMap(({ name }) =>
    name.includes(' ') ? [[name.split(' ')[1]!, name] as const] : [],
  );
  const alone = commandTable.map(({ name }) => name.split(' ')[0]!);
  return new Map([...inGroups, ...alone.map((name) => [name, name] as const)]);
}

function wordsOf(group: string): ReadonlyMap<string, string> {
  const words = commandTable
    .filter(({ name }) => name.startsWith(`${group} `))
    .map(({ name }) => name.slice(group.length + 1));
  return new Map(words.map((word) => [word, word]));
}
