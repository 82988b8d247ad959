import type { Exchange } from '../../server/endpoint/exchange.js';
import { relayed } from '../../server/endpoint/relayed.js';
import { closedEarly } from '../node/take-answer.js';
import type { Answer, Awaiting } from '../onward.js';
import type { RelayParts } from '../relay-parts.js';
import type { AnswerConverter } from './answer.js';
import { HeadList } from './head-list.js';
import { deadline } from './in-time.js';

/** Calls the application, and sends what the converter makes of its answer. Rejects with a 504 where it takes longer than it may. */
export const sendConverted = (
  exchange: Exchange,
  converter: AnswerConverter,
  parts: RelayParts,
  call: (awaiting: Awaiting) => void,
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const conversion = new Conversion(exchange, converter, parts, { resolve, reject });
    try {
      call(conversion);
    } catch (error) {
      conversion.fail(error);
    }
  });

interface Settle {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** An answer on its way: the first end counts. */
class Conversion implements Awaiting {
  readonly #exchange: Exchange;
  readonly #converter: AnswerConverter;
  readonly #settle: Settle;
  readonly #timer: NodeJS.Timeout;
  #isOver = false;

  constructor(exchange: Exchange, converter: AnswerConverter, { timeoutMs, operation }: RelayParts, settle: Settle) {
    this.#exchange = exchange;
    this.#converter = converter;
    this.#settle = settle;
    this.#timer = deadline(timeoutMs, operation, (error) => this.fail(error));
  }

  begin(answer: Answer): void {
    if (!this.#end()) return;
    try {
      const sending = this.#converter.send(this.#exchange, answer);
      if (sending === undefined) this.#settle.resolve(undefined);
      else sending.then(this.#settle.resolve, (error: unknown) => this.#refuse(error, answer));
    } catch (error) {
      this.#refuse(error, answer);
    }
  }

  fail(error: unknown): void {
    if (this.#end()) this.#reject(error);
  }

  /** Whether this is the first end. */
  #end(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    clearTimeout(this.#timer);
    return true;
  }

  /** Other fields of the application, such as the id of a request, go with the refusal. */
  #refuse(error: unknown, { head }: Answer): void {
    const { response } = this.#exchange;
    if (head instanceof HeadList && !response.headersSent) head.placeOn(response);
    this.#reject(error);
  }

  #reject(error: unknown): void {
    if ((error as NodeJS.ErrnoException).code === closedEarly) this.#settle.resolve(relayed);
    else this.#settle.reject(error);
  }
}
