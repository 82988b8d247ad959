import type { ServerResponse } from 'node:http';
import { brokenOff } from '../node/take-answer.js';
import { enough, TakenBody } from '../node/taken-body.js';
import type { AnswerBody } from '../onward.js';
import { type AnswerStart, ClientAnswer } from './client-answer.js';

/** Puts the head of an answer on a response, and keeps its bytes for their reader: at once, where they have come with the head. */
export class AskedAnswer extends ClientAnswer {
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

  protected start({ status, reason, fields }: AnswerStart): void {
    const { res } = this;
    res.statusCode = status;
    if (reason) res.statusMessage = reason;
    for (let index = 0; index < fields.length; index += 2) res.appendHeader(fields[index]!, fields[index + 1]!);
    this.#hasBegun = true;
  }

  protected take(chunk: Buffer): boolean {
    if (this.#body !== null) return this.#body.write(chunk);
    this.#first.push(chunk);
    this.#size += chunk.length;
    if (this.#size > enough) this.endRound();
    return true;
  }

  /** Hands over an answer that is longer in coming. */
  endRound(): void {
    if (this.isOver || this.#body !== null) return;
    const body = new TakenBody(() => this.resume());
    for (const chunk of this.#first) body.write(chunk);
    this.#body = body;
    this.#resolve(body);
  }

  protected end(): void {
    if (this.#body !== null) this.#body.end();
    else this.#resolve(this.#first.length === 1 ? this.#first[0]! : Buffer.concat(this.#first));
  }

  protected fail(error: Error): void {
    if (this.#body !== null) this.#body.fail(brokenOff());
    else this.#reject(this.#hasBegun ? brokenOff() : error);
  }
}
