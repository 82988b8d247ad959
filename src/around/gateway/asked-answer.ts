import type { ServerResponse } from 'node:http';
import { HeadList } from '../convert/head-list.js';
import { brokenOff } from '../node/broken-off.js';
import { TakenBody } from '../node/taken-body.js';
import type { AdaptAddress } from '../convert/addresses.js';
import type { Awaiting } from '../onward.js';
import { type AnswerParts, type AnswerStart, ClientAnswer } from './client-answer.js';

/** Keeps an answer for what converts it: at once, where its bytes have come with its head. */
export class AskedAnswer extends ClientAnswer {
  readonly #awaiting: Awaiting;
  readonly #explain: (error: Error) => Error;
  #head: HeadList | null = null;
  #body: TakenBody | null = null;

  /** `explain` makes of an error what a client gets. */
  constructor(
    res: ServerResponse,
    parts: AnswerParts,
    addresses: AdaptAddress | null,
    awaiting: Awaiting,
    explain: (error: Error) => Error,
  ) {
    super(res, parts, addresses);
    this.#awaiting = awaiting;
    this.#explain = explain;
  }

  protected start({ status, reason, fields }: AnswerStart): void {
    this.#head = new HeadList(status, reason, fields);
  }

  protected flow(chunks: readonly Buffer[]): void {
    const body = new TakenBody(() => this.resume());
    for (const chunk of chunks) body.write(chunk);
    this.#body = body;
    this.#awaiting.begin({ head: this.#head!, body });
  }

  protected write(chunk: Buffer): boolean {
    return this.#body!.write(chunk);
  }

  protected endWhole(chunks: readonly Buffer[]): void {
    this.#awaiting.begin({ head: this.#head!, body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) });
  }

  protected end(): void {
    this.#body!.end();
  }

  protected fail(error: Error): void {
    const explained = this.res.destroyed ? brokenOff() : this.#explain(error);
    if (this.#body !== null) this.#body.fail(brokenOff());
    else this.#awaiting.fail(this.#head === null ? explained : brokenOff());
  }
}
