import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface WrittenFile {
  readonly path: string;
  readonly size: number;
  /** SHA-256, hexadecimal; null where nobody asked for it. */
  readonly hash: string | null;
}

/** Writes a file as it arrives; null when it is larger than `maxBytes`. */
export async function writeUpload(
  source: Readable,
  path: string,
  maxBytes: number,
  isHashed: boolean,
): Promise<WrittenFile | null> {
  const hash = isHashed ? createHash('sha256') : null;
  let size = 0;
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > maxBytes) return;
      hash?.update(chunk);
      yield chunk;
    }
  }
  await pipeline(source, counted, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return size > maxBytes ? null : { path, size, hash: hash?.digest('hex') ?? null };
}
