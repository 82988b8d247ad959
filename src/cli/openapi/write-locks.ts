import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describedLack } from '../../report/described.js';
import { joinWords } from '../../text/join-words.js';
import type { Io } from '../io.js';
import type { AnswerTo } from '../questions/questions.js';
import { isRegularFile } from '../sources/read-regular-file.js';
import { writeFileAtomically } from '../write-file-atomically.js';
import { locksIn, lockTexts } from './lock-texts.js';

/** Writes the lock files of an API, removes those of versions that it no longer has, and says so. */
export function writeLocks(answer: AnswerTo<'locks'>, dir: string, { cwd, stderr }: Io): void {
  const texts = lockTexts(answer);
  const names = [...texts.keys()];
  for (const name of names) isRegularFile(join(dir, name), cwd);
  for (const [name, text] of texts) writeFileAtomically(resolve(cwd, dir, name), text, join(dir, name));
  const stale = locksIn(dir, cwd).filter((name) => !names.includes(name));
  for (const name of stale) rmSync(resolve(cwd, dir, name));
  const listOf = (list: readonly string[]) => joinWords(list.map((name) => join(dir, name)));
  stderr.write(
    `Wrote ${listOf(names)}.${stale.length > 0 ? ` Removed ${listOf(stale)}, which ${describedLack(answer.described)}.` : ''}\n`,
  );
}
