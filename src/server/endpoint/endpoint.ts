import type { FlatHeaders } from '../../routing/matching/flat-headers.js';
import type { Versions } from '../../routing/versioning/known-versions.js';
import type { HttpError } from '../../routing/table/http-error.js';
import type { Route } from '../../routing/table/route.js';
import { isThenable } from './is-thenable.js';
import type { Responder } from '../respond/responder.js';
import type { Exchange } from './exchange.js';
import type { Write } from './write-answer.js';
import type { WriteProblem } from './write-problem.js';

/** What a step waits for: a promise, or anything that proceeds or refuses once. */
export interface Wait {
  then(proceed: () => void, refuse: (error: unknown) => void): unknown;
}

/** One thing that happens to a request; throws to refuse. */
export type Step = (exchange: Exchange) => void | Wait;

/** Where the result of an endpoint goes. */
export type Answers = Pick<Responder, 'answer' | 'refuse'>;

/** Starts an endpoint on a request, or the refusal that was decided before its steps. */
export type Start = (exchange: Exchange, responder: Responder, refusal: HttpError | null) => void;

/** A route made ready at boot, so that requests repeat no decision. */
export interface Endpoint {
  readonly route: Route;
  readonly start: Start;
  readonly steps: readonly Step[];
  readonly handle: (exchange: Exchange) => unknown;
  /** Those of every answer: security headers, deprecation, Vary. */
  readonly headers: FlatHeaders;
  /** The same with the content type of a success. */
  readonly successHeaders: FlatHeaders;
  /** Makes the body of a success. */
  readonly write: Write;
  /** Makes the body of a problem. */
  readonly writeProblem: WriteProblem;
  /** The names of the path's parameters by position. */
  readonly parameters: readonly string[];
  readonly trustProxy: number | false;
  /** Of the API, where they are listed. */
  readonly versions: Versions | undefined;
  /** How many steps run before the caller's pin is asked for; null where it never is. */
  readonly stepsBeforePin: number | null;
}

/** Runs an endpoint without anything around it. */
export function startEndpoint(exchange: Exchange, responder: Answers, refusal: HttpError | null): void {
  if (refusal === null) runEndpoint(exchange, responder);
  else responder.refuse(exchange, refusal);
}

/** Runs an endpoint's steps, its handler and the answer, without leaving the tick unless something waits. */
function runEndpoint(exchange: Exchange, responder: Answers, first = 0): void {
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

function answerLater(exchange: Exchange, value: PromiseLike<unknown>, responder: Answers): void {
  value
    .then((result) => responder.answer(exchange, result))
    .then(undefined, (error: unknown) => responder.refuse(exchange, error));
}
