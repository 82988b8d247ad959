import type { Exchange } from '../../server/endpoint/exchange.js';
import { relayed } from '../../server/endpoint/relayed.js';
import { closedEarly } from '../node/broken-off.js';
import type { Answer, Awaiting } from '../onward.js';
import type { RelayParts } from '../relay-parts.js';
import type { AnswerConverter } from './answer.js';
import { HeadList } from './head-list.js';
import { deadline } from './in-time.js';

type Limit = Pick<RelayParts, 'timeoutMs' | 'operation'>;

/** Calls the application, and sends what the converter makes of its answer. Fails with a 504 where it takes longer than a limit. */
export function sendConverted(
  exchange: Exchange,
  converter: AnswerConverter,
  limit: Limit | null,
  call: (awaiting: Awaiting) => void,
): Conversion {
  const conversion = new Conversion(exchange, converter, limit);
  try {
    call(conversion);
  } catch (error) {
    conversion.fail(error);
  }
  return conversion;
}

type Proceed = (value: unknown) => void;
type Refuse = (error: unknown) => void;

/** An answer that is not here yet; only its first end counts. Continues at once, where a promise would take further turns of the event loop. */
class Conversion implements Awaiting {
  readonly #exchange: Exchange;
  readonly #converter: AnswerConverter;
  readonly #timer: NodeJS.Timeout | null;
  #isOver = false;
  #proceed: Proceed | null = null;
  #refuse: Refuse | null = null;
  /** The outcome, where it came before anything waited for it. */
  #settled: ((proceed: Proceed, refuse: Refuse) => void) | null = null;

  constructor(exchange: Exchange, converter: AnswerConverter, limit: Limit | null) {
    this.#exchange = exchange;
    this.#converter = converter;
    this.#timer = limit && deadline(limit.timeoutMs, limit.operation, (error) => this.fail(error));
  }

  then(proceed: Proceed, refuse: Refuse): void {
    this.#proceed = proceed;
    this.#refuse = refuse;
    this.#settled?.(proceed, refuse);
  }

  begin(answer: Answer): void {
    if (!this.#end()) return;
    try {
      const sending = this.#converter.send(this.#exchange, answer);
      if (sending === undefined) this.#resolve(undefined);
      else sending.then(() => this.#resolve(undefined)).catch((error: unknown) => this.#break(error, answer));
    } catch (error) {
      this.#break(error, answer);
    }
  }

  fail(error: unknown): void {
    if (this.#end()) this.#reject(error);
  }

  /** Whether this is the first end. */
  #end(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    return true;
  }

  /** The refusal keeps other header fields of the application, such as the id of the request. */
  #break(error: unknown, { head }: Answer): void {
    const { response } = this.#exchange;
    if (head instanceof HeadList && !response.headersSent) head.placeOn(response);
    this.#reject(error);
  }

  #resolve(value: unknown): void {
    if (this.#proceed !== null) this.#proceed(value);
    else this.#settled = (proceed) => proceed(value);
  }

  #reject(error: unknown): void {
    if ((error as NodeJS.ErrnoException).code === closedEarly) this.#resolve(relayed);
    else if (this.#refuse !== null) this.#refuse(error);
    else this.#settled = (_, refuse) => refuse(error);
  }
}
