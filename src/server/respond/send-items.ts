import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { asEvent, type ItemStream, iteratorOf, openItems } from '../../routing/declare/streams.js';
import { responseDetail } from '../../routing/table/responses.js';
import { handlerName } from '../../routing/table/route.js';
import type { Exchange } from '../endpoint/exchange.js';
import { mergeHeaders } from '../headers/merge-headers.js';
import { Pace } from '../request/pace.js';
import type { Turns } from '../request/turns.js';
import { writeEvent } from './write-event.js';
import type { StreamKind } from '../../routing/declare/streamed-answer.js';

type Write = (value: unknown) => string;

const forms: Readonly<
  Record<StreamKind, { readonly headers: readonly string[]; readonly write: (item: unknown, json: Write) => string }>
> = {
  events: {
    headers: ['Content-Type', 'text/event-stream', 'Cache-Control', 'no-store', 'X-Accel-Buffering', 'no'],
    write: (item, json) => writeEvent(asEvent(item), json),
  },
  ndjson: {
    headers: ['Content-Type', 'application/x-ndjson', 'X-Accel-Buffering', 'no'],
    write: (item, json) => `${json(item)}\n`,
  },
};

/**
 * Sends a stream at the client's pace, until it ends, the client goes or the server stops. An error before the first line of NDJSON
 * rejects and can still be answered; a stream of events begins at once, because its first event may be long in coming.
 */
export async function sendItems(exchange: Exchange, stream: ItemStream, turns: Turns): Promise<void> {
  const { req, response, endpoint } = exchange;
  requireDeclared(exchange, stream.kind);
  const { headers, write } = forms[stream.kind];
  const json = (value: unknown) => endpoint.write(value) as string;
  const begin = () => {
    exchange.placeHeaders();
    mergeHeaders(response, headers);
    mergeHeaders(response, endpoint.headers);
    response.writeHead(endpoint.route.status);
    response.flushHeaders();
  };
  if (req.method === 'HEAD') {
    begin();
    return void response.end();
  }
  const aborting = new AbortController();
  const source = iteratorOf(openItems(stream.items, aborting.signal));
  let isGone = response.destroyed;
  const stop = () => {
    isGone = true;
    aborting.abort();
    void Promise.resolve(source.return?.()).catch(() => {});
  };
  if (isGone) return stop();
  response.once('close', stop);
  if (stream.kind === 'events') begin();
  const heart = stream.kind === 'events' ? new Heart(response, stream.heartbeatMs) : null;
  const pace = new Pace(turns, req);
  try {
    for (let next = await source.next(); !next.done && isOpen(response); next = await source.next()) {
      const text = write(next.value, json);
      if (!response.headersSent) begin();
      heart?.rest();
      if (!response.write(text)) await drained(response);
      const turn = pace.after(text.length);
      if (turn !== undefined) await turn;
    }
    if (!response.headersSent) begin();
    if (isOpen(response)) response.end();
  } catch (error) {
    if (isGone) return;
    stop();
    throw error;
  } finally {
    heart?.stop();
  }
}

const isOpen = (response: ServerResponse) => !response.destroyed && !response.writableEnded;

/** Resolves when the client has taken what was written, or is gone. */
async function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]).catch(() => {});
  waiting.abort();
}

/** Sends a comment after each time without an event, so that nobody between takes the connection for dead. */
class Heart {
  readonly #timer: NodeJS.Timeout;

  constructor(response: ServerResponse, everyMs: number) {
    this.#timer = setInterval(() => {
      if (isOpen(response) && !response.writableNeedDrain) response.write(':\n\n');
    }, everyMs).unref();
  }

  rest(): void {
    this.#timer.refresh();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

function requireDeclared({ endpoint: { route } }: Exchange, kind: StreamKind): void {
  const { schema, mediaTypes, stream } = responseDetail(route.responses[route.status] ?? null);
  if (stream === kind || (!schema && !mediaTypes && !stream)) return;
  throw new TypeError(
    `${handlerName(route)} returned ${kind}(…), which its answer ${route.status} does not declare. Write response: { ${route.status}: ${kind}(schema) }.`,
  );
}
