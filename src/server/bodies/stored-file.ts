import { createReadStream } from 'node:fs';
import { copyFile, readFile, rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { UploadedFile } from '../../routing/declare/files.js';

/** A file that an upload has written. */
export class StoredFile implements UploadedFile {
  #path: string;

  constructor(
    readonly name: string,
    readonly mediaType: string,
    readonly size: number,
    path: string,
  ) {
    this.#path = path;
  }

  get path(): string {
    return this.#path;
  }

  stream(): Readable {
    return createReadStream(this.#path);
  }

  bytes(): Promise<Buffer> {
    return readFile(this.#path);
  }

  async moveTo(path: string): Promise<void> {
    await rename(this.#path, path).catch(async (error: unknown) => {
      if ((error as { code?: string }).code !== 'EXDEV') throw error;
      await copyFile(this.#path, path);
      await rm(this.#path);
    });
    this.#path = path;
  }
}
