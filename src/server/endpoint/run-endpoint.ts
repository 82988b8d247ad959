import type { HttpError } from '../../routing/table/http-error.js';
import type { Answers, Exchange } from './exchange.js';
import { isThenable } from './is-thenable.js';

/** Settles an exchange. */
type Settles = Pick<Answers, 'answer' | 'refuse'>;

/** Runs an endpoint without anything around it. */
export function startEndpoint(exchange: Exchange, answers: Settles, refusal: HttpError | null): void {
  if (refusal === null) runEndpoint(exchange, answers);
  else answers.refuse(exchange, refusal);
}

/** Runs an endpoint's steps, its handler and the answer, without leaving the tick unless something waits. */
function runEndpoint(exchange: Exchange, answers: Settles, first = 0): void {
  const { steps, handle } = exchange.endpoint;
  try {
    for (let index = first; index < steps.length; index++) {
      const pending = steps[index]!(exchange);
      if (pending === undefined) continue;
      pending.then(
        () => runEndpoint(exchange, answers, index + 1),
        (error: unknown) => answers.refuse(exchange, error),
      );
      return;
    }
    const value = handle(exchange);
    if (isThenable(value)) answerLater(exchange, value, answers);
    else answers.answer(exchange, value);
  } catch (error) {
    answers.refuse(exchange, error);
  }
}

function answerLater(exchange: Exchange, value: PromiseLike<unknown>, answers: Settles): void {
  value.then(
    (result) => {
      try {
        answers.answer(exchange, result);
      } catch (error) {
        answers.refuse(exchange, error);
      }
    },
    (error: unknown) => answers.refuse(exchange, error),
  );
}
