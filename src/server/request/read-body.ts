import { AsyncResource } from 'node:async_hooks';
import { isAscii, isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseFinite } from '../../json/parse-finite.js';
import { requireUncompressed } from '../bodies/media-type.js';
import { HttpError } from '../../routing/table/http-error.js';
import { FetchRequest } from '../fetch/fetch-request.js';
import { type LargeBodies, type LargeBody, smallBody } from './large-bodies.js';

const empty = Buffer.alloc(0);

/** A client that goes on sending a body that was refused is cut off after this many bytes more. */
const patience = 64 * 1024 * 1024;

/**
 * Reads all bytes of a request's body, and refuses more than `limit` with 413. It calls back in the event that ends the
 * body, because a promise costs a tick, and in the context of its caller; for a large body, when its turn comes. It never
 * calls back for a request that breaks off. The rest of a body that was refused is read and dropped, because a client
 * that is still sending reads no answer.
 */
export function readBody(
  { req, response }: { readonly req: IncomingMessage; readonly response: ServerResponse },
  limit: number,
  largeBodies: LargeBodies,
  proceed: (bytes: Buffer) => void,
  refuse: (error: HttpError) => void,
): void {
  if (req instanceof FetchRequest && req.hasAtMost(Math.min(limit, smallBody)))
    return readFetched(req, limit, proceed, refuse);
  // Events of a request run in the context of its socket, not in that of a middleware or an outer application.
  const context = new AsyncResource('SvckitBody');
  const refuseBody = () => context.runInAsyncScope(refuse, undefined, tooLarge(limit));
  const chunks: Buffer[] = [];
  let size = 0;
  let large: LargeBody | null = null;
  const declared = Number(req.headers['content-length'] ?? limit);
  let refused = declared > limit;
  if (refused) refuseBody();
  const take = (chunk: Buffer) => {
    size += chunk.length;
    if (refused) return void (size > limit + patience && req.destroy());
    if (size <= limit) {
      chunks.push(chunk);
      if (size > smallBody) large ??= largeBodies.enter(req, response, declared);
      return;
    }
    refused = true;
    chunks.length = 0;
    refuseBody();
  };
  req.on('data', take);
  req.once('end', () => {
    // An application may read the request once more.
    req.off('data', take);
    if (refused) return;
    const bytes = chunks.length === 1 ? chunks[0]! : chunks.length === 0 ? empty : Buffer.concat(chunks);
    if (large === null) context.runInAsyncScope(proceed, undefined, bytes);
    else largeBodies.take(large, () => context.runInAsyncScope(proceed, undefined, bytes));
  });
}

/** Reads and drops what is left of a body that was refused, because a client that is still sending reads no answer. */
export function dropRest(req: IncomingMessage): void {
  let size = 0;
  req.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > patience) req.destroy();
  });
  req.on('error', () => {});
  req.resume();
}

const tooLarge = (limit: number) => new HttpError(413, `The body is larger than ${limit} bytes.`);

/** The same for a small body of a Request, which needs no stream. */
function readFetched(
  req: FetchRequest,
  limit: number,
  proceed: (bytes: Buffer) => void,
  refuse: (error: HttpError) => void,
): void {
  req.readBytes().then(
    (bytes) => (bytes.byteLength > limit ? refuse(tooLarge(limit)) : proceed(Buffer.from(bytes))),
    () => req.answer?.leave(),
  );
}

const jsonType = /^application\/(?:[\w.!#$&^+-]+\+)?json$/i;

/** Refuses anything but uncompressed JSON in UTF-8 with 415. */
export function requireJson(req: IncomingMessage): void {
  requireJsonType(req);
  requireUncompressed(req);
}

/** The same for JSON in any coding. */
export function requireJsonType(req: IncomingMessage): void {
  const contentType = req.headers['content-type'];
  if (contentType !== 'application/json' && !isJsonInUtf8(contentType ?? '')) {
    const given = contentType ? `Content-Type ${contentType}` : 'no Content-Type';
    throw new HttpError(415, `The request has ${given}. Send application/json in UTF-8.`);
  }
}

function isJsonInUtf8(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim());
  const charset =
    parameters
      .find((parameter) => /^charset=/i.test(parameter))
      ?.slice(8)
      .replaceAll('"', '') ?? 'utf-8';
  return jsonType.test(type) && /^utf-?8$/i.test(charset);
}

/** The deepest nesting of values that is parsed: time and stack of a parser grow with it, not only with the size. */
const deepestNesting = 1_000;

/** Parses JSON: bytes or a text. Throws a SyntaxError that says what is wrong. */
export function parseJson(json: Buffer | string): unknown {
  const text = shallowText(json);
  // Other parsers skip it, and may then read another value than a parser that refuses it (RFC 8259, section 8.1).
  if (text.charCodeAt(0) === 0xfeff) throw new SyntaxError('The body starts with a byte order mark. Send plain UTF-8.');
  return JSON.parse(text);
}

/** Parses JSON whose text is handed on: with a byte order mark, which is the reader's to judge, and with numbers that no double can hold. */
export function parseHandedOn(json: Buffer | string): unknown {
  const text = shallowText(json);
  return parseFinite(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
}

function shallowText(json: Buffer | string): string {
  const text = typeof json === 'string' ? json : jsonText(json);
  if (mayBeTooDeep(text) && isTooDeep(typeof json === 'string' ? Buffer.from(json) : json))
    throw new SyntaxError(`The body is nested more than ${deepestNesting} levels deep.`);
  return text;
}

/** The text of JSON in UTF-8. Throws a SyntaxError for other bytes. */
export function jsonText(bytes: Buffer): string {
  // ASCII is the same in both encodings, and Latin-1 is read faster.
  if (isAscii(bytes)) return bytes.toString('latin1');
  if (!isUtf8(bytes)) throw new SyntaxError('The body is not UTF-8.');
  return bytes.toString('utf8');
}

/** Whether a text is long enough and has enough opening brackets; the engine's search takes far less time than a look at every character. */
function mayBeTooDeep(text: string): boolean {
  if (text.length <= 2 * deepestNesting) return false;
  const lists = countUpTo(deepestNesting, '[', text);
  // An object in another one takes at least five characters: {"":}
  if (lists + text.length / 5 <= deepestNesting) return false;
  return lists + countUpTo(deepestNesting, '{', text) > deepestNesting;
}

/** How often a text has a character, or one more than so many. */
function countUpTo(most: number, character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0 && count <= most; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

const [quote, backslash] = [0x22, 0x5c];

/** Counts brackets outside strings; those of one depth that close each other need not be of one kind, which the parser notices. */
function isTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === quote) {
      for (at += 1; at < bytes.length && bytes[at] !== quote; at += 1) if (bytes[at] === backslash) at += 1;
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > deepestNesting) return true;
    } else if (byte === 0x5d || byte === 0x7d) {
      depth -= 1;
    }
  }
  return false;
}
