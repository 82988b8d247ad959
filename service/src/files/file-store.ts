import type { PresignedAddress, PresignedMethod } from './presigned-addresses.js';

export interface StoredFile {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** Media type. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A file to send. */
export interface Download {
  /** Its path on this machine, or its bytes where it is elsewhere. */
  readonly content: string | Uint8Array;
  /** Media type. */
  readonly type: string;
  /** Where the store knows it; that of a path is in the file system. */
  readonly lastModified?: Date;
}

/** Objects by key. Keys are those that `fileKeyFault` accepts; every store rejects others with a `FileStoreError`. */
export interface FileStore {
  /** The display name of the root of all keys. */
  readonly root: string;
  /** All keys that begin with the prefix, in the order of their UTF-8 bytes, listed lazily. */
  list(prefix: string): AsyncIterable<string>;
  has(key: string): Promise<boolean>;
  /** Reads a whole file, or null; rejects a file of more than `limit` bytes as too large. */
  read(key: string, limit: number): Promise<StoredFile | null>;
  /** A whole file to send, or null; rejects a file of more than `limit` bytes as too large. */
  download(key: string, limit: number): Promise<Download | null>;
  /** Replaces a file atomically: a reader sees the old bytes or the new ones, even after a crash. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** True when there was such a file. */
  delete(key: string): Promise<boolean>;
  /** An address that allows one method on one key for a number of seconds. */
  presign(method: PresignedMethod, key: string, seconds: number): Promise<PresignedAddress>;
  /** Rejects with a `FileStoreError` when files cannot be stored now. */
  check(): Promise<void>;
}
