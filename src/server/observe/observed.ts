import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../../routing/table/logger.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import type { Exchange } from '../endpoint/exchange.js';
import { clientLeft, Observation, type Observer, type Outcome } from './observation.js';
import { whenClosed } from './when-closed.js';

type Run = (seen: Observation, answer: () => void) => Promise<Outcome>;

/** Runs the observers of an app around its requests, and notes which route or mount each request reaches. */
export class Observed {
  readonly #observations = new WeakMap<IncomingMessage, Observation>();
  readonly #run: Run;
  readonly #logger: Logger;
  readonly #trustProxy: number | false;

  /** The first observer is outermost. */
  constructor(observers: readonly Observer[], logger: Logger, trustProxy: number | false = false) {
    this.#run = observers.reduceRight<Run>(
      (inner, observer) => (seen, answer) => observer(seen, () => inner(seen, answer)),
      runAnswer,
    );
    this.#logger = logger;
    this.#trustProxy = trustProxy;
  }

  /** Observes a request while `answer` answers it. A failing observer is logged, and the request is answered all the same. */
  observe(req: IncomingMessage, res: ServerResponse, answer: () => void): void {
    let begun = false;
    const begin = () => {
      begun = true;
      answer();
    };
    const seen = new Observation(req, res, this.#trustProxy);
    this.#observations.set(req, seen);
    this.#run(seen, begin).catch((error: unknown) => {
      this.#logger.error('A request was not observed', { traceId: seen.trace.traceId, error: stackOf(error) });
      if (!begun) answer();
    });
  }

  reachRoute(exchange: Exchange): void {
    this.#observations.get(exchange.req)?.reachRoute(exchange);
  }

  /** Notes every error that becomes an opaque 500, before `onError` gets it. */
  noteErrors(onError: ServiceOptions['onError']): NonNullable<ServiceOptions['onError']> {
    return (error, request) => {
      const seen = this.#observations.get(request.req);
      if (seen) seen.error = error;
      onError?.(error, request);
    };
  }

  /** `path` is null when the mount has declined. */
  reachMount(req: IncomingMessage, path: string | null): void {
    this.#observations.get(req)?.reachMount(path);
  }
}

async function runAnswer({ response }: Observation, answer: () => void): Promise<Outcome> {
  const closed = whenClosed(response);
  answer();
  await closed;
  return { status: response.headersSent ? response.statusCode : clientLeft, whole: response.writableFinished };
}

const stackOf = (error: unknown) => (error instanceof Error ? error.stack : String(error));
