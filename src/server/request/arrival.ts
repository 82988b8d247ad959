import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request that has reached an app. */
export class Arrival {
  constructor(
    readonly req: IncomingMessage,
    readonly res: ServerResponse,
    /** `connection`: of Node, which checks less than a runtime that makes a Request; `application`: an outer one, which has the response too. */
    readonly from: 'connection' | 'fetch' | 'application',
    /** Leaves it to the outer application. */
    readonly pass: (() => void) | null,
  ) {}
}

/** Goes on with a request. */
export type Proceed = (arrival: Arrival) => void;

/** What happens to every request, made at boot around what happens next. */
export type EntryStep = (next: Proceed) => Proceed;

/** Answers with an error. */
export type Refuse = (arrival: Arrival, error: unknown) => void;
