import { randomBytes } from 'node:crypto';
import { constants, copyFile, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../files/write-atomically.js';

/** Reads the secret in the data folder, or creates it: atomically, and only once. */
export async function keepSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret');
  const kept = await readSecret(path);
  if (kept !== null) return kept;
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeOnce(path, `${randomBytes(32).toString('base64url')}\n`);
    await syncFolder(dataDir);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(
      `The secret cannot be kept in ${path}: ${message}. Set AUTH_SECRET, or DATA_DIR to a folder that this process can write to.`,
      { cause: error },
    );
  }
  const made = await readSecret(path);
  if (made === null) throw new Error(`The secret in ${path} vanished while it was being written.`);
  return made;
}

async function readSecret(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  const secret = text?.trim() ?? null;
  if (secret === null || secret.length >= 32) return secret;
  throw new Error(
    `${path} holds no secret of at least 32 characters. Restore it, or delete it to get a new one, which ends all sessions and signed addresses.`,
  );
}

/** A link to a finished file: one of several writers wins, and no reader sees half a secret. */
async function writeOnce(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, text, { flag: 'wx', mode: 0o600, flush: true });
    await link(draft, path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return;
      // Some file systems have no links.
      if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes(error.code ?? '')) throw error;
      await copyFile(draft, path, constants.COPYFILE_EXCL).catch((failure: NodeJS.ErrnoException) => {
        if (failure.code !== 'EEXIST') throw failure;
      });
    });
  } finally {
    await rm(draft, { force: true });
  }
}
