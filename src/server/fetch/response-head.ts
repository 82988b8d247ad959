import { type OutgoingHttpHeaders, validateHeaderName, validateHeaderValue } from 'node:http';
import { headerPairs } from '../headers/merge-headers.js';
import { LightWritable } from './light-writable.js';

type HeaderValue = number | string | readonly string[];
interface Field {
  readonly name: string;
  readonly value: HeaderValue;
}

/** Between a server and the next hop: those are the runtime's. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

/** The status and header fields of a response, as those of a `ServerResponse` are set and read. */
export abstract class ResponseHead extends LightWritable {
  /** Field by name in lower case. */
  #fields: Map<string, Field> | null = null;
  /** Whether the head is sent; `headersSent` may say so earlier, while compression keeps it. */
  protected isHeadSent = false;
  statusCode = 200;
  statusMessage: string | undefined;
  sendDate = true;
  shouldKeepAlive = true;

  abstract writeHead(status: number): this;

  get headersSent(): boolean {
    return this.isHeadSent;
  }
  /** For middleware that asks Node's own field. */
  get _header(): string | null {
    return this.isHeadSent ? `HTTP/1.1 ${this.statusCode}` : null;
  }
  _implicitHeader(): void {
    this.writeHead(this.statusCode);
  }
  writeContinue(): void {}
  writeProcessing(): void {}
  writeEarlyHints(_hints: unknown, callback?: () => void): void {
    callback?.();
  }
  addTrailers(): void {}

  setHeader(name: string, value: HeaderValue): this {
    this.#refuseLate('set');
    validateHeaderName(name);
    for (const text of [value].flat()) validateHeaderValue(name, text as string);
    (this.#fields ??= new Map()).set(name.toLowerCase(), { name, value });
    return this;
  }
  appendHeader(name: string, value: string | readonly string[]): this {
    const own = this.getHeader(name);
    return this.setHeader(name, own === undefined ? value : [own, value].flat().map(String));
  }
  setHeaders(headers: Headers | ReadonlyMap<string, HeaderValue>): this {
    for (const [name, value] of headers) if (name !== 'set-cookie') this.setHeader(name, value);
    const cookies = headers instanceof Headers ? headers.getSetCookie() : headers.get('set-cookie');
    if (cookies !== undefined && [cookies].flat().length > 0) this.setHeader('set-cookie', cookies);
    return this;
  }
  getHeader(name: string): HeaderValue | undefined {
    return this.#fields?.get(name.toLowerCase())?.value;
  }
  getHeaders(): OutgoingHttpHeaders {
    return Object.fromEntries([...(this.#fields ?? [])].map(([name, { value }]) => [name, value as string]));
  }
  getHeaderNames(): string[] {
    return this.#fields === null ? [] : [...this.#fields.keys()];
  }
  getRawHeaderNames(): string[] {
    return [...(this.#fields?.values() ?? [])].map(({ name }) => name);
  }
  hasHeader(name: string): boolean {
    return this.#fields?.has(name.toLowerCase()) ?? false;
  }
  removeHeader(name: string): void {
    this.#refuseLate('remove');
    this.#fields?.delete(name.toLowerCase());
  }

  /** Takes what `writeHead` got. */
  protected takeHead(status: number, rest: readonly unknown[]): void {
    this.#refuseLate('write');
    if (!Number.isInteger(status) || status < 200 || status > 599)
      throw new RangeError(`Invalid status ${status}. Use one from 200 to 599.`);
    this.statusCode = status;
    if (typeof rest[0] === 'string') this.statusMessage = rest[0];
    const given = rest.at(-1);
    if (typeof given === 'object' && given !== null) this.#setGiven(given);
    this.isHeadSent = true;
  }

  #setGiven(given: object): void {
    const pairs = headerPairs(given).filter(([, value]) => value !== undefined);
    for (const [name] of pairs) this.removeHeader(name);
    for (const [name, value] of pairs) {
      const texts = [value].flat().map(String);
      if (this.hasHeader(name)) this.appendHeader(name, texts);
      else this.setHeader(name, texts.length === 1 ? texts[0]! : texts);
    }
  }

  /** The fields of a Response. */
  protected fieldPairs(): [string, string][] {
    const pairs: [string, string][] = [];
    for (const [key, { name, value }] of this.#fields ?? [])
      if (!ofConnection.has(key)) for (const text of [value].flat()) pairs.push([name, String(text)]);
    return pairs;
  }

  #refuseLate(verb: string): void {
    if (!this.isHeadSent) return;
    const error = new Error(`Cannot ${verb} headers after they are sent to the client`);
    throw Object.assign(error, { code: 'ERR_HTTP_HEADERS_SENT' });
  }
}
