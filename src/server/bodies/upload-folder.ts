import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { millisecondsPerDay } from '../../text/date.js';

const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const namePattern = /^svckit-upload-([\da-f]{8})-(\d+)-[\da-f]{12}-/;

const swept = new Set<string>();

let token: string | undefined;
/** How this process's folders begin. Workers have no random values while modules load. */
const own = () => `svckit-upload-${host}-${process.pid}-${(token ??= randomBytes(6).toString('hex'))}-`;

/** Where the folders of uploads are: the system's temporary folder by default. The first use removes what processes that have died left there. */
export function uploadParent(parent: string = tmpdir()): string {
  if (!swept.has(parent)) void sweepUploads(parent, Date.now());
  swept.add(parent);
  return parent;
}

/** Makes a folder that only this user can open. */
export const makeUploadFolder = (parent: string): Promise<string> => mkdtemp(join(parent, own()));

/** Removes the folders of processes that are gone, and those that nobody has touched for a day. */
export async function sweepUploads(parent: string, now: number): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    const [, ownHost, pid] = namePattern.exec(name) ?? [];
    if (pid === undefined || name.startsWith(own())) continue;
    const path = join(parent, name);
    const touched = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => now,
    );
    const isGone = ownHost === host && !isAlive(Number(pid));
    if (isGone || now - touched > millisecondsPerDay) await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

/** A folder with this process's id and another token is of an earlier process, as after the restart of a container. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
