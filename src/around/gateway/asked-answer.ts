import type { ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import { endToEnd } from '../hop-by-hop.js';
import { brokenOff } from '../node/take-answer.js';
import { enough, TakenBody } from '../node/taken-body.js';
import type { AnswerBody } from '../onward.js';
import { ClientAnswer, type Controller, rawFieldsOfAnswer } from './client-answer.js';
import { atEndOfRound } from './end-of-round.js';

/** Puts the head of an answer on a response, and keeps its bytes for whoever reads them: at once, where they have come with the head. */
export class AskedAnswer extends ClientAnswer implements Dispatcher.DispatchHandler {
  readonly #resolve: (body: AnswerBody) => void;
  readonly #reject: (error: Error) => void;
  #hasBegun = false;
  /** What comes before anybody waits for more. */
  #first: Buffer[] = [];
  #size = 0;
  #body: TakenBody | null = null;

  constructor(res: ServerResponse, resolve: (body: AnswerBody) => void, reject: (error: Error) => void) {
    super(res);
    this.#resolve = resolve;
    this.#reject = reject;
  }

  onResponseStart(controller: Controller, status: number, _headers: unknown, reason: string | undefined): void {
    if (status < 200) return;
    const res = this.res;
    res.statusCode = status;
    if (reason) res.statusMessage = reason;
    const fields = endToEnd(rawFieldsOfAnswer(controller));
    for (let index = 0; index < fields.length; index += 2) res.appendHeader(fields[index]!, fields[index + 1]!);
    this.#hasBegun = true;
    atEndOfRound(this);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#body === null) {
      this.#first.push(chunk);
      this.#size += chunk.length;
      if (this.#size > enough) this.endRound();
    } else if (!this.#body.write(chunk)) controller.pause();
  }

  /** Hands over an answer that is longer in coming. */
  endRound(): void {
    if (this.isOver || this.#body !== null) return;
    const body = new TakenBody(() => this.controller!.resume());
    for (const chunk of this.#first) body.write(chunk);
    this.#body = body;
    this.#resolve(body);
  }

  onResponseEnd(): void {
    this.isOver = true;
    if (this.#body !== null) this.#body.end();
    else this.#resolve(this.#first.length === 1 ? this.#first[0]! : Buffer.concat(this.#first));
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.isOver = true;
    if (this.#body !== null) this.#body.fail(brokenOff());
    else this.#reject(this.#hasBegun ? brokenOff() : error);
  }
}
