import { CommanderError } from 'commander';
import { LoadError } from '../export/loader/load-error.js';
import { buildProgram, type CalledCommand } from './program/build-program.js';
import { CommandFailure } from './command-failure.js';
import { commandTable } from './program/command-table.js';
import { expandHelp, findCommand, refuseUnknownCommand } from './program/find-command.js';
import type { Io } from './io.js';
import { ownVersion } from './own-package.js';

export type { Io, OutputStream, StopRequest } from './io.js';

/** Runs one command line, without the program's own name in front. Answers the exit code: 0 done, 1 problems found, 2 could not run. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  try {
    return await runCommand(expandHelp(argv), io);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    io.stderr.write(`${explain(error, io)}\n`);
    return error instanceof CommandFailure ? error.exitCode : 2;
  }
}

async function runCommand(argv: readonly string[], io: Io): Promise<number> {
  refuseUnknownCommand(commandTable, argv);
  const found = findCommand(commandTable, argv);
  const called: CalledCommand | null = found && { ...found, definition: await found.row.load() };
  const { program, exitCode } = buildProgram(commandTable, called, io, ownVersion());
  if (argv.length === 0) {
    program.outputHelp();
    return 0;
  }
  await program.parseAsync([...argv], { from: 'user' });
  return exitCode();
}

/** Errors that name their fix are shown as they are; of an unexpected one, the stack is shown when SVC_DEBUG is set. */
function explain(error: unknown, { env }: Io): string {
  if (error instanceof CommandFailure) return error.message;
  if (!(error instanceof Error)) return `svc failed: ${String(error)}`;
  if (error instanceof LoadError) return `${error.message}${error.message.includes('\n') ? '\n' : ' '}${error.fix}`;
  return env.SVC_DEBUG
    ? `svc failed: ${error.stack ?? error.message}`
    : `svc failed: ${error.message}\nSet SVC_DEBUG=1 to see where.`;
}
