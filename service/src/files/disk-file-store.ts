import { constants } from 'node:fs';
import { access, type FileHandle, lstat, mkdir, open, realpath, rm, rmdir, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { WriteHealth } from '../health/write-health.js';
import { draftName, removeAbandonedDrafts } from './drafts.js';
import { INCOMING_FOLDER } from './file-key.js';
import type { Download, FileStore, StoredFile } from './file-store.js';
import { FileStoreError, tooLarge } from './file-store-error.js';
import { isSystemError } from './is-system-error.js';
import { mediaTypeOfKey } from './media-type-of-key.js';
import type { PresignedAddress, PresignedAddresses, PresignedMethod } from './presigned-addresses.js';
import { resolveInside } from './resolve-inside.js';
import { walkFiles } from './walk-files.js';
import { syncFolder, writeAtomically } from './write-atomically.js';

export interface DiskFileStoreOptions {
  readonly folder: string;
  readonly addresses: PresignedAddresses;
}

const hour = 3_600_000;
const readFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Files in a folder of this machine, one file per key. */
export class DiskFileStore implements FileStore {
  readonly root = 'files';
  readonly #health = new WriteHealth();
  #folder: string;
  #sweeping: NodeJS.Timeout | null = null;

  constructor(private readonly options: DiskFileStoreOptions) {
    this.#folder = options.folder;
  }

  /** Creates the folder, and removes what killed writers left; looks for more of it every hour. */
  async onInit(): Promise<void> {
    await asStoreErrors(async () => {
      await mkdir(join(this.#folder, INCOMING_FOLDER), { recursive: true, mode: 0o700 });
      this.#folder = await realpath(this.#folder);
      await this.#sweep();
    });
    this.#sweeping = setInterval(() => void this.#sweep().catch(() => {}), hour).unref();
  }

  onShutdown(): void {
    if (this.#sweeping) clearInterval(this.#sweeping);
  }

  async *list(prefix: string): AsyncGenerator<string> {
    try {
      yield* walkFiles(this.#folder, prefix);
    } catch (error) {
      throw toStoreError(error);
    }
  }

  async has(key: string): Promise<boolean> {
    return asStoreErrors(async () => {
      const path = await resolveInside(this.#folder, key);
      return (await unlessMissing(lstat(path)))?.isFile() ?? false;
    });
  }

  async read(key: string, limit: number): Promise<StoredFile | null> {
    return asStoreErrors(async () => {
      const path = await resolveInside(this.#folder, key);
      const handle = await unlessMissing(open(path, readFlags));
      if (handle === null) return null;
      return readOpened(handle, key, limit).finally(() => handle.close());
    });
  }

  async download(key: string, limit: number): Promise<Download | null> {
    return asStoreErrors(async () => {
      const path = await resolveInside(this.#folder, key);
      const stats = await unlessMissing(lstat(path));
      if (!stats?.isFile()) return null;
      if (stats.size > limit) throw tooLarge(key, stats.size, limit);
      return Object.freeze({ content: path, type: mediaTypeOfKey(key) });
    });
  }

  async write(key: string, bytes: Uint8Array): Promise<void> {
    await asStoreErrors(async () => {
      const path = await resolveInside(this.#folder, key);
      await writeAtomically(path, bytes, join(this.#folder, INCOMING_FOLDER)).catch((error: unknown) => {
        if (!isSystemError(error, 'EISDIR', 'ENOTDIR', 'EEXIST', 'ENOTEMPTY', 'EPERM')) {
          if (isSystemError(error, 'ENOSPC', 'EDQUOT', 'EIO', 'EROFS')) this.#health.fail();
          throw error;
        }
        const reason = 'a file and a folder cannot have the same name. Choose another key, or delete the existing one';
        throw new FileStoreError('conflict', `The key ${JSON.stringify(key)} cannot be written: ${reason}.`, {
          cause: error,
        });
      });
    });
  }

  async delete(key: string): Promise<boolean> {
    return asStoreErrors(async () => {
      const path = await resolveInside(this.#folder, key);
      if (!(await unlessMissing(lstat(path)))?.isFile()) return false;
      if ((await unlessMissing(unlink(path).then(() => true))) === null) return false;
      await syncFolder(dirname(path));
      await this.#removeEmptyFolders(dirname(path));
      return true;
    });
  }

  async presign(method: PresignedMethod, key: string, seconds: number): Promise<PresignedAddress> {
    await asStoreErrors(() => resolveInside(this.#folder, key));
    return this.options.addresses.sign(method, key, seconds);
  }

  async check(): Promise<void> {
    const incoming = join(this.#folder, INCOMING_FOLDER);
    await asStoreErrors(async () => {
      await access(incoming, constants.R_OK | constants.W_OK);
      await this.#health.check(() => tryToWrite(join(incoming, draftName())));
    });
  }

  #sweep(): Promise<void> {
    return removeAbandonedDrafts(join(this.#folder, INCOMING_FOLDER), true);
  }

  async #removeEmptyFolders(from: string): Promise<void> {
    for (let folder = from; folder !== this.#folder; folder = dirname(folder)) {
      try {
        await rmdir(folder);
      } catch {
        return;
      }
    }
  }
}

async function readOpened(handle: FileHandle, key: string, limit: number): Promise<StoredFile | null> {
  const { size, isFile } = await handle.stat().then((stats) => ({ size: stats.size, isFile: stats.isFile() }));
  if (!isFile) return null;
  if (size > limit) throw tooLarge(key, size, limit);
  const bytes = await handle.readFile();
  return Object.freeze({ key, size: bytes.byteLength, type: mediaTypeOfKey(key), bytes });
}

const trialBytes = new Uint8Array(65_536);

async function tryToWrite(path: string): Promise<void> {
  await writeFile(path, trialBytes, { flag: 'wx', flush: true }).finally(() => rm(path, { force: true }));
}

async function unlessMissing<T>(operation: Promise<T>): Promise<T | null> {
  return operation.catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR', 'EISDIR', 'ENXIO')) return null;
    throw error;
  });
}

async function asStoreErrors<T>(operation: () => Promise<T>): Promise<T> {
  return operation().catch((error: unknown) => {
    throw toStoreError(error);
  });
}

function toStoreError(error: unknown): unknown {
  if (isSystemError(error, 'ELOOP'))
    return new FileStoreError('invalid-key', 'The key must not name a symbolic link.', { cause: error });
  if (error instanceof FileStoreError || !(error instanceof Error && 'code' in error)) return error;
  return new FileStoreError('unavailable', `The folder of the file store is not usable (${String(error.code)}).`, {
    cause: error,
  });
}
