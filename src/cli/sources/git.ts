import { countOf } from '../../text/join-words.js';
import { CommandFailure } from '../command-failure.js';

export interface GitAnswer {
  readonly code: number;
  readonly stdout: string;
}

const quiet = {
  stripFinalNewline: false,
  env: { GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
  maxBuffer: 1 << 30,
} as const;

/** Runs git in a folder, without a pager or a password prompt. Throws if git is not installed. */
export async function runGit(cwd: string, args: readonly string[]): Promise<GitAnswer> {
  const { execa } = await import('execa');
  const { exitCode, stdout, code } = await execa('git', [...args], {
    cwd,
    reject: false,
    ...quiet,
  });
  if (code === 'ENOENT')
    throw new CommandFailure('git is not installed. Install it, or compare two files: svc diff old.yaml new.yaml.');
  return { code: exitCode ?? 2, stdout };
}

/** The texts of blobs by their object names, read by one process; empty for an object that is no blob. */
export async function readBlobs(objects: readonly string[], cwd: string): Promise<readonly string[]> {
  if (objects.length === 0) return [];
  const { execa } = await import('execa');
  const { stdout } = await execa('git', ['cat-file', '--batch'], {
    cwd,
    input: `${objects.join('\n')}\n`,
    encoding: 'buffer',
    reject: false,
    ...quiet,
  });
  const bytes = Buffer.from(stdout);
  let start = 0;
  return objects.map(() => {
    const end = bytes.indexOf('\n', start);
    const [, kind, size] = bytes.toString('utf8', start, end).split(' ');
    start = end + 1;
    if (size === undefined) return '';
    const text = bytes.toString('utf8', start, start + Number(size));
    start += Number(size) + 1;
    return kind === 'blob' ? text : '';
  });
}

/** Resolves a ref to a commit; throws with the fix if the ref is missing, as in a shallow clone. `subject` is what the commit is for. */
export async function findCommit(ref: string, cwd: string, subject = 'this folder'): Promise<string> {
  if (ref === '' || ref.startsWith('-'))
    throw new CommandFailure(
      `${JSON.stringify(ref)} is not a git ref. Use a branch, a tag or a commit, such as origin/main.`,
    );
  const { code, stdout } = await runGit(cwd, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${ref}^{commit}`,
  ]);
  if (code === 0) return stdout.trim();
  throw new CommandFailure(await explainMissing(ref, cwd, subject));
}

/** The commit where HEAD left the ref, so that later additions to the ref do not look like removals. */
export async function findMergeBase(ref: string, cwd: string, subject: string): Promise<string> {
  const commit = await findCommit(ref, cwd, subject);
  const { code, stdout } = await runGit(cwd, ['merge-base', commit, 'HEAD']);
  if (code === 0) return stdout.trim();
  if (await isShallow(cwd))
    throw new CommandFailure(
      shallowAdvice(`This shallow clone does not contain the commit where HEAD left ${ref}.`, ref),
    );
  return commit;
}

async function explainMissing(ref: string, cwd: string, subject: string): Promise<string> {
  const { code } = await runGit(cwd, ['rev-parse', '--git-dir']);
  if (code !== 0)
    return `${cwd} is not in a git repository, so ${subject} cannot be compared with ${ref}. Run this command in a clone, or compare two files: svc diff old.yaml new.yaml.`;
  if (await isShallow(cwd)) return shallowAdvice(`This shallow clone does not contain ${ref}.`, ref);
  const commits = await runGit(cwd, ['rev-list', '--all', '--max-count=1']);
  if (commits.stdout === '')
    return `This repository has no commits yet, so there is nothing to compare with. Commit first: git add . && git commit`;
  return (
    (await explainTooFar(ref, cwd)) ??
    `Unknown git ref ${JSON.stringify(ref)}. Fetch it: git fetch origin ${branchOf(ref)}`
  );
}

/** `HEAD~5` in a history of three commits; null where what it starts from is unknown too. */
async function explainTooFar(ref: string, cwd: string): Promise<string | null> {
  const start = ref.replace(/[~^@].*$/s, '') || 'HEAD';
  if (start === ref) return null;
  const { code, stdout } = await runGit(cwd, ['rev-list', '--first-parent', '--count', '--end-of-options', start]);
  if (code !== 0) return null;
  const earlier = Number(stdout) - 1;
  if (earlier === 0)
    return `Unknown git ref ${JSON.stringify(ref)}: ${start} is the first commit. Compare with ${start}.`;
  return `Unknown git ref ${JSON.stringify(ref)}: ${start} has ${countOf(earlier, 'earlier commit')}. Go back no further than ${start}~${earlier}.`;
}

function shallowAdvice(what: string, ref: string): string {
  const branch = branchOf(ref);
  return [
    what,
    'GitHub Actions: set fetch-depth: 0 on actions/checkout.',
    'GitLab: set the variable GIT_DEPTH to 0.',
    `Elsewhere: git fetch --unshallow${branch === 'HEAD' ? '' : ` origin ${branch}`}`,
  ].join('\n');
}

const branchOf = (ref: string) => ref.replace(/^(?:refs\/remotes\/)?origin\//, '').replace(/[~^].*$/, '');

async function isShallow(cwd: string): Promise<boolean> {
  return (await runGit(cwd, ['rev-parse', '--is-shallow-repository'])).stdout.trim() === 'true';
}
