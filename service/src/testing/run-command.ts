import { Command, CommanderError } from 'commander';
import type { CommandEnvironment } from 'svckit';
import { serviceCommands } from '../commands/commands.js';

export type StopRequest = Awaited<ReturnType<CommandEnvironment['untilStopped']>>;

interface Surroundings {
  readonly cwd?: string;
  readonly env?: CommandEnvironment['env'];
  /** As on a terminal. */
  readonly colours?: boolean;
}

/** Starts one command line of the service in this process; `written` collects its output, and `stop` ends it. */
export function startCommand(
  argv: readonly string[],
  { cwd = process.cwd(), env = {}, colours = false }: Surroundings = {},
) {
  const written = { stdout: '', stderr: '' };
  let stop: (request: StopRequest) => void = () => {};
  const asked = new Promise<StopRequest>((resolve) => {
    stop = resolve;
  });
  const commands = serviceCommands({
    env,
    cwd,
    untilStopped: async (finish = async () => {}) => {
      const request = await asked;
      await finish();
      return request;
    },
  });
  const program = commands.reduce((parent, command) => parent.addCommand(command), new Command('svc'));
  capture(program, written, colours);
  const ended = program.parseAsync([...argv], { from: 'user' }).then(
    () => 0,
    (error: unknown) => {
      if (error instanceof CommanderError) return exitCodeOf(error);
      throw error;
    },
  );
  return { written, ended, stop: (request: StopRequest) => (stop(request), ended) };
}

/** Runs one command line of the service to its end. */
export async function runCommand(argv: readonly string[], surroundings?: Surroundings) {
  const { written, ended } = startCommand(argv, surroundings);
  return { code: await ended, ...written };
}

function capture(command: Command, written: { stdout: string; stderr: string }, colours: boolean): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => void (written.stdout += text),
    writeErr: (text) => void (written.stderr += text),
    getOutHasColors: () => colours,
  });
  for (const child of command.commands) capture(child, written, colours);
}

/** As svc does: what commander rejects is bad usage. */
const exitCodeOf = ({ code, exitCode }: CommanderError) =>
  code.startsWith('commander.') && code !== 'commander.error' && exitCode !== 0 ? 2 : exitCode;
