import { Writable } from 'node:stream';
import type { FlatHeaders } from '../../routing/matching/flat-headers.js';
import { isShortBody } from '../respond/compress-answer.js';
import type { Preparation, WholeResponse } from '../respond/send-whole.js';
import { BodyStream } from './body-stream.js';
import type { FetchRequest } from './fetch-request.js';
import type { FetchSocket } from './fetch-socket.js';
import { ownState } from './light-stream.js';
import { preparedHeaders, withOwn } from './prepared-headers.js';
import { ResponseFields } from './response-fields.js';

type Callback = (error?: Error | null) => void;

/** Statuses without a body; a Response with one of them must have none. */
const bodiless = new Set([204, 205, 304]);
/** The status for a client that left before an answer began, who never sees it. */
const clientLeft = 499;

/** Workers would compress a body again whose `Content-Encoding` says how it is compressed. Other runtimes do not read it. */
const encodeBody = 'manual';

/**
 * A Response in the making, as what writes responses of Node expects it: a `ServerResponse`. A body that is sent as a whole makes one Response;
 * the stream is made by the first `write`.
 */
export class FetchResponse
  extends ResponseFields
  implements Pick<WholeResponse, 'prepareLater' | 'prepare' | 'sendWhole'>
{
  readonly req: FetchRequest;
  statusCode = 200;
  statusMessage: string | undefined;
  sendDate = true;
  shouldKeepAlive = true;
  #pending: Preparation | null = null;
  #isWhole = false;
  #isOpen = false;
  #isClosed = false;
  #isWatched = false;
  #body: BodyStream | null = null;
  #made: Response | null = null;
  #isDelivered = false;
  #failure: Error | null = null;
  #settle: { resolve(made: Response): void; reject(error: Error): void } | null = null;
  readonly #onClose: (response: FetchResponse) => void;

  constructor(req: FetchRequest, onClose: (response: FetchResponse) => void) {
    super();
    this.req = req;
    this.#onClose = onClose;
    req.answer = this;
  }

  /** The answer, once it has begun. */
  get response(): Promise<Response> {
    if (this.#isDelivered) return Promise.resolve(this.#made!);
    if (this.#failure !== null) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => void (this.#settle = { resolve, reject }));
  }

  prepareLater(pending: Preparation): void {
    this.#pending = pending;
  }

  prepare(): void {
    const pending = this.#pending;
    this.#pending = null;
    pending?.(this.req as never, this as never);
  }

  /** Runs what is pending; says whether that has put a method of its own in the place of one. */
  #isReplaced(method: 'writeHead' | 'write' | 'end' | 'flushHeaders'): boolean {
    if (this.#pending === null) return false;
    this.prepare();
    return Object.hasOwn(this, method);
  }

  /** `fixed` become Headers once. */
  sendWhole(status: number, fixed: FlatHeaders, own: FlatHeaders, body?: string | Uint8Array): boolean {
    if (this.#pending !== null && status !== 304 && isShortBody(body)) this.#pending = null;
    this.prepare();
    if (this.req.method === 'HEAD' || this.destroyed || this.end !== FetchResponse.prototype.end) return false;
    const known = preparedHeaders(fixed);
    const { headers, isTyped } = own.length === 0 ? known : withOwn(known, own);
    const hasBody = body !== undefined && !bodiless.has(status);
    // A Response gives a string without a type one of its own.
    const sent = !hasBody ? null : isTyped || typeof body !== 'string' ? body : Buffer.from(body);
    this.#made = new Response(sent, { status, headers });
    this.statusCode = status;
    this.isHeadSent = true;
    this.#finish(body ?? null);
    return true;
  }

  get socket(): FetchSocket {
    return this.req.socket;
  }
  get connection(): FetchSocket {
    return this.req.socket;
  }
  get headersSent(): boolean {
    return this.isHeadSent;
  }
  get finished(): boolean {
    return this.writableEnded;
  }
  /** For middleware that asks Node's own field. */
  get _header(): string | null {
    return this.isHeadSent ? `HTTP/1.1 ${this.statusCode}` : null;
  }
  _implicitHeader(): void {
    this.writeHead(this.statusCode);
  }

  writeHead(status: number, ...rest: readonly unknown[]): this {
    if (this.#isReplaced('writeHead')) return this.writeHead(status, ...rest);
    this.refuseLate('write');
    if (!Number.isInteger(status) || status < 200 || status > 599)
      throw new RangeError(`Invalid status ${status}. Use one from 200 to 599.`);
    this.statusCode = status;
    if (typeof rest[0] === 'string') this.statusMessage = rest[0];
    const given = rest.at(-1);
    if (typeof given === 'object' && given !== null) this.setGiven(given);
    this.isHeadSent = true;
    return this;
  }

  flushHeaders(): void {
    if (this.#isReplaced('flushHeaders')) return this.flushHeaders();
    if (this.destroyed) return;
    if (!this.isHeadSent) this.writeHead(this.statusCode);
    this.#openBody();
  }
  writeContinue(): void {}
  writeProcessing(): void {}
  writeEarlyHints(_hints: unknown, callback?: () => void): void {
    callback?.();
  }
  addTrailers(): void {}
  setTimeout(): this {
    return this;
  }

  write(...rest: unknown[]): boolean {
    if (this.#isReplaced('write')) return this.write(...rest);
    if (!this.isHeadSent && !this.#isEnded) this.writeHead(this.statusCode);
    if (!this.#isEnded) this.#openBody();
    return Reflect.apply(Writable.prototype.write, this, rest) as never;
  }

  end(...rest: unknown[]): this {
    if (this.#isReplaced('end')) return this.end(...rest);
    if (this.#isOpen && !this.#isEnded) this.flushHeaders();
    if (this.#body !== null || this.#isEnded || this.destroyed)
      return Reflect.apply(Writable.prototype.end, this, rest) as never;
    const [chunk, encoding] = rest;
    if (!this.isHeadSent) this.writeHead(this.statusCode);
    const hasBody = typeof chunk === 'string' || chunk instanceof Uint8Array;
    const body = hasBody ? wholeBody(chunk, encoding) : null;
    this.#begin(body);
    this.#finish(body);
    const callback = rest.find((part) => typeof part === 'function');
    if (callback) process.nextTick(callback as () => void);
    return this;
  }

  #finish(body: string | Uint8Array | null): void {
    const socket = this.req.openedSocket;
    if (socket !== undefined && body !== null) socket.bytesWritten += Buffer.byteLength(body);
    this.#isWhole = true;
    this.#close();
    if (this.#isWatched) this.#tellThenDeliver();
    else this.#deliver();
  }

  /** Whoever waits for the end of an answer has seen it when the answer arrives: a log, a counter, code around the route. */
  #tellThenDeliver(): void {
    process.nextTick(() => {
      this.emit('finish');
      this.emit('close');
    });
    setImmediate(() => this.#deliver());
  }

  #deliver(): void {
    this.#isDelivered = true;
    this.#settle?.resolve(this.#made!);
  }

  #openBody(): void {
    if (this.#body !== null) return;
    const body = new BodyStream(() => void this.destroy());
    this.#begin(body.readable);
    this.#body = body;
    this.#deliver();
  }

  /** Makes the Response. Its headers are open again where that fails. */
  #begin(body: string | Uint8Array | ReadableStream<Uint8Array> | null): void {
    try {
      this.#made = this.#makeResponse(body);
    } catch (error) {
      this.isHeadSent = false;
      throw error;
    }
  }

  #makeResponse(body: string | Uint8Array | ReadableStream<Uint8Array> | null): Response {
    const isHead = this.req.method === 'HEAD';
    const sent = isHead || bodiless.has(this.statusCode) ? null : body;
    // The runtime frames a body whose length it knows.
    const framed = sent !== null && !(sent instanceof ReadableStream);
    const headers = this.fieldPairs(framed);
    const typed = typeof sent === 'string' && !this.hasHeader('content-type') ? Buffer.from(sent) : sent;
    const status = this.statusCode;
    const statusText = this.statusMessage;
    const init = statusText ? { status, statusText, headers, encodeBody } : { status, headers, encodeBody };
    return new Response(typed, init as ResponseInit);
  }

  get _writableState(): unknown {
    this.#isOpen = true;
    ownState(this, '_writableState', undefined);
    (Writable as unknown as (this: object, options: object) => void).call(this, {});
    return Reflect.get(this, '_writableState');
  }
  set _writableState(state: unknown) {
    ownState(this, '_writableState', state);
  }

  _write(chunk: Uint8Array, _encoding: string, callback: Callback): void {
    const socket = this.req.openedSocket;
    if (socket !== undefined) socket.bytesWritten += chunk.length;
    if (this.#made!.body === null) callback();
    else this.#body!.write(chunk, callback);
  }

  _final(callback: Callback): void {
    this.#body?.close();
    callback();
  }

  _destroy(error: Error | null, callback: Callback): void {
    if (this.#body === null) this.#breakOff(error);
    else if (!this.writableFinished) this.#body.fail(error ?? this.#whyBroken());
    this.#close();
    callback(error);
  }

  #whyBroken(): Error {
    const { signal } = this.req.request;
    return signal.aborted ? (signal.reason as Error) : new Error('The answer broke off.');
  }

  /** Ends an answer that has not begun. */
  #breakOff(error: Error | null): void {
    if (this.#made !== null) return;
    if (this.req.aborted) {
      this.#made = new Response(null, { status: clientLeft });
      return void setImmediate(() => this.#deliver());
    }
    this.#failure = error ?? new Error('The answer was destroyed before it began.');
    this.#settle?.reject(this.#failure);
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#onClose(this);
    this.req.close();
  }

  /** Event streams never end by themselves. */
  get isEventStream(): boolean {
    return /^text\/event-stream\b/i.test(this.#made?.headers.get('content-type') ?? '');
  }

  /** The client has left. */
  leave(): void {
    if (this.#isClosed) return;
    this.req.aborted = true;
    this.destroy();
  }

  on(event: string | symbol, listener: (...rest: never[]) => void): this {
    this.watch();
    return Reflect.apply(Writable.prototype.on, this, [event, listener]) as this;
  }
  once(event: string | symbol, listener: (...rest: never[]) => void): this {
    this.watch();
    return Reflect.apply(Writable.prototype.once, this, [event, listener]) as this;
  }
  addListener(event: string | symbol, listener: (...rest: never[]) => void): this {
    return this.on(event, listener);
  }
  prependListener(event: string | symbol, listener: (...rest: never[]) => void): this {
    this.watch();
    return Reflect.apply(Writable.prototype.prependListener, this, [event, listener]) as this;
  }

  /** A client that leaves is noticed for those who listen. */
  watch(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    if (this.#isClosed) return;
    const { signal } = this.req.request;
    if (signal.aborted) this.leave();
    else signal.addEventListener('abort', () => this.leave(), { once: true });
  }

  get closed(): boolean {
    return this.#isClosed;
  }
  get destroyed(): boolean {
    return this.#isOpen ? Boolean(Reflect.get(Writable.prototype, 'destroyed', this)) : this.#isClosed;
  }
  set destroyed(value: boolean) {
    Reflect.set(Writable.prototype, 'destroyed', value, this);
  }
  get writableEnded(): boolean {
    return this.#isEnded;
  }
  /** Compression puts a `writableEnded` of its own before this one's. */
  get #isEnded(): boolean {
    return this.#isWhole || (this.#isOpen && Boolean(Reflect.get(Writable.prototype, 'writableEnded', this)));
  }
  get writableFinished(): boolean {
    return this.#isWhole || (this.#isOpen && Boolean(Reflect.get(Writable.prototype, 'writableFinished', this)));
  }
  get writable(): boolean {
    return !this.writableEnded && !this.#isClosed;
  }
}

/** A string that UTF-8 encodes as asked, or bytes. */
function wholeBody(chunk: string | Uint8Array, encoding: unknown): string | Uint8Array {
  if (typeof chunk !== 'string' || typeof encoding !== 'string' || /^utf-?8$/i.test(encoding)) return chunk;
  const isAscii = encoding === 'latin1' && Buffer.byteLength(chunk) === chunk.length;
  return isAscii ? chunk : Buffer.from(chunk, encoding as BufferEncoding);
}
