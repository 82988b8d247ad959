import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { fetchHeaders } from './fetch-headers.js';
import { FetchSocket, remoteAddressOf } from './fetch-socket.js';
import { ownState, withoutState } from './light-stream.js';

/** What a request asks of its answer. */
interface Answer {
  prepare(): void;
  /** Notices a client that leaves. */
  watch(): void;
  /** The client has left. */
  leave(): void;
}

/** A Request as what reads requests of Node expects it: an `IncomingMessage`, whose stream is made when somebody reads it. */
export class FetchRequest extends withoutState<Pick<Readable, 'destroy' | 'emit' | 'listenerCount' | 'push'>>(
  Readable,
) {
  readonly request: Request;
  readonly #info: unknown;
  #headers: IncomingHttpHeaders | undefined;
  #socket: FetchSocket | undefined;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #isOpen = false;
  aborted = false;
  /** What answers it. */
  answer: Answer | undefined;
  method: string;
  url: string;

  constructor(request: Request, info: unknown) {
    super();
    this.request = request;
    this.#info = info;
    this.method = request.method;
    this.url = targetOf(request.url);
  }

  get headers(): IncomingHttpHeaders {
    return (this.#headers ??= fetchHeaders(this.request, () => this.answer?.prepare()));
  }
  set headers(headers) {
    this.#headers = headers;
  }
  get headersDistinct(): NodeJS.Dict<string[]> {
    return Object.fromEntries(Object.entries(this.headers).map(([name, value]) => [name, [value!].flat()]));
  }
  get rawHeaders(): string[] {
    return Object.entries(this.headersDistinct).flatMap(([name, values]) => values!.flatMap((value) => [name, value]));
  }
  get socket(): FetchSocket {
    if (this.#socket === undefined) {
      this.#socket = new FetchSocket(this.request, this.#info);
      this.#socket.once('newListener', () => this.answer?.watch());
    }
    return this.#socket;
  }
  /** The same as that of the socket, which this does not open. */
  get remoteAddress(): string | undefined {
    return remoteAddressOf(this.request, this.#info);
  }
  get connection(): FetchSocket {
    return this.socket;
  }
  /** Whether anybody has asked for the connection. */
  get openedSocket(): FetchSocket | undefined {
    return this.#socket;
  }
  get httpVersion(): string {
    return '1.1';
  }
  get httpVersionMajor(): number {
    return 1;
  }
  get httpVersionMinor(): number {
    return 1;
  }
  get trailers(): NodeJS.Dict<string> {
    return {};
  }
  get trailersDistinct(): NodeJS.Dict<string[]> {
    return {};
  }
  get rawTrailers(): string[] {
    return [];
  }
  get complete(): boolean {
    return this.readableEnded;
  }
  setTimeout(): this {
    return this;
  }

  /** Whether somebody has begun to read it as a stream. */
  get isOpen(): boolean {
    return this.#isOpen;
  }
  get readableEnded(): boolean {
    return this.#isOpen ? Boolean(Reflect.get(Readable.prototype, 'readableEnded', this)) : this.request.bodyUsed;
  }
  get readableFlowing(): boolean | null {
    return this.#isOpen ? (Reflect.get(Readable.prototype, 'readableFlowing', this) as boolean | null) : null;
  }
  set readableFlowing(value: boolean | null) {
    Reflect.set(Readable.prototype, 'readableFlowing', value, this);
  }
  get destroyed(): boolean {
    return this.#isOpen ? Boolean(Reflect.get(Readable.prototype, 'destroyed', this)) : this.aborted;
  }
  set destroyed(value: boolean) {
    Reflect.set(Readable.prototype, 'destroyed', value, this);
  }

  on(event: string | symbol, listener: (...rest: never[]) => void): this {
    this.answer?.watch();
    return Reflect.apply(Readable.prototype.on, this, [event, listener]) as this;
  }
  once(event: string | symbol, listener: (...rest: never[]) => void): this {
    this.answer?.watch();
    return Reflect.apply(Readable.prototype.once, this, [event, listener]) as this;
  }
  addListener(event: string | symbol, listener: (...rest: never[]) => void): this {
    return this.on(event, listener);
  }

  get _readableState(): unknown {
    this.#isOpen = true;
    ownState(this, '_readableState', undefined);
    (Readable as unknown as (this: object, options: object) => void).call(this, { autoDestroy: false });
    return Reflect.get(this, '_readableState');
  }
  set _readableState(state: unknown) {
    ownState(this, '_readableState', state);
  }

  _read(): void {
    this.#pull().catch((error: unknown) => this.#breakOff(error as Error));
  }

  async #pull(): Promise<void> {
    if (this.request.body === null) return void this.push(null);
    this.#reader ??= this.request.body.getReader();
    const { done, value } = await this.#reader.read();
    this.push(done ? null : Buffer.from(value.buffer, value.byteOffset, value.byteLength));
  }

  #breakOff(error: Error): void {
    this.destroy(error);
    this.answer?.leave();
  }

  /** Like Node, reports a client that has left to those who listen for errors. */
  _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#reader?.cancel().catch(() => {});
    if (this.aborted) this.emit('aborted');
    callback(this.listenerCount('error') > 0 ? error : null);
  }

  /** Ends it with its answer, or when its client has left. */
  close(): void {
    this.#socket?.destroy();
    if (!this.#isOpen || this.destroyed) return;
    if (this.aborted) this.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
    else this.destroy();
  }

  /** Whether its body is known to have at most so many bytes, and nobody has begun to read it as a stream. */
  hasAtMost(bytes: number): boolean {
    if (this.#isOpen) return false;
    const length = this.headers['content-length'];
    return length === undefined ? this.request.body === null : Number(length) <= bytes;
  }

  /** All bytes of the body. Rejects when it breaks off. */
  readBytes(): Promise<ArrayBuffer> {
    return this.request.arrayBuffer();
  }
}

/** The path and query of an address that is a URL already. The host of `http:` and `https:` ends after the eighth character at the earliest. */
export function targetOf(address: string): string {
  const start = address.indexOf('/', address.startsWith('http') ? 8 : address.indexOf('://') + 3);
  if (start < 0) return '/';
  const end = address.indexOf('#', start);
  return end < 0 ? address.slice(start) : address.slice(start, end);
}
