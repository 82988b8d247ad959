import { isoDay } from '../../text/date.js';
import type { ContractState } from '../../contract/changelog.js';
import { CommandFailure } from '../command-failure.js';
import { findCommit, runGit } from './git.js';
import { locksAtCommit } from './locks-in-git.js';

/** The contracts at a ref and at every later commit of this branch that changed the folder, the oldest first. Throws when the ref is not there. */
export async function contractHistory(since: string, folder: string, cwd: string): Promise<readonly ContractState[]> {
  const start = await findCommit(since, cwd);
  const { code, stdout } = await runGit(cwd, [
    'log',
    '--first-parent',
    '--reverse',
    '--date=unix',
    '--format=%H%x09%h%x09%cd%x09%s',
    `${start}..HEAD`,
    '--',
    folder,
  ]);
  if (code !== 0)
    throw new CommandFailure(`git could not list the commits since ${since}. Is there a commit on this branch?`);
  const commits = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
  const [first, ...rest] = [[start, since, '0', ''], ...commits];
  return Promise.all(
    [first!, ...rest].map(async ([hash = '', commit = '', seconds = '0', ...subject]) => ({
      commit,
      day: isoDay(new Date(Number(seconds) * 1000)),
      subject: subject.join('\t'),
      locks: await locksAtCommit(hash, folder, cwd),
    })),
  );
}
