import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inspect } from 'node:util';
import type { ReadableStream } from 'node:stream/web';
import { mappedError, type ProblemDetails, titleOf } from '../../routing/table/error-options.js';
import { problemMediaType } from '../../routing/table/problem-schemas.js';
import type { FileAnswer } from '../../routing/declare/file-answer.js';
import { StreamedAnswer } from '../../routing/declare/streamed-answer.js';
import { ItemStream } from '../../routing/declare/streams.js';
import { HttpError, isHttpError } from '../../routing/table/http-error.js';
import type { Route } from '../../routing/table/route.js';
import { bytesOf } from '../../routing/table/response-of-bytes.js';
import type { Logger, ServiceOptions } from '../../routing/table/service-options.js';
import type { FlatHeaders } from '../../routing/matching/flat-headers.js';
import type { Exchange } from '../endpoint/exchange.js';
import { toJson } from '../endpoint/write-answer.js';
import type { WriteProblem, WrittenProblem } from '../endpoint/write-problem.js';
import { sendFile } from './send-file.js';
import { sendItems } from './send-items.js';
import { isTouched, mergeHeaders, unite } from '../headers/merge-headers.js';
import { writeHead } from '../headers/write-head.js';
import { FetchResponse } from '../fetch/fetch-response.js';
import type { Turns } from '../request/turns.js';
import { requestPath } from '../request/request-path.js';

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

/** Statuses without a body (RFC 9112, section 6.3). */
const bodiless = new Set([204, 304]);

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
];

/** The one place that turns values and errors into responses. */
export class Responder {
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
    const { response, endpoint } = exchange;
    if (response.headersSent) {
      if (value !== undefined)
        this.report(exchange, new Error('A handler returned a value after it sent the response.'));
      return;
    }
    const { status } = endpoint.route;
    if (typeof value === 'object' && value instanceof Response) this.#answerResponse(exchange, value);
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
    const { req, response, endpoint } = exchange;
    const isSent = value.body !== null && req.method !== 'HEAD';
    const bytes = isSent ? bytesOf(value) : undefined;
    const body = isSent && !bytes ? Readable.fromWeb(value.body as ReadableStream) : null;
    exchange.placeHeaders();
    for (const [name, text] of value.headers) if (name !== 'set-cookie') response.setHeader(name, text);
    const cookies = value.headers.getSetCookie();
    if (cookies.length > 0) response.setHeader('Set-Cookie', [...ownCookies(response), ...cookies]);
    mergeHeaders(response, endpoint.headers);
    if (!value.body && req.method !== 'HEAD' && !bodiless.has(value.status)) response.setHeader('Content-Length', '0');
    response.writeHead(value.status, value.statusText || undefined);
    if (!body) {
      value.body?.cancel().catch(() => {});
      response.end(bytes);
      return;
    }
    pipeline(body, response).catch((error: unknown) => {
      if (response.writableEnded) return;
      response.destroy();
      if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE') this.report(exchange, error);
    });
  }

  /** Sends an error as a problem. What is neither an HttpError nor mapped to one is an opaque 500, with its stack in the log. */
  refuse(refusal: Refusal, error: unknown): void {
    const known = isHttpError(error) ? error : this.#mapError ? this.#map(error, refusal, this.#mapError) : null;
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
    mergeHeaders(response, Object.entries(headers).flat());
    send(response, status, endpoint.headers, ['Content-Type', contentType], body);
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
  send(response, status, unite(headers, exchange.crossOrigin), exchange.own, body);
}

/** Merges with the headers that the response already has; without any, one array goes to the socket as it is. `own` are those of this request. */
function send(
  res: ServerResponse,
  status: number,
  headers: FlatHeaders,
  own: FlatHeaders,
  body?: string | Uint8Array,
): void {
  if (isTouched(res)) {
    mergeHeaders(res, own);
    mergeHeaders(res, headers);
    if (body === undefined) res.removeHeader('Content-Length');
    else res.setHeader('Content-Length', Buffer.byteLength(body));
    res.writeHead(status);
    res.end(body);
  } else if (res instanceof FetchResponse && res.sendWhole(status, headers, own, body)) {
    return;
  } else if (body === undefined) {
    writeHead(res, status, headers, own);
    res.end();
  } else {
    const length = Buffer.byteLength(body);
    writeHead(res, status, headers, [...own, 'Content-Length', String(length)]);
    // ASCII is the same in both encodings, and Node writes Latin-1 without converting it.
    res.end(body, length === body.length ? 'latin1' : 'utf8');
  }
}

function ownCookies(res: ServerResponse): string[] {
  const own = res.getHeader('Set-Cookie');
  return own === undefined ? [] : [own].flat().map(String);
}
