import type { ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import { FirstRound } from '../convert/first-round.js';
import { endToEnd } from '../hop-by-hop.js';
import { clientLeft } from '../node/broken-off.js';
import type { Outages } from './outages.js';

/** Names and values, one after the other. */
export type Trailers = readonly string[];

/** The head of an answer. */
export interface AnswerStart {
  readonly status: number;
  readonly reason: string | undefined;
  /** Names and values, one after the other, without those that concern the connection to the upstream. */
  readonly fields: string[];
}

/**
 * An answer of the upstream for a client. The request to the upstream ends when the client leaves. The handlers are those that undici 7 calls
 * itself: it wraps the ones that it recommends in these, and parses every field once more for them.
 */
export abstract class ClientAnswer extends FirstRound implements Dispatcher.DispatchHandler {
  protected readonly res: ServerResponse;
  readonly #outages: Outages;
  #abort: ((error: Error) => void) | null = null;
  #goOn: (() => void) | null = null;
  #isPaused = false;
  #isOver = false;

  constructor(res: ServerResponse, outages: Outages) {
    super();
    this.res = res;
    this.#outages = outages;
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

  /** An interim response (RFC 9110, section 15.2). */
  protected inform(_status: number, _fields: readonly string[]): void {}

  /** Runs again where the library sends the request again. */
  onConnect(abort: (error?: Error) => void): void {
    const isAgain = this.#abort !== null;
    this.#abort = abort;
    if (this.res.destroyed) abort(clientLeft());
    else if (!isAgain) this.res.on('close', () => this.#leave());
  }

  onHeaders(status: number, parts: readonly Buffer[], goOn: () => void, reason: string): boolean {
    this.#outages.answered();
    this.#goOn = goOn;
    const raw = decodeParts(parts);
    if (status < 200) this.inform(status, raw);
    else {
      this.start({ status, reason, fields: endToEnd(raw) });
      this.startRound();
    }
    return true;
  }

  onData(chunk: Buffer): boolean {
    if (!this.keep(chunk) && !this.write(chunk)) this.pause();
    return !this.#isPaused;
  }

  onComplete(parts: unknown): void {
    this.#isOver = true;
    // Bytes, though they are declared as text.
    const trailers = decodeParts((parts ?? []) as readonly Buffer[]);
    const whole = this.endKeeping();
    if (whole === null) this.end(trailers);
    else this.endWhole(whole, trailers);
  }

  onError(error: Error): void {
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
