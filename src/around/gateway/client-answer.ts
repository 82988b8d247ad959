import type { ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import { endToEnd } from '../hop-by-hop.js';
import { closedEarly } from '../node/take-answer.js';
import { enough } from '../node/taken-body.js';
import { atEndOfRound, type Waiting } from './end-of-round.js';
import type { Outages } from './outages.js';

type Controller = Dispatcher.DispatchController;
export type Trailers = Readonly<Record<string, unknown>>;

/** The head of an answer. */
export interface AnswerStart {
  readonly status: number;
  readonly reason: string | undefined;
  /** Names and values, one after the other, without those that concern the connection to the upstream. */
  readonly fields: string[];
}

/**
 * An answer of the upstream for a client. What comes in the round of its head is kept, because most answers are whole by then; the rest flows. The
 * request to the upstream ends when the client leaves.
 */
export abstract class ClientAnswer implements Dispatcher.DispatchHandler, Waiting {
  protected readonly res: ServerResponse;
  readonly #outages: Outages;
  #controller: Controller | null = null;
  /** What has come in the round of the head; null once it flows. */
  #first: Buffer[] | null = [];
  #size = 0;
  #isOver = false;

  constructor(res: ServerResponse, outages: Outages) {
    this.res = res;
    this.#outages = outages;
  }

  /** The head has arrived. */
  protected abstract start(head: AnswerStart): void;
  /** The answer is not whole yet: from now on it flows. `chunks` have arrived so far. */
  protected abstract flow(chunks: readonly Buffer[]): void;
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
  onRequestStart(controller: Controller): void {
    const isAgain = this.#controller !== null;
    this.#controller = controller;
    if (this.res.destroyed) controller.abort(clientLeft());
    else if (!isAgain) this.res.on('close', () => this.#leave());
  }

  onResponseStart(controller: Controller, status: number, _headers: unknown, reason: string | undefined): void {
    this.#outages.answered();
    const raw = rawFieldsOf(controller);
    if (status < 200) return this.inform(status, raw);
    this.start({ status, reason, fields: endToEnd(raw) });
    atEndOfRound(this);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#first === null) {
      if (!this.write(chunk)) controller.pause();
      return;
    }
    this.#first.push(chunk);
    this.#size += chunk.length;
    if (this.#size > enough) this.endRound();
  }

  endRound(): void {
    const first = this.#first;
    if (first === null || this.#isOver) return;
    this.#first = null;
    this.flow(first);
  }

  onResponseEnd(_controller: Controller, trailers: Trailers): void {
    this.#isOver = true;
    if (this.#first === null) this.end(trailers);
    else this.endWhole(this.#first, trailers);
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#isOver = true;
    this.fail(error);
  }

  protected pause(): void {
    this.#controller!.pause();
  }

  protected resume(): void {
    this.#controller!.resume();
  }

  #leave(): void {
    if (!this.#isOver) this.#controller!.abort(clientLeft());
  }
}

/** The error that ends a request to the upstream when its client is gone. */
const clientLeft = (): Error => Object.assign(new Error('The client has left.'), { code: closedEarly });

/** The fields of an answer of the upstream as they came: names and values, one after the other. */
function rawFieldsOf(controller: Controller): string[] {
  const { rawHeaders = [] } = controller as {
    readonly rawHeaders?: readonly Buffer[];
  };
  const fields: string[] = [];
  for (const part of rawHeaders) fields.push(part.toString('latin1'));
  return fields;
}
