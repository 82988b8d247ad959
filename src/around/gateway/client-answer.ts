import type { ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import { FirstRound } from '../convert/first-round.js';
import { endToEnd } from '../hop-by-hop.js';
import { clientLeft } from '../node/broken-off.js';
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

/** An answer of the upstream for a client. The request to the upstream ends when the client leaves. */
export abstract class ClientAnswer extends FirstRound implements Dispatcher.DispatchHandler {
  protected readonly res: ServerResponse;
  protected readonly outages: Outages;
  #controller: Controller | null = null;
  #isOver = false;

  constructor(res: ServerResponse, outages: Outages) {
    super();
    this.res = res;
    this.outages = outages;
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
  onRequestStart(controller: Controller): void {
    const isAgain = this.#controller !== null;
    this.#controller = controller;
    if (this.res.destroyed) controller.abort(clientLeft());
    else if (!isAgain) this.res.on('close', () => this.#leave());
  }

  onResponseStart(controller: Controller, status: number, _headers: unknown, reason: string | undefined): void {
    this.outages.answered();
    const raw = rawFieldsOf(controller);
    if (status < 200) return this.inform(status, raw);
    this.start({ status, reason, fields: endToEnd(raw) });
    this.startRound();
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (!this.keep(chunk) && !this.write(chunk)) controller.pause();
  }

  onResponseEnd(_controller: Controller, trailers: Trailers): void {
    this.#isOver = true;
    const whole = this.endKeeping();
    if (whole === null) this.end(trailers);
    else this.endWhole(whole, trailers);
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#isOver = true;
    this.endKeeping();
    this.fail(error);
  }

  protected pause(): void {
    this.#controller!.pause();
  }

  protected resume(): void {
    this.#controller!.resume();
  }

  /** The response is over before the answer is. */
  protected leave(): void {}

  #leave(): void {
    if (this.#isOver) return;
    this.leave();
    this.#controller!.abort(clientLeft());
  }
}

/** The fields of an answer of the upstream as they came: names and values, one after the other. */
function rawFieldsOf(controller: Controller): string[] {
  const { rawHeaders = [] } = controller as {
    readonly rawHeaders?: readonly Buffer[];
  };
  const fields: string[] = [];
  for (const part of rawHeaders) fields.push(part.toString('latin1'));
  return fields;
}
