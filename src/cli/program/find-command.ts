import { type CommandRow, commandGroups } from './command-table.js';

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
