import type { Exchange } from './exchange.js';
import { isThenable } from '../is-thenable.js';
import type { Responder } from '../responder.js';

/** Runs an endpoint's steps, its handler and the answer, without leaving the tick unless something waits. */
export function runEndpoint(exchange: Exchange, responder: Responder, first = 0): void {
  const { steps, handle } = exchange.endpoint;
  try {
    for (let index = first; index < steps.length; index++) {
      const pending = steps[index]!(exchange);
      if (pending === undefined) continue;
      pending.then(
        () => runEndpoint(exchange, responder, index + 1),
        (error: unknown) => responder.refuse(exchange, error),
      );
      return;
    }
    const value = handle(exchange);
    if (isThenable(value)) answerLater(exchange, value, responder);
    else responder.answer(exchange, value);
  } catch (error) {
    responder.refuse(exchange, error);
  }
}

function answerLater(exchange: Exchange, value: PromiseLike<unknown>, responder: Responder): void {
  value
    .then((result) => responder.answer(exchange, result))
    .then(undefined, (error: unknown) => responder.refuse(exchange, error));
}
