import { spinner } from '@clack/prompts';
import { execa } from 'execa';
import type { Io } from '../io.js';

/** One step of the setup, run in the folder of the service. */
export interface InstallStep {
  readonly title: string;
  readonly done: string;
  readonly command: readonly [program: string, ...parameters: string[]];
}

export const installStep: InstallStep = {
  title: 'Installing packages',
  done: 'Installed packages',
  command: ['npm', 'install', '--no-audit', '--no-fund'],
};
export const lockStep: InstallStep = {
  title: 'Writing contracts/',
  done: 'Wrote contracts/',
  command: ['npm', 'run', '--silent', 'lock'],
};

/** Runs a step, with a spinner on a terminal. Resolves to null, or to the output of a failed step. */
export async function runStep(
  { title, done, command: [program, ...parameters] }: InstallStep,
  folder: string,
  io: Io,
): Promise<string | null> {
  const finish = showProgress(title, io);
  const result = await execa(program, parameters, {
    cwd: folder,
    all: true,
    reject: false,
    stdin: 'ignore',
    env: cleanEnvironment(io.env),
    extendEnv: false,
  });
  finish(result.failed ? `${title} failed` : done);
  return result.failed ? result.all || result.shortMessage || `${program} failed` : null;
}

function showProgress(title: string, { terminal, stderr, env }: Io): (message: string) => void {
  if (!terminal || env.NO_COLOR || env.TERM === 'dumb') {
    stderr.write(`${title} …\n`);
    return (message) => stderr.write(`${message}.\n`);
  }
  const shown = spinner({ output: terminal.output });
  shown.start(title);
  return (message) => shown.stop(message);
}

/** Without the variables of an outer npm, which would install elsewhere or for production. */
function cleanEnvironment(env: Io['env']): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) =>
        !/^npm_(?:config_(?:prefix|local_prefix|global_prefix|omit|production)|package_|lifecycle_|execpath|command)/i.test(
          name,
        ) && name !== 'NODE_ENV',
    ),
  );
}
