import type { ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import { endToEnd } from '../hop-by-hop.js';
import { closedEarly } from '../node/take-answer.js';
import { atEndOfRound, type Waiting } from './end-of-round.js';

type Controller = Dispatcher.DispatchController;

/** The head of an answer. */
export interface AnswerStart {
  readonly status: number;
  readonly reason: string | undefined;
  /** Names and values, one after the other, without those that concern the connection to the upstream. */
  readonly fields: string[];
}

/** An answer of the upstream for a client: the request to the upstream ends when the client leaves. */
export abstract class ClientAnswer implements Dispatcher.DispatchHandler, Waiting {
  protected readonly res: ServerResponse;
  protected isOver = false;
  #controller: Controller | null = null;

  constructor(res: ServerResponse) {
    this.res = res;
  }

  /** Its head has come. */
  protected abstract start(head: AnswerStart): void;
  /** Bytes have come: whether more may come at once. */
  protected abstract take(chunk: Buffer): boolean;
  /** Whoever waits for more gets what has come until now, unless it was whole. */
  abstract endRound(): void;
  protected abstract end(trailers: Readonly<Record<string, unknown>>): void;
  protected abstract fail(error: Error): void;

  /** An answer before the answer (RFC 9110, section 15.2). */
  protected inform(_status: number, _fields: readonly string[]): void {}

  /** Runs again where the library sends the request again. */
  onRequestStart(controller: Controller): void {
    const isAgain = this.#controller !== null;
    this.#controller = controller;
    if (this.res.destroyed) controller.abort(clientLeft());
    else if (!isAgain) this.res.on('close', () => this.#leave());
  }

  onResponseStart(controller: Controller, status: number, _headers: unknown, reason: string | undefined): void {
    const raw = rawFieldsOf(controller);
    if (status < 200) return this.inform(status, raw);
    this.start({ status, reason, fields: endToEnd(raw) });
    // Most answers have their bytes by then.
    atEndOfRound(this);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (!this.take(chunk)) controller.pause();
  }

  onResponseEnd(_controller: Controller, trailers: Readonly<Record<string, unknown>>): void {
    this.isOver = true;
    this.end(trailers);
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.isOver = true;
    this.fail(error);
  }

  protected pause(): void {
    this.#controller!.pause();
  }

  protected resume(): void {
    this.#controller!.resume();
  }

  #leave(): void {
    if (!this.isOver) this.#controller!.abort(clientLeft());
  }
}

/** Ends a request to the upstream whose answer nobody takes any more. */
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
