import { execa } from 'execa';

export interface ProgramResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment without the variables that the test runner added. */
export function shellEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(?:npm_|VITEST|NODE_ENV$|NODE_OPTIONS$|PORT$|HOST$|TEST)/.test(name),
    ),
  );
}

/** Runs a program to its end; rejects if it fails, unless `mayFail` is set. */
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
