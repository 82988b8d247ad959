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

/** The commit that a ref names; throws with what to write where it is not there, as in a shallow clone. */
export async function findCommit(ref: string, cwd: string): Promise<string> {
  if (ref === '' || ref.startsWith('-'))
    throw new CommandFailure(
      `${JSON.stringify(ref)} is no git ref. Write a branch, a tag or a commit, such as origin/main.`,
    );
  const { code, stdout } = await runGit(cwd, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${ref}^{commit}`,
  ]);
  if (code === 0) return stdout.trim();
  throw new CommandFailure(await explainMissing(ref, cwd));
}

/** The commit at which the work began: where HEAD left the ref, so that what others added since is not taken for removed. */
export async function findMergeBase(ref: string, cwd: string): Promise<string> {
  const commit = await findCommit(ref, cwd);
  const { code, stdout } = await runGit(cwd, ['merge-base', commit, 'HEAD']);
  if (code === 0) return stdout.trim();
  if (await isShallow(cwd))
    throw new CommandFailure(
      shallowAdvice(`This clone is shallow and does not reach back to where HEAD left ${ref}.`, ref),
    );
  return commit;
}

async function explainMissing(ref: string, cwd: string): Promise<string> {
  const { code } = await runGit(cwd, ['rev-parse', '--git-dir']);
  if (code !== 0) return `${cwd} is in no git repository. Run this in a clone, or compare files instead.`;
  if (await isShallow(cwd)) return shallowAdvice(`This clone is shallow and does not have ${ref}.`, ref);
  const branch = branchOf(ref);
  return `There is no ${ref} in this repository. Fetch it: git fetch origin ${branch}`;
}

function shallowAdvice(what: string, ref: string): string {
  const branch = branchOf(ref);
  return [
    what,
    'GitHub Actions: give actions/checkout the setting fetch-depth: 0.',
    'GitLab: set the variable GIT_DEPTH: 0.',
    `Anywhere: git fetch --unshallow origin ${branch}`,
  ].join('\n');
}

const branchOf = (ref: string) => ref.replace(/^(?:refs\/remotes\/)?origin\//, '').replace(/[~^].*$/, '');

async function isShallow(cwd: string): Promise<boolean> {
  return (await runGit(cwd, ['rev-parse', '--is-shallow-repository'])).stdout.trim() === 'true';
}
