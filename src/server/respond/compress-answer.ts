import type { IncomingMessage, ServerResponse } from 'node:http';
import { uniteVary } from '../../routing/matching/flat-headers.js';
import { headerPairs } from '../headers/merge-headers.js';
import {
  codedTag,
  type Coding,
  type Encoder,
  encodeWhole,
  encoderOf,
  isCompressible,
  preferredCoding,
  uncodedTags,
} from './content-coding.js';

/** Bytes; shorter bodies do not get much shorter. */
const threshold = 1024;
/** Bytes; a body of a known length up to here is compressed as a whole. */
const wholeLimit = 2 * 1024 * 1024;
/** Without a body, or with a part of one. */
const untouched = new Set([204, 205, 206, 304]);

/** Whether the whole body of an answer is sent as it is, whatever coding its client prefers. */
export function isShortBody(body: string | Uint8Array | undefined): boolean {
  return body === undefined || body.length * 3 <= threshold || Buffer.byteLength(body) <= threshold;
}

type Callback = (error?: Error | null) => void;
type Method = (this: ServerResponse, ...rest: unknown[]) => unknown;
/** Node's own methods, or those of an application around this one. */
type Methods = Readonly<Record<'writeHead' | 'write' | 'end' | 'flushHeaders', Method>>;
interface Head {
  readonly status: number;
  readonly reason: readonly string[];
  /** The headers that `writeHead` got. */
  readonly given: object | null;
}

/** Compresses what is sent as the answer to a request that has an Accept-Encoding, where that pays. */
export function compressAnswer(req: IncomingMessage, res: ServerResponse): void {
  const accepted = req.headers['accept-encoding'];
  if (accepted !== undefined) new CompressedAnswer(req, preferredCoding(String(accepted)), res).install();
  else if (req.method !== 'GET') restoreTags(req);
}

/** Gives a handler the entity tags that it made itself, in a request's conditions. */
function restoreTags({ headers }: IncomingMessage): Coding | null {
  let last: Coding | null = null;
  for (const name of ['if-match', 'if-none-match', 'if-range'] as const) {
    const sent = headers[name];
    const found = typeof sent === 'string' ? uncodedTags(sent) : null;
    if (found === null) continue;
    headers[name] = found.tags;
    last = found.coding;
    // Ranges are of the bytes before compression, which do not continue a compressed copy.
    if (name === 'if-range') delete headers.range;
  }
  return last;
}

class CompressedAnswer {
  readonly #res: ServerResponse;
  readonly #original: Methods;
  readonly #isHead: boolean;
  readonly #coding: Coding | null;
  /** The coding that the client's copy has. */
  readonly #held: Coding | null;
  /** open: nothing was sent; plain: nothing is compressed; kept: the head waits for the body. */
  #state: 'open' | 'plain' | 'kept' | Encoder = 'open';
  #head: Head = { status: 200, reason: [], given: null };
  #chunks: Buffer[] = [];
  #size = 0;
  #isEnded = false;

  constructor(req: IncomingMessage, coding: Coding | null, res: ServerResponse) {
    this.#res = res;
    this.#coding = coding;
    this.#isHead = req.method === 'HEAD';
    this.#held = restoreTags(req);
    const { writeHead, write, end, flushHeaders } = res as unknown as Methods;
    this.#original = { writeHead, write, end, flushHeaders };
  }

  /** Puts its methods in front of those of the response. */
  install(): void {
    Object.assign(this.#res, {
      writeHead: (status: number, ...rest: readonly unknown[]) => this.#writeHead(status, rest),
      write: (chunk: unknown, ...rest: readonly unknown[]) => this.#write(chunk, rest),
      end: (...rest: readonly unknown[]) => this.#end(rest),
      flushHeaders: () => this.#flushHeaders(),
    });
  }

  #call(name: keyof Methods, ...rest: unknown[]): unknown {
    return this.#original[name].apply(this.#res, rest);
  }

  #writeHead(status: number, rest: readonly unknown[]): ServerResponse {
    if (this.#state === 'plain') this.#call('writeHead', status, ...rest);
    if (this.#state !== 'open') return this.#res;
    const given = rest.at(-1);
    const reason = rest.filter((part) => typeof part === 'string');
    this.#head = { status, reason, given: typeof given === 'object' && given !== null ? given : null };
    this.#state = isShort(given) || this.#isPlain() ? 'plain' : 'kept';
    if (this.#state === 'plain') this.#sendHead();
    else Object.defineProperty(this.#res, 'headersSent', { value: true, configurable: true });
    return this.#res;
  }

  #sendHead(): void {
    const { status, reason, given } = this.#head;
    this.#call('writeHead', status, ...reason, ...(given === null ? [] : [given]));
  }

  #write(chunk: unknown, rest: readonly unknown[]): unknown {
    if (this.#state === 'open') this.#res.writeHead(this.#res.statusCode);
    if (this.#state === 'plain') return this.#call('write', chunk, ...rest);
    const bytes = toBytes(chunk, rest[0]);
    const callback = callbackOf(rest);
    if (typeof this.#state === 'object') return this.#state.write(bytes, callback);
    this.#keep(bytes);
    if (callback) process.nextTick(callback);
    if (!(this.#length <= wholeLimit) && this.#chunks.length === 1) setImmediate(() => this.#stream());
    return true;
  }

  #end(rest: readonly unknown[]): ServerResponse {
    if (this.#isEnded) return this.#res;
    const [chunk] = rest;
    const hasBody = typeof chunk === 'string' || chunk instanceof Uint8Array;
    const bytes = hasBody && this.#state !== 'plain' ? toBytes(chunk, rest[1]) : null;
    if (this.#state === 'open') this.#openWhole(bytes);
    if (this.#state === 'plain' || this.#state === 'open') {
      this.#call('end', ...rest);
      return this.#res;
    }
    this.#isEnded = true;
    Object.defineProperty(this.#res, 'writableEnded', { value: true, configurable: true });
    const callback = callbackOf(rest);
    if (callback) this.#res.once('finish', callback);
    if (bytes) this.#keep(bytes);
    if (typeof this.#state === 'object') this.#state.end(bytes ?? undefined);
    else void this.#sendWhole();
    return this.#res;
  }

  #flushHeaders(): void {
    if (this.#state === 'open') this.#res.writeHead(this.#res.statusCode);
    this.#stream();
    this.#call('flushHeaders');
  }

  /** A body that is sent with nothing before it has a known length; a short one is left to Node. */
  #openWhole(bytes: Buffer | null): void {
    const { statusCode } = this.#res;
    const isShort = bytes === null || isShortBody(bytes);
    if (isShort && statusCode !== 304) return void (this.#state = 'plain');
    if (!isShort && !this.#isHead && !untouched.has(statusCode)) this.#res.setHeader('Content-Length', bytes.length);
    this.#res.writeHead(statusCode);
  }

  /** Whether the answer is sent as it is; adds what the choice among codings does to its headers. */
  #isPlain(): boolean {
    const { status } = this.#head;
    if (status === 304) this.#tagUnchanged();
    const length = this.#field('content-length');
    if (status < 200 || untouched.has(status) || Number(length) <= threshold) return true;
    if (!isCompressible(this.#field('content-type') ?? '') || this.#field('content-encoding') !== undefined)
      return true;
    if (/\bno-transform\b/i.test(this.#field('cache-control') ?? '')) return true;
    if (this.#coding !== null && !this.#isHead) return false;
    if (length === undefined) return true;
    if (this.#coding === null) this.#vary();
    else this.#describe(this.#coding);
    return true;
  }

  /** The client's copy is current, so its tag is the one that the client sent. */
  #tagUnchanged(): void {
    const tag = this.#field('etag');
    if (this.#held === null || tag === undefined) return;
    this.#setFields();
    this.#res.setHeader('ETag', codedTag(tag, this.#held));
  }

  #vary(): void {
    this.#setFields();
    this.#res.setHeader('Vary', uniteVary(String(this.#res.getHeader('vary') ?? ''), 'Accept-Encoding'));
  }

  #describe(coding: Coding): void {
    this.#vary();
    const tag = this.#field('etag');
    if (tag !== undefined) this.#res.setHeader('ETag', codedTag(tag, coding));
    this.#res.setHeader('Content-Encoding', coding);
    this.#res.removeHeader('Accept-Ranges');
    this.#res.removeHeader('Content-Length');
  }

  /** Sets what `writeHead` got on the response, where a name replaces what was set before. */
  #setFields(): void {
    const fields = headerPairs(this.#head.given ?? {});
    for (const [name] of fields) this.#res.removeHeader(name);
    for (const [name, value] of fields) {
      for (const text of [value].flat()) if (text !== undefined) this.#res.appendHeader(name, String(text));
    }
    this.#head = { ...this.#head, given: null };
  }

  /** A header of the answer, as `writeHead` got it or as it was set before. */
  #field(name: string): string | undefined {
    const given = headerPairs(this.#head.given ?? {}).find(([own]) => own.toLowerCase() === name);
    const value = given ? given[1] : this.#res.getHeader(name);
    return value === undefined ? undefined : String(value);
  }

  get #length(): number {
    return Number(this.#field('content-length') ?? Number.NaN);
  }

  #keep(bytes: Buffer): void {
    this.#chunks.push(bytes);
    this.#size += bytes.length;
  }

  async #sendWhole(): Promise<void> {
    const body = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    const coding = this.#size > threshold ? this.#coding : null;
    try {
      const sent =
        coding === null ? body : await encodeWhole(coding, body, this.#field('etag')?.startsWith('"') === true);
      if (this.#res.destroyed) return;
      if (coding === null) this.#setFields();
      else this.#describe(coding);
      this.#res.setHeader('Content-Length', sent.length);
      this.#sendHead();
      this.#call('end', sent);
    } catch (error) {
      this.#res.destroy(error as Error);
    }
  }

  /** Sends what comes as it comes. */
  #stream(): void {
    if (this.#state !== 'kept' || this.#isEnded || this.#res.destroyed) return;
    const encoder = encoderOf(this.#coding!);
    this.#state = encoder;
    this.#describe(this.#coding!);
    this.#sendHead();
    encoder.on('data', (bytes: Buffer) => {
      if (this.#call('write', bytes) === false) encoder.pause();
    });
    encoder.on('end', () => this.#call('end'));
    encoder.on('error', (error) => this.#res.destroy(error));
    encoder.on('drain', () => this.#res.emit('drain'));
    this.#res.on('drain', () => encoder.resume());
    this.#res.once('close', () => encoder.destroy());
    for (const bytes of this.#chunks) encoder.write(bytes);
  }
}

/** The head that svckit itself writes ends with the length. */
function isShort(given: unknown): boolean {
  return Array.isArray(given) && given.at(-2) === 'Content-Length' && Number(given.at(-1)) <= threshold;
}

function toBytes(chunk: unknown, encoding: unknown): Buffer {
  if (typeof chunk === 'string')
    return Buffer.from(chunk, typeof encoding === 'string' ? (encoding as 'utf8') : 'utf8');
  // Not a copy: like Node, it expects that nobody changes what was sent.
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as Uint8Array);
}

function callbackOf(rest: readonly unknown[]): Callback | undefined {
  return rest.find((part) => typeof part === 'function') as Callback | undefined;
}
