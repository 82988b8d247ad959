import { Readable } from 'node:stream';
import { HttpError } from '../../routing/table/http-error.js';
import { sniffed } from './sniff.js';

/** A file on its way to a handler. */
export interface ArrivingFile {
  /** Its first bytes. */
  readonly start: Buffer;
  /** All of it. Ends when `rest` resolves, and fails as `rest` does. */
  readonly content: Readable;
}

/** Reads the beginning of a file and hands over the whole. `rest` resolves at the end of the body around it. */
export async function handOver(
  stream: Readable,
  { name, maxBytes, rest }: { readonly name: string; readonly maxBytes: number; readonly rest: Promise<void> },
): Promise<ArrivingFile> {
  const source = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let size = 0;
  const read = async (): Promise<Buffer | null> => {
    const { done, value } = await source.next();
    if (done) return null;
    size += value.length;
    if (size > maxBytes) throw new HttpError(413, `The file ${name} is larger than ${maxBytes} bytes.`);
    return value;
  };
  const first: Buffer[] = [];
  for (let chunk = await read(); chunk !== null; chunk = size < sniffed ? await read() : null) first.push(chunk);
  const start = Buffer.concat(first);
  async function* whole() {
    try {
      yield start;
      for (let chunk = await read(); chunk !== null; chunk = await read()) yield chunk;
      await rest;
    } finally {
      stream.destroy();
    }
  }
  return { start, content: Readable.from(whole(), { objectMode: false }) };
}
