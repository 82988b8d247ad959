import { type ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import { type Dispatcher, errors } from 'undici';
import { linksIn } from '../../routing/matching/flat-headers.js';
import { FirstRound } from '../convert/first-round.js';
import { endToEnd, withoutFields } from '../hop-by-hop.js';
import { clientLeft } from '../node/broken-off.js';
import { type AdaptAddress, adaptFields } from '../convert/addresses.js';
import type { WritableReasons } from '../writable-reason.js';
import type { Outages } from './outages.js';
import { isStale } from './open-connection.js';

/** Names and values, one after the other. */
export type Trailers = readonly string[];

/** What an upstream has for all its answers. */
export interface AnswerParts {
  readonly outages: Outages;
  readonly reasons: WritableReasons;
}

/** The head of an answer. */
export interface AnswerStart {
  readonly status: number;
  readonly reason: string;
  /** Names and values, one after the other, without those that concern the connection to the upstream. */
  readonly fields: string[];
}

/**
 * An answer of the upstream for a client. The request to the upstream ends when the client leaves. The handlers are those that undici 7 calls
 * itself: it wraps the ones that it recommends in these, and parses every field once more for them.
 */
export abstract class ClientAnswer extends FirstRound implements Dispatcher.DispatchHandler {
  protected readonly res: ServerResponse;
  readonly #parts: AnswerParts;
  readonly #addresses: AdaptAddress | null;
  /** Sends the request on a new connection; null where it must not, or has been. */
  #again: (() => void) | null = null;
  #abort: ((error: Error) => void) | null = null;
  #goOn: (() => void) | null = null;
  #isPaused = false;
  #isOver = false;
  /** Whether its status has no body (RFC 9112, section 6.3). */
  #isBodiless = false;

  /** `addresses` are for interim responses. */
  constructor(res: ServerResponse, parts: AnswerParts, addresses: AdaptAddress | null) {
    super();
    this.res = res;
    this.#parts = parts;
    this.#addresses = addresses;
  }

  /** Calls `again`, once, where the request fails because a kept connection was closed before the answer began. */
  retryWith(again: () => void): this {
    this.#again = again;
    return this;
  }

  /** The head has arrived. */
  protected abstract start(head: AnswerStart): void;
  /** Takes bytes of an answer that flows. Returns whether more may come at once. */
  protected abstract write(chunk: Buffer): boolean;
  /** The end of an answer that flows. */
  protected abstract end(trailers: Trailers): void;
  /** The whole answer has arrived. */
  protected abstract endWhole(chunks: readonly Buffer[], trailers: Trailers): void;
  protected abstract fail(error: Error): void;

  /** Runs again where the library sends the request again. */
  onConnect(abort: (error?: Error) => void): void {
    const isAgain = this.#abort !== null;
    this.#abort = abort;
    if (this.res.destroyed) abort(clientLeft());
    else if (!isAgain) this.res.on('close', () => this.#leave());
  }

  onHeaders(status: number, parts: readonly Buffer[], goOn: () => void, reason: string): boolean {
    this.begin(status, decodeParts(parts), goOn, reason);
    return true;
  }

  /** Takes a head, interim ones too, as names and values. Throws for a status that no answer has. */
  begin(status: number, raw: readonly string[], goOn: () => void, reason: string): void {
    const { outages, reasons } = this.#parts;
    if (status < 100 || status === 101) throw new errors.HTTPParserError(`status ${status}`);
    outages.answered();
    this.#again = null;
    this.#goOn = goOn;
    const head = { status, reason: reasons.of(reason), fields: endToEnd(raw) };
    if (status < 200) return sendInterim(this.res, head, this.#addresses);
    this.#isBodiless = status === 204 || status === 304;
    if (status === 204) head.fields = withoutFields(head.fields, ['content-length']);
    this.start(head);
    this.startRound();
  }

  override endRound(): void {
    try {
      super.endRound();
    } catch (error) {
      this.#abort!(error as Error);
    }
  }

  onData(chunk: Buffer): boolean {
    if (!this.keep(chunk) && !this.write(chunk)) this.pause();
    return !this.#isPaused;
  }

  onComplete(parts: unknown): void {
    // Bytes, though they are declared as text.
    this.complete(decodeParts((parts ?? []) as readonly Buffer[]));
  }

  /** The answer is whole. */
  complete(trailers: Trailers): void {
    this.#isOver = true;
    const whole = this.endKeeping();
    if (whole === null) this.end(trailers);
    else this.endWhole(whole, trailers);
  }

  onError(error: Error): void {
    const again = this.#again;
    this.#again = null;
    if (again !== null && isStale(error)) return again();
    // Its length is that of another answer (RFC 9110, section 8.6); undici expects such a body.
    if (this.#isBodiless && error instanceof errors.ResponseContentLengthMismatchError) return this.complete([]);
    this.#isOver = true;
    this.endKeeping();
    this.fail(error);
  }

  protected pause(): void {
    this.#isPaused = true;
  }

  protected resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#goOn!();
  }

  #leave(): void {
    if (!this.#isOver) this.#abort!(clientLeft());
  }
}

/** Sends an interim response as it came (RFC 9110, section 15.2), but for links that are none: Node itself writes only links. */
function sendInterim(
  res: ServerResponse,
  { status, reason, fields }: AnswerStart,
  addresses: AdaptAddress | null,
): void {
  // Clients of HTTP/1.0 know none.
  if (res.headersSent || res.req.httpVersion === '1.0' || !(res.socket instanceof Socket)) return;
  const sent = fields.filter((_, at) => {
    const from = at - (at % 2);
    return fields[from]!.toLowerCase() !== 'link' || linksIn(fields[from + 1]!).every((link) => link.startsWith('<'));
  });
  if (status === 103 && sent.length === 0) return;
  if (addresses !== null) adaptFields(sent, addresses);
  const lines = sent.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`));
  res.socket.write(`HTTP/1.1 ${status} ${reason || STATUS_CODES[status] || ''}\r\n${lines.join('')}\r\n`, 'latin1');
}

/**
 * Parts of a message as text in Latin-1. Those of a head mostly lie behind each other in the bytes that came, so they are decoded as one text:
 * a call of Node for each part would take longer than all that reads the fields.
 */
function decodeParts(parts: readonly Buffer[]): string[] {
  if (parts.length === 0) return [];
  const { buffer, byteOffset: start } = parts[0]!;
  let end = start;
  for (const part of parts) {
    if (part.buffer !== buffer || part.byteOffset < start) return parts.map((one) => one.toString('latin1'));
    end = Math.max(end, part.byteOffset + part.length);
  }
  const text = Buffer.from(buffer, start, end - start).toString('latin1');
  return parts.map(({ byteOffset, length }) => text.slice(byteOffset - start, byteOffset - start + length));
}
