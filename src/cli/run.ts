import type { CommanderError } from 'commander';
import { buildProgram, type CalledCommand } from './program/build-program.js';
import { CommandFailure } from './command-failure.js';
import { explainError } from './explain-error.js';
import { commandTable } from './program/command-table.js';
import { expandHelp, findCommand, isOwnWord, refuseUnknownCommand } from './program/find-command.js';
import type { Io } from './io.js';
import type { ServiceChoice } from './sources/open-service.js';
import { ownVersion } from './own-package.js';
import { guardStream } from './terminal/guard-stream.js';
import { clearProgress } from './terminal/show-progress.js';
import { loadServiceCommands, commandsByName, shownCommands } from './program/service-commands.js';

export type { Io, OutputStream, StopRequest } from './io.js';

/** Runs one command line, without the program's name. Resolves to the exit code: 0 success, 1 problems found, 2 could not run. */
export async function run(argv: readonly string[], unguarded: Io): Promise<number> {
  const io = { ...unguarded, stdout: guardStream(unguarded.stdout), stderr: guardStream(unguarded.stderr) };
  try {
    return await runCommand(expandHelp(argv), io);
  } catch (error) {
    if (isCommanderError(error)) return exitCodeOf(error);
    clearProgress(io.stderr);
    io.stderr.write(`${explainError(error, io)}\n`);
    return error instanceof CommandFailure ? error.exitCode : 2;
  }
}

async function runCommand(argv: readonly string[], io: Io): Promise<number> {
  const { words, choice } = takeDemo(argv);
  if (words.length === 0 || words[0] === '-h' || words[0] === '--help') return showHelp(choice, io);
  if (!words[0]!.startsWith('-') && !isOwnWord(words[0]!)) return runServiceCommand(words, choice, io);
  refuseUnknownCommand(argv);
  const found = findCommand(commandTable, argv);
  const called: CalledCommand | null = found && { ...found, definition: await found.row.load() };
  const { program, exitCode } = buildProgram(commandTable, called, io, ownVersion());
  await program.parseAsync([...argv], { from: 'user' });
  return exitCode();
}

/** Without a command of svc, `--demo` chooses the service whose commands are meant. */
function takeDemo(argv: readonly string[]): { readonly words: readonly string[]; readonly choice: ServiceChoice } {
  const end = argv.indexOf('--');
  const at = (end < 0 ? argv : argv.slice(0, end)).indexOf('--demo');
  return at < 0 ? { words: argv, choice: {} } : { words: argv.toSpliced(at, 1), choice: { demo: true } };
}

/** Prints the help page, with a note instead of the commands of a service that cannot be loaded. */
async function showHelp(choice: ServiceChoice, io: Io): Promise<number> {
  const { findConfig } = await import('../export/loader/find-config.js');
  const load = async () =>
    choice.demo || findConfig(io.cwd) !== null ? await loadServiceCommands(choice, io) : undefined;
  const brought = await load().catch((error: unknown) => {
    const [reason] = explainError(error, { ...io, env: {} }).split('\n');
    io.stderr.write(`Cannot list the commands of the service: ${reason}\n`);
    return undefined;
  });
  for (const command of brought?.commands ?? [])
    for (const listed of [command, ...shownCommands(command)]) listed.helpGroup(`${brought!.title}:`);
  buildProgram(commandTable, null, io, ownVersion(), brought?.commands).program.outputHelp();
  return 0;
}

async function runServiceCommand(words: readonly string[], choice: ServiceChoice, io: Io): Promise<number> {
  const brought = await loadServiceCommands(choice, io).catch((error: unknown) => {
    refuseUnknownCommand(words, undefined, explainError(error, io));
    throw error;
  });
  refuseUnknownCommand(words, commandsByName(brought.commands));
  const { program } = buildProgram(commandTable, null, io, ownVersion(), brought.commands);
  await program.parseAsync([...words], { from: 'user' }).catch((error: unknown) => {
    if (error instanceof Error && error.stack) error.stack = brought.restoreStack(error.stack);
    throw error;
  });
  return 0;
}

/** Recognises errors of this copy of commander, and of the one that a service uses. */
function isCommanderError(error: unknown): error is CommanderError {
  return error instanceof Error && error.name === 'CommanderError' && 'exitCode' in error && 'code' in error;
}

/** Bad usage exits with 2; `command.error()` of a command sets its own code. */
function exitCodeOf({ code, exitCode }: CommanderError): number {
  return exitCode === 0 || code === 'commander.error' || !code.startsWith('commander.') ? exitCode : 2;
}
