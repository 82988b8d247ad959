import { Writable } from 'node:stream';
import type { FlatHeaders } from '../../routing/matching/flat-headers.js';
import { isShortBody } from '../respond/compress-answer.js';
import type { Preparation, WholeResponse } from '../respond/send-whole.js';
import { BodyStream } from './body-stream.js';
import type { FetchRequest } from './fetch-request.js';
import type { FetchSocket } from './fetch-socket.js';
import { type Body, makeResponse, makeWholeResponse, wholeBody } from './make-response.js';
import { ResponseHead } from './response-head.js';

type Callback = (error?: Error | null) => void;

/** The status for a client that left before an answer began, who never sees it. */
const clientLeft = 499;

/**
 * A Response in the making, as what writes responses of Node expects it: a `ServerResponse`. A body that is sent as a whole makes one Response;
 * the stream is made by the first `write`.
 */
export class FetchResponse extends ResponseHead implements WholeResponse {
  readonly req: FetchRequest;
  #pending: Preparation | null = null;
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

  sendWhole(status: number, fixed: FlatHeaders, own: FlatHeaders, body?: string | Uint8Array): boolean {
    if (this.#pending !== null && status !== 304 && isShortBody(body)) this.#pending = null;
    this.prepare();
    if (this.req.method === 'HEAD' || this.destroyed || this.end !== FetchResponse.prototype.end) return false;
    this.#made = makeWholeResponse(status, fixed, own, body);
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

  writeHead(status: number, ...rest: readonly unknown[]): this {
    if (this.#isReplaced('writeHead')) return this.writeHead(status, ...rest);
    this.takeHead(status, rest);
    return this;
  }

  flushHeaders(): void {
    if (this.#isReplaced('flushHeaders')) return this.flushHeaders();
    if (this.destroyed) return;
    if (!this.isHeadSent) this.writeHead(this.statusCode);
    this.#openBody();
  }

  write(...rest: unknown[]): boolean {
    if (this.#isReplaced('write')) return this.write(...rest);
    if (!this.isHeadSent && !this.isEnded) this.writeHead(this.statusCode);
    if (!this.isEnded) this.#openBody();
    return Reflect.apply(Writable.prototype.write, this, rest) as never;
  }

  end(...rest: unknown[]): this {
    if (this.#isReplaced('end')) return this.end(...rest);
    if (this.isOpen && !this.isEnded) this.flushHeaders();
    if (this.#body !== null || this.isEnded || this.destroyed)
      return Reflect.apply(Writable.prototype.end, this, rest) as never;
    if (!this.isHeadSent) this.writeHead(this.statusCode);
    const body = wholeBody(rest[0], rest[1]);
    this.#begin(body);
    this.#finish(body);
    const callback = rest.find((part) => typeof part === 'function');
    if (callback) process.nextTick(callback as () => void);
    return this;
  }

  #finish(body: string | Uint8Array | null): void {
    const socket = this.req.openedSocket;
    if (socket !== undefined && body !== null) socket.bytesWritten += Buffer.byteLength(body);
    this.isWhole = true;
    this.#close();
    if (this.#isWatched) this.#tellThenDeliver();
    else this.#deliver();
  }

  /** What waits for the end of an answer has seen it when the answer arrives: a log, a counter, code around the route. */
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
  #begin(body: Body): void {
    const sent = this.req.method === 'HEAD' ? null : body;
    try {
      this.#made = makeResponse(sent, this.statusCode, this.statusMessage, this.fieldPairs());
    } catch (error) {
      this.isHeadSent = false;
      throw error;
    }
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
    if (this.isClosed) return;
    this.isClosed = true;
    this.#onClose(this);
    this.req.close();
  }

  /** Event streams never end by themselves. */
  get isEventStream(): boolean {
    return /^text\/event-stream\b/i.test(this.#made?.headers.get('content-type') ?? '');
  }

  /** The client has left. */
  leave(): void {
    if (this.isClosed) return;
    this.req.aborted = true;
    this.destroy();
  }

  watch(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    if (this.isClosed) return;
    const { signal } = this.req.request;
    if (signal.aborted) this.leave();
    else signal.addEventListener('abort', () => this.leave(), { once: true });
  }
}
