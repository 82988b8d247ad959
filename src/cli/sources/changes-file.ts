import { join } from 'node:path';
import { type ChangesLock, changesLockName, parseChanges } from '../../laws/lock/changes-lock.js';
import { countsFolder, type KeptCounts } from '../../lens/lock/kept-shapes.js';
import { parseShapes, shapesLockName, type ShapesLock } from '../../lens/lock/shapes-lock.js';
import { CommandFailure } from '../command-failure.js';
import { listNames } from './lock-files.js';
import { isoDay } from '../../text/date.js';
import { readRegularFile } from './read-regular-file.js';

/** The file of the changes in a folder; null without one. */
function readChanges(folder: string, cwd: string): ChangesLock | null {
  const file = join(folder, changesLockName);
  const text = readRegularFile(file, cwd);
  return text === null ? null : parseChangesFile(text, file);
}

/** What the text of such a file holds; throws for any other text, naming `source`. */
export function parseChangesFile(text: string, source: string): ChangesLock {
  const lock = parseChanges(text);
  if (lock) return lock;
  throw new CommandFailure(`${source} is not a file of changes. Write it again with svc openapi lock.`);
}

/** The file of the shapes in a folder; null without one. */
export function readShapes(folder: string, cwd: string): ShapesLock | null {
  const file = join(folder, shapesLockName);
  const text = readRegularFile(file, cwd);
  return text === null ? null : parseShapesFile(text, file);
}

/** What the text of such a file holds; throws for any other text, naming `source`. */
export function parseShapesFile(text: string, source: string): ShapesLock {
  const lock = parseShapes(text);
  if (lock) return lock;
  throw new CommandFailure(`${source} is not a file of shapes. Write it again with svc openapi lock.`);
}

/** The counts of stored values beside the lock files, judged on a day. */
export function readCounts(folder: string, cwd: string, asOf: Date): KeptCounts {
  const counts = listNames(join(folder, countsFolder), cwd).flatMap((name) => {
    const lens = /^(.+)\.json$/.exec(name)?.[1];
    const text = lens === undefined ? null : readRegularFile(join(folder, countsFolder, name), cwd);
    return lens === undefined || text === null ? [] : [[decode(lens), text] as const];
  });
  return { folder, counts: Object.fromEntries(counts), asOf: isoDay(asOf) };
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The files beside the contracts in a folder. */
export const readWritten = (folder: string, cwd: string, asOf: Date) => ({
  changes: readChanges(folder, cwd),
  shapes: readShapes(folder, cwd),
  kept: readCounts(folder, cwd, asOf),
});
