import contentDisposition from 'content-disposition';
import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileAnswer } from '../../routing/declare/file-answer.js';
import { HttpError } from '../../routing/table/http-error.js';
import { responseDetail } from '../../routing/table/responses.js';
import type { Exchange } from '../endpoint/exchange.js';
import { mergeHeaders } from '../headers/merge-headers.js';
import { type ByteRange, readRanges } from './byte-ranges.js';
import { evaluateConditions, isSameRepresentation, type Validators } from './preconditions.js';
import { isClientGone } from './send-response.js';

/** What is sent: bytes, or an open file, so that what replaces it meanwhile is not mixed in. */
interface Source extends Validators {
  readonly size: number;
  read(range: ByteRange): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** Sends a file as the request's method, conditions and ranges ask. */
export async function sendFile(exchange: Exchange, { content, options }: FileAnswer): Promise<void> {
  const source =
    typeof content === 'string'
      ? await openFile(content, options.etag)
      : fromBytes(content, options.lastModified ?? null, options.etag);
  try {
    await sendSource(exchange, source, options);
  } finally {
    await source.close();
  }
}

async function sendSource(exchange: Exchange, source: Source, options: FileAnswer['options']): Promise<void> {
  const { req, response, endpoint } = exchange;
  const { headers } = req;
  const type = options.type ?? declaredType(exchange) ?? 'application/octet-stream';
  const { size, etag, lastModified } = source;
  const state = evaluateConditions(req.method, headers, source);
  if (state === 'failed')
    throw new HttpError(412, 'The file has changed, so the conditions of the request do not hold.');
  const isAsked = options.range !== false && headers.range !== undefined && req.method === 'GET' && state === 'proceed';
  const ranges =
    isAsked && isSameRepresentation(headers['if-range'] as string | undefined, source, Date.now())
      ? readRanges(headers.range!, size)
      : null;
  if (ranges?.length === 0)
    throw new HttpError(416, `The file has ${size} bytes.`, {}, { headers: { 'Content-Range': `bytes */${size}` } });

  const begin = (status: number, more: readonly string[]) => {
    exchange.placeHeaders();
    for (const [name, value] of Object.entries(options.headers ?? {})) response.setHeader(name, value);
    for (let index = 0; index < more.length; index += 2) response.setHeader(more[index]!, more[index + 1]!);
    mergeHeaders(response, [
      'ETag',
      etag,
      ...(lastModified ? ['Last-Modified', lastModified.toUTCString()] : []),
      ...(options.range === false ? [] : ['Accept-Ranges', 'bytes']),
      'X-Content-Type-Options',
      'nosniff',
    ]);
    if (options.name !== undefined)
      response.setHeader('Content-Disposition', dispositionOf(options.name, options.inline === true));
    mergeHeaders(response, endpoint.headers);
    response.writeHead(status);
  };
  if (state === 'unchanged') return begin(304, []), void response.end();
  const status = endpoint.route.status;
  const whole = { start: 0, end: size - 1 };
  const answer =
    ranges === null
      ? { status, type, length: size, parts: size === 0 ? [] : [whole], range: [] }
      : ranges.length === 1
        ? {
            status: 206,
            type,
            length: lengthOf(ranges[0]!),
            parts: ranges,
            range: ['Content-Range', rangeText(ranges[0]!, size)],
          }
        : severalParts(ranges, type, size);
  begin(answer.status, ['Content-Type', answer.type, 'Content-Length', String(answer.length), ...answer.range]);
  if (req.method === 'HEAD') return void response.end();
  await pipeline(Readable.from(piecesOf(answer.parts, source), { objectMode: false }), response).catch(
    (error: unknown) => {
      if (!isClientGone(error)) throw error;
    },
  );
}

/** Old clients read a name in ASCII, new ones the whole (RFC 6266, section 4.3). */
function dispositionOf(name: string, isInline: boolean): string {
  const type = isInline ? 'inline' : 'attachment';
  const ascii = name.replaceAll(/[^\x20-\x7e]/g, '?');
  return contentDisposition(name, ascii === name ? { type } : { type, fallback: ascii });
}

type Part = ByteRange | string;

/** Fails where the file has become shorter, so that the client does not wait for the rest. */
async function* piecesOf(parts: readonly Part[], source: Source): AsyncGenerator<Uint8Array, void, undefined> {
  for (const part of parts) {
    if (typeof part === 'string') {
      yield Buffer.from(part);
      continue;
    }
    let sent = 0;
    for await (const chunk of source.read(part)) {
      sent += chunk.length;
      yield chunk;
    }
    if (sent < lengthOf(part)) throw new Error('A file became shorter while it was being sent.');
  }
}

const lengthOf = ({ start, end }: ByteRange) => end - start + 1;
const rangeText = ({ start, end }: ByteRange, size: number) => `bytes ${start}-${end}/${size}`;

/** Several ranges in one body (RFC 9110, section 14.6). */
function severalParts(ranges: readonly ByteRange[], type: string, size: number) {
  const boundary = randomBytes(12).toString('hex');
  const parts = ranges.flatMap((range, index): readonly Part[] => [
    `${index === 0 ? '' : '\r\n'}--${boundary}\r\nContent-Type: ${type}\r\nContent-Range: ${rangeText(range, size)}\r\n\r\n`,
    range,
  ]);
  const all = [...parts, `\r\n--${boundary}--\r\n`];
  const length = all.reduce(
    (sum, part) => sum + (typeof part === 'string' ? Buffer.byteLength(part) : lengthOf(part)),
    0,
  );
  return { status: 206, type: `multipart/byteranges; boundary=${boundary}`, length, parts: all, range: [] };
}

function declaredType({ endpoint: { route } }: Exchange): string | undefined {
  const { mediaTypes = [] } = responseDetail(route.responses[route.status] ?? null);
  return mediaTypes.length === 1 ? mediaTypes[0] : undefined;
}

const isMissing: ReadonlySet<string | undefined> = new Set([
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'ENAMETOOLONG',
  'ELOOP',
  'ENXIO',
  'ERR_INVALID_ARG_VALUE',
]);

async function openFile(path: string, etag?: string): Promise<Source> {
  // Without waiting, or a pipe without a writer would hold the request.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    throw isMissing.has((error as { code?: string }).code) ? notFound() : error;
  });
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw notFound();
    return fromHandle(handle, stats, etag);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

const notFound = () => new HttpError(404, 'The file does not exist.');

/** Two versions of one size in one millisecond would have one tag, so it is a weak one. */
function fromHandle(
  handle: FileHandle,
  { size, mtime, mtimeMs }: { size: number; mtime: Date; mtimeMs: number },
  etag = `W/"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`,
): Source {
  return {
    size,
    etag,
    lastModified: mtime,
    read: ({ start, end }) => handle.createReadStream({ start, end, autoClose: false }),
    close: () => handle.close(),
  };
}

function fromBytes(bytes: Uint8Array, lastModified: Date | null, etag = hashTag(bytes)): Source {
  return {
    size: bytes.length,
    etag,
    lastModified,
    async *read({ start, end }) {
      yield bytes.subarray(start, end + 1);
    },
    async close() {},
  };
}

const hashTag = (bytes: Uint8Array) => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
