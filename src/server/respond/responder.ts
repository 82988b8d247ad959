import { isResponse } from '../../routing/table/response-of-bytes.js';
import { digestFields } from '../../routing/changes/check-sealed.js';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { mappedError, type ProblemDetails, titleOf } from '../../routing/table/error-options.js';
import { problemMediaType } from '../../routing/table/problem-schemas.js';
import type { FileAnswer } from '../../routing/declare/file-answer.js';
import { StreamedAnswer } from '../../routing/declare/streamed-answer.js';
import { ItemStream } from '../../routing/declare/streams.js';
import { HttpError } from '../../routing/table/http-error.js';
import type { Route } from '../../routing/table/route.js';
import type { Logger } from '../../routing/table/logger.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import type { FlatHeaders } from '../../routing/matching/flat-headers.js';
import type { Answers, Exchange } from '../endpoint/exchange.js';
import { relayed } from '../endpoint/relayed.js';
import { toJson } from '../endpoint/write-answer.js';
import type { WriteProblem, WrittenProblem } from '../endpoint/write-problem.js';
import { isTouched, mergeHeaders, unite } from '../headers/merge-headers.js';
import type { Turns } from '../request/turns.js';
import { requestPath } from '../request/request-path.js';
import { sendFile } from './send-file.js';
import { sendItems } from './send-items.js';
import { isClientGone, sendResponse } from './send-response.js';
import { sendWhole } from './send-whole.js';

interface Refusal {
  readonly req: IncomingMessage;
  readonly response: ServerResponse;
  readonly trace: { readonly traceId: string };
  /** Puts headers that were not yet sent on the response. */
  readonly placeHeaders?: () => void;
  readonly endpoint: {
    readonly route: Route | null;
    readonly headers: FlatHeaders;
    readonly writeProblem: WriteProblem;
  };
}

/** What a handler may have said about its answer before it failed: the answer's form, its caching, and the address of what it created. */
const headersOfSuccess = [
  'Content-Type',
  'Content-Length',
  'Content-Encoding',
  'Content-Language',
  'Content-Location',
  'Content-Disposition',
  'Content-Range',
  'Accept-Ranges',
  'ETag',
  'Last-Modified',
  'Cache-Control',
  'Expires',
  'Location',
  ...digestFields,
];

/** The one place that turns values and errors into responses. */
export class Responder implements Answers {
  readonly #onError: ServiceOptions['onError'];
  readonly #mapError: ServiceOptions['mapError'];
  readonly #logger: Logger;
  readonly #turns: Turns;

  constructor(logger: Logger, turns: Turns, { onError, mapError }: Pick<ServiceOptions, 'onError' | 'mapError'>) {
    this.#turns = turns;
    this.#logger = logger;
    this.#onError = onError;
    this.#mapError = mapError;
  }

  /** Sends what a handler returned: nothing, a Web Response, or a value as JSON. */
  answer(exchange: Exchange, value: unknown): void {
    if (value === relayed) return;
    const { response, endpoint } = exchange;
    if (response.headersSent) {
      if (value !== undefined)
        this.report(exchange, new Error('A handler returned a value after it sent the response.'));
      return;
    }
    const { status } = endpoint.route;
    if (isResponse(value)) this.#answerResponse(exchange, value);
    else if (value instanceof StreamedAnswer) this.#answerStream(exchange, value);
    else if (value === undefined || status === 204) sendAnswer(exchange, 204, endpoint.headers);
    else sendAnswer(exchange, status, endpoint.successHeaders, endpoint.write(value));
  }

  #answerStream(exchange: Exchange, value: StreamedAnswer): void {
    const sent =
      value instanceof ItemStream ? sendItems(exchange, value, this.#turns) : sendFile(exchange, value as FileAnswer);
    sent.catch((error: unknown) => this.refuse(exchange, error));
  }

  #answerResponse(exchange: Exchange, value: Response): void {
    sendResponse(exchange, value)?.catch((error: unknown) => {
      const { response } = exchange;
      if (response.writableEnded) return;
      response.destroy();
      if (!isClientGone(error)) this.report(exchange, error);
    });
  }

  /** Sends an error as a problem. What is neither an HttpError nor mapped to one is an opaque 500, with its stack in the log. */
  refuse(refusal: Refusal, error: unknown): void {
    const known =
      error instanceof HttpError ? error : this.#mapError ? this.#map(error, refusal, this.#mapError) : null;
    if (!known) this.report(refusal, error);
    if (refusal.response.headersSent) return void refusal.response.destroy();
    refusal.placeHeaders?.();
    this.#sendOrHide(refusal, known ?? internalError);
  }

  #map(error: unknown, refusal: Refusal, mapError: NonNullable<ServiceOptions['mapError']>): HttpError | null {
    try {
      return mappedError(mapError, error, { req: refusal.req, route: refusal.endpoint.route });
    } catch (fault) {
      this.#tell('mapError failed', refusal.trace.traceId, fault);
      return null;
    }
  }

  /** A problem that cannot be written or sent becomes a 500 with plain problem details. */
  #sendOrHide(refusal: Refusal, error: HttpError): void {
    try {
      const problem = problemOf(refusal, error);
      this.#sendProblem(refusal, error, refusal.endpoint.writeProblem(problem, refusal.req));
    } catch (fault) {
      this.report(refusal, fault);
      const problem = problemOf(refusal, internalError);
      const written = { status: problem.status, contentType: problemMediaType, body: toJson(problem) };
      this.#sendProblem(refusal, internalError, written);
    }
  }

  #sendProblem(
    { response, endpoint }: Refusal,
    { headers }: HttpError,
    { status, contentType, body }: WrittenProblem,
  ): void {
    for (const name of headersOfSuccess) response.removeHeader(name);
    // The reason phrase of another status.
    if (response.statusMessage) response.statusMessage = '';
    mergeHeaders(response, Object.entries(headers).flat());
    sendWhole(response, status, endpoint.headers, ['Content-Type', contentType], body);
  }

  /** Logs an error of our own, without a part in the answer. */
  report({ req, trace, endpoint }: Refusal, error: unknown): void {
    const { traceId } = trace;
    this.#tell(`${req.method} ${requestPath(req)} failed`, traceId, error);
    try {
      this.#onError?.(error, { req, route: endpoint.route, traceId });
    } catch (fault) {
      this.#tell('onError threw', traceId, fault);
    }
  }

  /** A failing logger must not end the process. */
  #tell(message: string, traceId: string, error: unknown): void {
    try {
      this.#logger.error(message, { traceId, error: error instanceof Error ? error.stack : inspect(error) });
    } catch {
      return;
    }
  }
}

function problemOf({ req, trace }: Refusal, { status, detail, extras }: HttpError): ProblemDetails {
  const members = { type: 'about:blank', title: titleOf(status), status, detail };
  return { ...members, instance: requestPath(req), traceId: trace.traceId, ...extras, status };
}

const internalError = new HttpError(
  500,
  'Something went wrong on our side. The log has the details under the trace id.',
);

function sendAnswer(exchange: Exchange, status: number, headers: FlatHeaders, body?: string | Uint8Array): void {
  const { response } = exchange;
  if (isTouched(response)) exchange.placeHeaders();
  sendWhole(response, status, unite(headers, exchange.crossOrigin), exchange.own, body);
}
