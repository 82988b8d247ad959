import type { HttpError } from '../../routing/table/http-error.js';
import type { Answers, Endpoint, Exchange, Step } from './exchange.js';
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

/** Runs steps from a position, and then a handler, without leaving the tick unless something waits. */
export function runSteps(exchange: Exchange, endpoint: Pick<Endpoint, 'steps' | 'handle'>, first = 0): unknown {
  const { steps, handle } = endpoint;
  for (let index = first; index < steps.length; index++) {
    const pending = steps[index]!(exchange);
    if (pending === undefined) continue;
    return new Promise<void>((proceed, refuse) => void pending.then(proceed, refuse)).then(() =>
      runSteps(exchange, endpoint, index + 1),
    );
  }
  return handle(exchange);
}

/** A handler that takes steps first. */
export const afterSteps = (steps: readonly Step[], handle: Endpoint['handle']): Endpoint['handle'] =>
  steps.length === 0 ? handle : (exchange) => runSteps(exchange, { steps, handle });
