import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type ContractLock,
  lockName,
  serialiseLock,
  versionOfFile,
  withNext,
} from '../../contract/lock/contract-lock.js';
import { shapesLockName, type ShapesLock } from '../../lens/lock/shapes-lock.js';
import { type LockFile, packLocks } from '../../contract/lock/lock-file.js';
import { type ChangesLock, changesLockName, serialiseChanges, writeLock } from '../../laws/lock/changes-lock.js';

/** What the lock files of an API hold. */
export interface LockedContracts {
  readonly locks: readonly ContractLock[];
  /** What is not released; null where nothing is. */
  readonly next: ContractLock | null;
  readonly changes: ChangesLock | null;
  /** null without lenses. */
  readonly shapes: ShapesLock | null;
}

/** The text of each lock file, by its name. */
export function lockTexts({ locks, next, changes, shapes }: LockedContracts): ReadonlyMap<string, string> {
  const all = withNext(locks, next);
  const texts = new Map(
    packLocks(all).map((file, index) => [lockName(file.version), textOf(file, all[index]!)] as const),
  );
  if (changes !== null) texts.set(changesLockName, serialiseChanges(changes));
  if (shapes !== null) texts.set(shapesLockName, writeLock(shapes));
  return texts;
}

/** A version whose differences are longer than its document is written in full. */
function textOf({ content }: LockFile, { document }: ContractLock): string {
  const text = serialiseLock(content);
  if (content === document) return text;
  const whole = serialiseLock(document);
  return text.length > whole.length ? whole : text;
}

const isLock = (name: string) =>
  name === changesLockName || name === shapesLockName || versionOfFile(name) !== undefined;

/** The names of the lock files in a folder. */
export const locksIn = (folder: string, cwd: string): readonly string[] =>
  readdirSync(resolve(cwd, folder)).filter(isLock).sort();
