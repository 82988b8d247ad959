import { execa } from 'execa';

export interface ProgramResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment of a person's shell, without what the runner of these tests added to it. */
export function shellEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(?:npm_|VITEST|NODE_ENV$|NODE_OPTIONS$|PORT$|HOST$|TEST)/.test(name),
    ),
  );
}

/** Runs a program to its end; rejects when it fails, unless a failure is what is wanted. */
export async function runProgram(
  command: readonly [string, ...string[]],
  cwd: string,
  { mayFail = false } = {},
): Promise<ProgramResult> {
  const [program, ...parameters] = command;
  const result = await execa(program, parameters, {
    cwd,
    reject: false,
    stdin: 'ignore',
    stripFinalNewline: false,
    env: shellEnvironment(),
    extendEnv: false,
  });
  if (result.failed && !mayFail)
    throw new Error(`${command.join(' ')} failed in ${cwd}:\n${result.stdout}\n${result.stderr}`);
  return { code: result.exitCode ?? 1, stdout: result.stdout, stderr: result.stderr };
}
