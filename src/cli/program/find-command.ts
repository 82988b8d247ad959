import { commandGroups, type CommandRow } from './command-table.js';
import { nearestNames } from '../../text/nearest-name.js';
import { usageError } from '../command-failure.js';

export interface FoundCommand {
  readonly row: CommandRow;
  /** What stands behind the command's name. */
  readonly typed: readonly string[];
}

/** The command that the arguments begin with; null when they name none, or only a group. */
export function findCommand(table: readonly CommandRow[], argv: readonly string[]): FoundCommand | null {
  const [first = '', second = ''] = argv;
  const words = Object.hasOwn(commandGroups, first) ? 2 : 1;
  const name = words === 2 ? `${first} ${second}` : first;
  const row = table.find((candidate) => candidate.name === name);
  return row ? { row, typed: argv.slice(words) } : null;
}

/** `svc help routes` is `svc routes --help`. */
export function expandHelp(argv: readonly string[]): readonly string[] {
  return argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv;
}

/** Throws where the arguments begin with a word that is no command, with the one that was probably meant. */
export function refuseUnknownCommand(table: readonly CommandRow[], [first = '', second = '']: readonly string[]): void {
  const isGroup = Object.hasOwn(commandGroups, first);
  const typed = isGroup ? second : first;
  const meanings = isGroup ? wordsOf(table, first) : commandsByWord(table);
  if (typed === '' || typed.startsWith('-') || meanings.get(typed) === typed) return;
  const [near] = nearestNames(typed, [...meanings.keys()]);
  throw usageError(
    `error: unknown command '${typed}'\n${near === undefined ? 'svc --help lists the commands.' : `(Did you mean ${meanings.get(near)}?)`}`,
  );
}

/** What each word of the table stands for: `export` for `openapi export`. */
function commandsByWord(table: readonly CommandRow[]): ReadonlyMap<string, string> {
  const inGroups = table.flatMap(({ name }) => (name.includes(' ') ? [[name.split(' ')[1]!, name] as const] : []));
  const alone = table.map(({ name }) => name.split(' ')[0]!);
  return new Map([...inGroups, ...alone.map((name) => [name, name] as const)]);
}

function wordsOf(table: readonly CommandRow[], group: string): ReadonlyMap<string, string> {
  const words = table
    .filter(({ name }) => name.startsWith(`${group} `))
    .map(({ name }) => name.slice(group.length + 1));
  return new Map(words.map((word) => [word, word]));
}
