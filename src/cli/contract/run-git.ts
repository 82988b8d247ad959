import { execa } from 'execa';
import { CommandFailure } from '../command-failure.js';

export interface GitAnswer {
  readonly code: number;
  readonly stdout: string;
}

/** Asks git in a folder; never waits for a password, never pages. Throws when there is no git. */
export async function runGit(cwd: string, args: readonly string[]): Promise<GitAnswer> {
  const { exitCode, stdout, code } = await execa('git', [...args], {
    cwd,
    reject: false,
    stripFinalNewline: false,
    env: { GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
    maxBuffer: 1 << 30,
  });
  if (code === 'ENOENT')
    throw new CommandFailure('git was not found. Install it, or compare files instead of git:<ref>.');
  return { code: exitCode ?? 2, stdout };
}
