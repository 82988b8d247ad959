import { relative } from 'node:path';
import type { FileChange } from '../../edit/write-together.js';
import { escapeTerminal } from '../../text/escape.js';
import { joinWords } from '../../text/join-words.js';
import type { Io } from '../io.js';
import { printEdits } from './print-edits.js';

/** How a release was asked for. */
export interface ReleaseForm {
  readonly freezeOnly?: boolean;
  readonly dryRun?: boolean;
}

const kindOf = ({ before, after }: FileChange) => (before === null ? 'created' : after === null ? 'removed' : 'edited');

const isLock = ({ file }: FileChange) => file.endsWith('.json');

/** The written files as JSON. */
export function releaseJson(
  changed: readonly FileChange[],
  version: string,
  { dryRun, freezeOnly }: ReleaseForm,
  { cwd }: Pick<Io, 'cwd'>,
): string {
  const files = changed.map((one) => ({
    file: relative(cwd, one.file),
    change: kindOf(one),
    ...(dryRun && { text: one.after }),
  }));
  return `${JSON.stringify({ version: 1, released: version, freezeOnly: freezeOnly ?? false, written: !dryRun, files }, null, 2)}\n`;
}

/** The written files, or what would be written. `reworded` are the locks of older versions in which only words change. */
export function releaseText(
  changed: readonly FileChange[],
  reworded: readonly string[],
  version: string,
  { dryRun, freezeOnly }: ReleaseForm,
  { cwd }: Pick<Io, 'cwd'>,
): string {
  const nameOf = ({ file }: FileChange) => relative(cwd, file);
  const list = changed.map((one) => `  ${kindOf(one).padEnd(7)}  ${escapeTerminal(nameOf(one))}\n`).join('');
  if (changed.length === 0) return `Version ${version} is frozen already.\n`;
  if (dryRun) {
    const edits = changed.filter((one) => !isLock(one)).map((one) => printEdits(one, nameOf(one)));
    return `${edits.join('\n')}\nsvc release ${version}${freezeOnly ? ' --freeze-only' : ''} would write:\n${list}Nothing is written.\n`;
  }
  const done = freezeOnly ? `Froze the shapes of version ${version}` : `Released version ${version}`;
  const older =
    reworded.length === 0
      ? 'Every older version is what it was.'
      : `Of older versions, only words change: ${joinWords(reworded)}.`;
  return `${done}:\n${list}${older} Run the tests, and commit these files.\n`;
}
