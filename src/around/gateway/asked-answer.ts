import type { ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import { endToEnd } from '../hop-by-hop.js';
import { brokenOff } from '../node/take-answer.js';
import { TakenBody } from '../node/taken-body.js';
import { clientLeft, rawFieldsOfAnswer } from './answer-fields.js';

type Controller = Dispatcher.DispatchController;

/** Puts the head of an answer on a response, and keeps its bytes for whoever reads them. */
export class AskedAnswer implements Dispatcher.DispatchHandler {
  readonly #res: ServerResponse;
  readonly #resolve: (body: AsyncIterable<Uint8Array>) => void;
  readonly #reject: (error: Error) => void;
  #body: TakenBody | null = null;

  constructor(res: ServerResponse, resolve: (body: AsyncIterable<Uint8Array>) => void, reject: (error: Error) => void) {
    this.#res = res;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  onRequestStart(controller: Controller): void {
    if (this.#res.destroyed) return controller.abort(clientLeft());
    this.#res.on('close', () => {
      if (this.#body?.hasEnded !== true) controller.abort(clientLeft());
    });
  }

  onResponseStart(controller: Controller, status: number, _headers: unknown, reason: string | undefined): void {
    if (status < 200) return;
    const res = this.#res;
    res.statusCode = status;
    if (reason) res.statusMessage = reason;
    const fields = endToEnd(rawFieldsOfAnswer(controller));
    for (let index = 0; index < fields.length; index += 2) res.appendHeader(fields[index]!, fields[index + 1]!);
    this.#body = new TakenBody(() => controller.resume());
    this.#resolve(this.#body);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#body?.write(chunk) === false) controller.pause();
  }

  onResponseEnd(): void {
    this.#body?.end();
  }

  onResponseError(_controller: Controller, error: Error): void {
    if (this.#body) this.#body.fail(brokenOff());
    else this.#reject(error);
  }
}
