import type { IncomingMessage, ServerResponse } from 'node:http';
import { restoreTags } from './coded-tags.js';
import {
  type Coding,
  type Encoder,
  encodeWhole,
  encoderOf,
  isCompressible,
  preferredCoding,
} from './content-coding.js';
import { WaitingHead } from './waiting-head.js';

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

/** Compresses what is sent as the answer to a request that has an Accept-Encoding, where that pays. */
export function compressAnswer(req: IncomingMessage, res: ServerResponse): void {
  const accepted = req.headers['accept-encoding'];
  if (accepted !== undefined) new CompressedAnswer(req, preferredCoding(String(accepted)), res).install();
  else if (req.method !== 'GET') restoreTags(req);
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
  #head!: WaitingHead;
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
    this.#head = new WaitingHead(this.#res, status, rest);
    this.#state = isShort(rest.at(-1)) || this.#isPlain(this.#head) ? 'plain' : 'kept';
    if (this.#state === 'plain') this.#sendHead();
    else Object.defineProperty(this.#res, 'headersSent', { value: true, configurable: true });
    return this.#res;
  }

  #sendHead(): void {
    this.#call('writeHead', ...this.#head.parts);
  }

  #write(chunk: unknown, rest: readonly unknown[]): unknown {
    if (this.#state === 'open') this.#res.writeHead(this.#res.statusCode);
    if (this.#state === 'plain') return this.#call('write', chunk, ...rest);
    const bytes = toBytes(chunk, rest[0]);
    const callback = callbackOf(rest);
    if (typeof this.#state === 'object') return this.#state.write(bytes, callback);
    this.#keep(bytes);
    if (callback) process.nextTick(callback);
    const isLong = !(Number(this.#head.field('content-length') ?? Number.NaN) <= wholeLimit);
    if (isLong && this.#chunks.length === 1) setImmediate(() => this.#stream());
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
  #isPlain(head: WaitingHead): boolean {
    const { status } = head;
    // The client's copy is current, so its tag is the one that the client sent.
    if (status === 304 && this.#held !== null) head.tagAs(this.#held);
    const length = head.field('content-length');
    if (status < 200 || untouched.has(status) || Number(length) <= threshold) return true;
    if (!isCompressible(head.field('content-type') ?? '') || head.field('content-encoding') !== undefined) return true;
    if (/\bno-transform\b/i.test(head.field('cache-control') ?? '')) return true;
    if (this.#coding !== null && !this.#isHead) return false;
    if (length === undefined) return true;
    if (this.#coding === null) head.vary();
    else head.describe(this.#coding);
    return true;
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
        coding === null ? body : await encodeWhole(coding, body, this.#head.field('etag')?.startsWith('"') === true);
      if (this.#res.destroyed) return;
      if (coding === null) this.#head.setFields();
      else this.#head.describe(coding);
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
    this.#head.describe(this.#coding!);
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
