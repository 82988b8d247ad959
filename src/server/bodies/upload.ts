import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { StreamedFile, UploadedFile } from '../../routing/declare/files.js';
import type { SchemaIssue } from '../../schema/standard-schema.js';
import { isThenable } from '../endpoint/is-thenable.js';
import { makeUploadFolder } from './upload-folder.js';

type Received = Pick<Upload, 'fields' | 'files' | 'issues'>;

/** What a multipart body brought. Its files are removed when the answer is sent and the handler has ended. */
export class Upload {
  readonly #values = new Map<string, string[]>();
  readonly files = new Map<string, (UploadedFile | StreamedFile)[]>();
  readonly issues: SchemaIssue[] = [];
  #folder: Promise<string> | null = null;
  #isRunning = false;
  #writing = 0;
  #isClosed = false;

  constructor(
    readonly response: ServerResponse,
    /** The folder that its own folder is made in. */
    readonly parent: string,
  ) {
    response.once('close', () => {
      this.#isClosed = true;
      this.#clean();
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** A path of its own for one file. */
  async newPath(): Promise<string> {
    return join(await (this.#folder ??= makeUploadFolder(this.parent)), randomUUID());
  }

  /** Waits with the removal for a file that is being written. */
  async whileWriting<T>(write: () => Promise<T>): Promise<T> {
    this.#writing += 1;
    try {
      return await write();
    } finally {
      this.#writing -= 1;
      this.#clean();
    }
  }

  /** A field that comes again makes a list. */
  get fields(): Record<string, string | string[]> {
    const fields = Object.create(null) as Record<string, string | string[]>;
    for (const [name, values] of this.#values) fields[name] = values.length === 1 ? values[0]! : values;
    return fields;
  }

  /** `position` is that among the fields of this name, which may be read in another order. */
  addField(name: string, position: number, value: string): void {
    put(this.#values, name, position, value);
  }

  addFile(name: string, position: number, file: UploadedFile | StreamedFile): void {
    put(this.files, name, position, file);
  }

  /** Keeps the files for as long as a handler runs, even if the client has gone. */
  during<T>(handle: () => T): T {
    this.#isRunning = true;
    const end = () => {
      this.#isRunning = false;
      this.#clean();
    };
    try {
      const value = handle();
      if (!isThenable(value)) return end(), value;
      void value.then(end, end);
      return value;
    } catch (error) {
      end();
      throw error;
    }
  }

  #clean(): void {
    if (!this.#isClosed || this.#isRunning || this.#writing > 0) return;
    void this.#folder?.then((folder) => rm(folder, { recursive: true, force: true })).catch(() => {});
  }
}

function put<Value>(lists: Map<string, Value[]>, name: string, position: number, value: Value): void {
  const known = lists.get(name) ?? [];
  known[position] = value;
  lists.set(name, known);
}

export const noUpload: Received = Object.freeze({ fields: {}, files: new Map(), issues: [] });
