import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { acceptWeights } from '../../text/accept-weights.js';

export type Coding = 'br' | 'gzip';
export type Encoder = ReturnType<typeof createBrotliCompress> | ReturnType<typeof createGzip>;

/** A quarter of brotli's time at its default, for nearly the same size. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** In the order of preference among equal weights. */
const codings: Readonly<
  Record<Coding, { readonly whole: (bytes: Buffer) => Promise<Buffer>; readonly stream: () => Encoder }>
> = {
  br: {
    whole: (bytes) => promisify(brotliCompress)(bytes, brotli),
    stream: () => createBrotliCompress({ ...brotli, flush: constants.BROTLI_OPERATION_FLUSH }),
  },
  gzip: { whole: promisify(gzip), stream: () => createGzip({ flush: constants.Z_SYNC_FLUSH }) },
};
const names = Object.keys(codings) as readonly Coding[];

/** The coding that a client prefers, by its weights; null for none (RFC 9110, section 12.5.3). */
export function preferredCoding(accepted: string): Coding | null {
  const weights = acceptWeights(accepted);
  const weigh = (name: Coding) =>
    weights.get(name) ?? (name === 'gzip' ? weights.get('x-gzip') : undefined) ?? weights.get('*') ?? 0;
  const best = [...names].sort((one, other) => weigh(other) - weigh(one))[0]!;
  return weigh(best) > 0 && weigh(best) >= (weights.get('identity') ?? 0) ? best : null;
}

/** Whether a media type is text; events are sent one by one, so they are not. */
export function isCompressible(mediaType: string): boolean {
  return /^\s*(?:text\/(?!event-stream)|[^;]*[/+](?:json|xml|(?:x-)?(?:javascript|yaml|ndjson)|jsonl)\s*(?:;|$))/i.test(
    mediaType,
  );
}

export const encoderOf = (coding: Coding): Encoder => codings[coding].stream();

const compressed = new LRUCache<string, Buffer>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (bytes) => bytes.length,
});

/** Of bytes that come again as the same object, such as a document. */
const digests = new WeakMap<Buffer, string>();

function digestOf(bytes: Buffer): string {
  const known = digests.get(bytes);
  if (known !== undefined) return known;
  const digest = createHash('sha256').update(bytes).digest('base64');
  digests.set(bytes, digest);
  return digest;
}

/** Compresses a whole body. One that comes again, as its strong entity tag says, is compressed once. */
export async function encodeWhole(coding: Coding, bytes: Buffer, comesAgain: boolean): Promise<Buffer> {
  if (!comesAgain) return codings[coding].whole(bytes);
  const key = `${coding} ${digestOf(bytes)}`;
  const known = compressed.get(key);
  if (known) return known;
  const made = await codings[coding].whole(bytes);
  compressed.set(key, made);
  return made;
}
