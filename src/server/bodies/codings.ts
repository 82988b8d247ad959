import { promisify } from 'node:util';
import * as zlib from 'node:zlib';

/** Bytes in their coding were not what their `Content-Encoding` says, or became more than may be read. */
export class CodingError extends Error {
  override readonly name = 'CodingError';
}

interface Coding {
  readonly decodeAtOnce: (bytes: Buffer, options: zlib.ZlibOptions) => Buffer;
  readonly decode: (bytes: Buffer, options: zlib.ZlibOptions) => Promise<Buffer>;
  readonly encode: (bytes: Buffer) => Promise<Buffer>;
}

const gzip: Coding = { decodeAtOnce: zlib.gunzipSync, decode: promisify(zlib.gunzip), encode: promisify(zlib.gzip) };

/** The codings of RFC 9110, section 8.4.1, and Brotli. */
const codings: Readonly<Record<string, Coding>> = {
  gzip,
  'x-gzip': gzip,
  deflate: { decodeAtOnce: zlib.inflateSync, decode: promisify(zlib.inflate), encode: promisify(zlib.deflate) },
  br: {
    decodeAtOnce: zlib.brotliDecompressSync as Coding['decodeAtOnce'],
    decode: promisify(zlib.brotliDecompress as (bytes: Buffer, options: object, done: never) => void) as never,
    encode: promisify(zlib.brotliCompress as (bytes: Buffer, done: never) => void) as never,
  },
};

/** The codings of a body, in the order in which they were applied. Throws a CodingError for one that is unknown. */
function codingsOf(header: string): readonly Coding[] {
  const names = header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  return names.map((name) => {
    if (Object.hasOwn(codings, name)) return codings[name]!;
    throw new CodingError(`Content-Encoding ${name} is unknown.`);
  });
}

/** Decodes a body to at most `limit` bytes. Throws a CodingError. */
export async function decodeBody(bytes: Buffer, header: string, limit: number): Promise<Buffer> {
  let decoded = bytes;
  for (const { decode } of codingsOf(header).toReversed())
    decoded = await decode(decoded, { maxOutputLength: limit }).catch((error: unknown) => refuse(error, header, limit));
  return decoded;
}

/** The same without leaving the tick, for a body that is small by its limit. */
export function decodeAtOnce(bytes: Buffer, header: string, limit: number): Buffer {
  try {
    return codingsOf(header).reduceRight(
      (rest, coding) => coding.decodeAtOnce(rest, { maxOutputLength: limit }),
      bytes,
    );
  } catch (error) {
    return refuse(error, header, limit);
  }
}

function refuse(error: unknown, header: string, limit: number): never {
  if (error instanceof CodingError) throw error;
  const { code, message } = error as NodeJS.ErrnoException;
  throw new CodingError(
    code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(limit) : `The body is not in ${header}: ${message}.`,
    { cause: code === 'ERR_BUFFER_TOO_LARGE' ? 'size' : 'form' },
  );
}

/** Encodes a body as its `Content-Encoding` says. */
export async function encodeBody(bytes: Buffer, header: string): Promise<Buffer> {
  let encoded = bytes;
  for (const { encode } of codingsOf(header)) encoded = await encode(encoded);
  return encoded;
}

/** The part of `Accept-Encoding` that we can decode. */
export function knownCodings(accepted: string): string {
  const known = accepted.split(',').filter((entry) => {
    const name = entry.split(';')[0]!.trim().toLowerCase();
    return name === 'identity' || Object.hasOwn(codings, name);
  });
  return known.map((entry) => entry.trim()).join(', ') || 'identity';
}

/** All bytes of a body, at most `limit`. Throws a CodingError for more. */
export async function collectBytes(body: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) throw new CodingError(tooLarge(limit), { cause: 'size' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const tooLarge = (limit: number) => `The body has more than ${limit} bytes.`;
