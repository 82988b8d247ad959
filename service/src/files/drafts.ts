import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { kill, pid, uptime } from 'node:process';
import { isSystemError } from './is-system-error.js';

const host = hostname().replaceAll(/[^\w-]/g, '_');
const written = /^\.(?<host>[\w-]*)~(?<pid>\d+)~/;

/** In milliseconds: no writer takes as long, so that a draft of any machine is abandoned after it. */
const longest = 3_600_000;

/** The name of a file while it is written. It says who writes it, so that what a killed writer left is known for what it is. */
export const draftName = (): string => `.${host}~${pid}~${randomUUID()}`;

/** Deletes the drafts in a folder whose writer runs no more. `others` says whether files with other names are drafts too. */
export async function removeAbandonedDrafts(folder: string, others: boolean, now = Date.now()): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (!others && !written.test(name)) continue;
    const path = join(folder, name);
    const changedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    );
    if (changedAt !== null && isAbandoned(name, changedAt, now)) await rm(path, { force: true });
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return [];
    throw error;
  });
}

function isAbandoned(name: string, changedAt: number, now: number): boolean {
  if (changedAt < now - longest) return true;
  const writer = written.exec(name)?.groups;
  if (writer?.host !== host) return false;
  // A container's processes get the same numbers again after a restart.
  return Number(writer.pid) === pid ? changedAt < now - uptime() * 1_000 : !isRunning(Number(writer.pid));
}

function isRunning(process: number): boolean {
  try {
    return kill(process, 0);
  } catch (error) {
    return !isSystemError(error, 'ESRCH');
  }
}
