import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { basename, dirname, join, relative, resolve } from 'node:path';

/** One file of a write: its absolute path, what it holds now and what it shall hold; null for no file. */
export interface FileChange {
  readonly file: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What stands beside the files until all of them are written. */
interface Journal {
  /** While `prepare` stands here, no file has changed; with `commit`, every new text is on the disk. */
  readonly state: 'prepare' | 'commit';
  /** The process that writes. */
  readonly pid: number;
  /** Relative to the folder of the journal; `from` is where the new text is, null where the file goes. */
  readonly files: readonly { readonly file: string; readonly from: string | null }[];
}

/** The name of the journal in the folder of the service. */
export const journalName = '.svc-write.json';

/** A file is not what it was when its new text was made. */
export class FileChangedError extends Error {
  override readonly name = 'FileChangedError';
  constructor(readonly file: string) {
    super(`${file} has changed meanwhile.`);
  }
}

/** Writes several files or none: killed at any point, `finishWrite` for the same folder finishes what was begun, or takes it back. Throws a FileChangedError before it writes anything. */
export function writeTogether(folder: string, changes: readonly FileChange[]): void {
  try {
    for (const _ of stepsOf(folder, changes));
  } catch (error) {
    finishWrite(folder);
    throw error;
  }
}

/** Finishes a write that was killed, or takes it back where it had not begun to change files. Does nothing while another process prepares one. */
export function finishWrite(folder: string): void {
  const path = join(folder, journalName);
  const text = readIfPresent(path);
  if (text === null) return;
  const journal = readJournal(text);
  if (journal.state === 'prepare' && journal.pid !== process.pid && isRunning(journal.pid)) return;
  if (journal.state === 'commit') for (const _ of moveSteps(folder, journal));
  else for (const { from } of journal.files) if (from !== null) rmSync(resolve(folder, from), { force: true });
  rmSync(`${path}.new`, { force: true });
  rmSync(path, { force: true });
}

/** A journal is replaced as a whole, so that one that ends early is the first: nothing was begun. */
function readJournal(text: string): Journal {
  try {
    return JSON.parse(text) as Journal;
  } catch {
    return { state: 'prepare', pid: process.pid, files: [] };
  }
}

/** The write in steps: whatever happens to the process happens between two of them. */
export function* stepsOf(folder: string, changes: readonly FileChange[]): Generator<void> {
  finishWrite(folder);
  const changed = changes.filter(({ before, after }) => before !== after);
  for (const { file, before } of changed) if (readIfPresent(file) !== before) throw new FileChangedError(file);
  const mark = randomBytes(6).toString('hex');
  const files = changed.map(({ file, after }) => ({
    file: relative(folder, file),
    from: after === null ? null : relative(folder, join(dirname(file), `.${basename(file)}.${mark}`)),
  }));
  const path = join(folder, journalName);
  yield* writeDurably(path, writeJournal({ state: 'prepare', pid: process.pid, files }), path, 'wx');
  for (const [index, { file, after }] of changed.entries()) {
    if (after === null) continue;
    makeFolder(dirname(file));
    yield* writeDurably(resolve(folder, files[index]!.from!), after, file);
  }
  const journal: Journal = { state: 'commit', pid: process.pid, files };
  yield* writeDurably(`${path}.new`, writeJournal(journal), path);
  renameSync(`${path}.new`, path);
  syncFolder(folder);
  yield;
  yield* moveSteps(folder, journal);
  rmSync(path);
  yield;
}

/** May be repeated from its beginning. */
function* moveSteps(folder: string, { files }: Journal): Generator<void> {
  for (const { file, from } of files) {
    if (from === null) rmSync(resolve(folder, file), { force: true });
    else if (existsSync(resolve(folder, from))) renameSync(resolve(folder, from), resolve(folder, file));
    yield;
  }
  for (const home of new Set(files.map(({ file }) => dirname(resolve(folder, file))))) syncFolder(home);
}

const writeJournal = (journal: Journal) => `${JSON.stringify(journal, null, 2)}\n`;

/** With the permissions of the file that it replaces. */
function* writeDurably(path: string, text: string, replaced: string, flag = 'w'): Generator<void> {
  writeFileSync(path, text, { flag, flush: true });
  yield;
  const found = statSync(replaced, { throwIfNoEntry: false });
  if (found) chmodSync(path, found.mode);
}

function syncFolder(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } catch {
    // Windows cannot flush a folder.
  } finally {
    closeSync(descriptor);
  }
}

/** Creates the missing folders one by one: in /proc, Node's recursive mkdir never returns. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

function readIfPresent(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
