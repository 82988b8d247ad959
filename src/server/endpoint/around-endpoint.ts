import type { HttpError } from '../../routing/table/http-error.js';
import type { Around, RouteCall } from '../../routing/table/observing-options.js';
import { handlerName } from '../../routing/table/route.js';
import { whenClosed } from '../observe/when-closed.js';
import type { Answers, Exchange, Start } from './exchange.js';
import { routeCall } from './route-call.js';
import { startEndpoint } from './run-endpoint.js';

/** Runs an endpoint inside `around` functions, the first outermost. */
export function startAround(arounds: readonly Around[]): Start {
  return (exchange, answers, refusal) => {
    void new AroundRun(exchange, answers, arounds, refusal).enter(0);
  };
}

/** One request on its way through the `around` functions of its route. */
class AroundRun {
  readonly #call: RouteCall;

  constructor(
    readonly exchange: Exchange,
    readonly answers: Answers,
    readonly arounds: readonly Around[],
    readonly refusal: HttpError | null,
  ) {
    this.#call = routeCall(exchange);
  }

  /** Runs the function at a position with everything inside it. Resolves to the status of the answer, and never rejects. */
  async enter(position: number): Promise<number> {
    const around = this.arounds[position];
    if (around === undefined) return this.#answer();
    let inside: Promise<number> | undefined;
    let isOver = false;
    const next = (): Promise<number> => {
      if (inside === undefined && !isOver) return (inside = this.enter(position + 1));
      return misuse(isOver ? 'next() was called after around had ended.' : 'next() was called twice.');
    };
    try {
      await around(this.#call, next);
      isOver = true;
      if (inside === undefined) this.answers.refuse(this.exchange, this.#unanswered());
    } catch (error) {
      isOver = true;
      if (inside === undefined) this.answers.refuse(this.exchange, error);
      else this.answers.report(this.exchange, error);
    }
    return inside ?? this.#closed();
  }

  /** Runs the route until its handler has settled and its answer is sent. */
  async #answer(): Promise<number> {
    const closed = this.#closed();
    await new Promise<void>((settle) => {
      const { answers } = this;
      const settling = {
        answer: (exchange: Exchange, value: unknown) => (answers.answer(exchange, value), settle()),
        refuse: (exchange: Exchange, error: unknown) => (answers.refuse(exchange, error), settle()),
      };
      startEndpoint(this.exchange, settling, this.refusal);
    });
    return closed;
  }

  async #closed(): Promise<number> {
    const { response } = this.exchange;
    await whenClosed(response);
    return response.statusCode;
  }

  #unanswered(): Error {
    const { route } = this.exchange.endpoint;
    return new Error(
      `around ended without calling next(), so ${handlerName(route)} did not run. Write (call, next) => next(), or throw an HttpError to refuse.`,
    );
  }
}

/** Rejects, and does not end the process when nobody waits for it. */
function misuse(message: string): Promise<never> {
  const rejected = Promise.reject(new Error(`${message} It runs the route once; keep its promise instead.`));
  rejected.catch(() => {});
  return rejected;
}
