import http, { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import { HttpError } from '../../routing/table/http-error.js';
import type { Logger } from '../../routing/table/logger.js';
import type { FlatHeaders } from '../../routing/matching/flat-headers.js';
import { mergeHeaders } from '../../server/headers/merge-headers.js';
import { endToEnd, withoutFields } from '../hop-by-hop.js';
import { changedFields, placeFields } from '../node/rewrite-head.js';
import type { Awaiting, OnwardHead } from '../onward.js';
import { closedEarly } from '../node/broken-off.js';
import { AskedAnswer } from './asked-answer.js';
import { Outages } from './outages.js';
import { type AnswerChanges, RelayedAnswer } from './relayed-answer.js';

/** How long an upstream is waited for, in milliseconds. */
interface Patience {
  /** For a connection. */
  readonly connectMs: number;
  /** For the head of an answer. */
  readonly answerMs: number;
}

/** Hands requests on to a service at an address, and its answers back, as bytes. */
export class Upstream {
  readonly #address: URL;
  readonly #pool: Pool;
  readonly #outages: Outages;

  constructor(address: URL, { connectMs, answerMs }: Patience, logger: () => Logger) {
    this.#address = address;
    this.#outages = new Outages(address.origin, logger);
    this.#pool = new Pool(address.origin, {
      pipelining: 1,
      connect: { timeout: connectMs },
      headersTimeout: answerMs,
      // A quiet stream is not an error, and a lost connection ends by itself.
      bodyTimeout: 0,
    });
  }

  /**
   * Hands on a request of Node, with another head where one is given, and answers it: 502 where the upstream cannot be reached or breaks off,
   * 504 where it says nothing.
   */
  relay(req: IncomingMessage, res: ServerResponse, head: OnwardHead | null = null, changes = unchanged): void {
    if (!(head?.url ?? req.url!).startsWith('/'))
      return this.#send(res, new HttpError(400, 'The target of a request is a path.'));
    this.#pool.dispatch(
      optionsOf(req, head, hasBody(req) ? req : null),
      new RelayedAnswer(res, this.#outages, changes, (error) => this.#refuse(res, changes.headers, error)),
    );
  }

  /**
   * Hands on a request of Node with another head, and another body where one is given; its answer goes no further. Fails with an HttpError where
   * the upstream cannot be reached or says nothing; the bytes do so where it breaks off.
   */
  ask(req: IncomingMessage, head: OnwardHead, body: Buffer | null, res: ServerResponse, awaiting: Awaiting): void {
    this.#pool.dispatch(
      optionsOf(req, head, body ?? (hasBody(req) ? req : null)),
      new AskedAnswer(res, this.#outages, awaiting, this.#explain),
    );
  }

  /** What has gone wrong, for a client. */
  readonly #explain = (error: Error): Error =>
    isLeft(error) || error instanceof HttpError ? error : this.#outages.failed(error);

  #refuse(res: ServerResponse, headers: FlatHeaders, error: Error): void {
    if (res.destroyed || isLeft(error)) return;
    const refusal = this.#outages.failed(error);
    if (res.headersSent) return void res.destroy();
    mergeHeaders(res, headers);
    this.#send(res, refusal);
  }

  #send(res: ServerResponse, { status, detail }: HttpError): void {
    const body = JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status], status, detail });
    for (const name of res.getHeaderNames()) if (/^(?:content-|etag$)/.test(name)) res.removeHeader(name);
    res.writeHead(status, { 'Content-Type': 'application/problem+json', 'Content-Length': Buffer.byteLength(body) });
    res.end(body);
  }

  /**
   * Connects the client of a WebSocket with the upstream, once that has agreed. Any other answer ends the connection, so that nothing behind it is
   * taken for a request that came through here.
   */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { hostname, port, protocol } = this.#address;
    const { request } = protocol === 'https:' ? https : http;
    const asked = request({
      host: hostname.replace(/^\[|\]$/g, ''),
      ...(port !== '' && { port }),
      method: req.method,
      path: req.url,
      headers: req.rawHeaders,
      agent: false,
    });
    socket.on('error', () => asked.destroy());
    asked.on('error', (error) => socket.end(headText(this.#outages.failed(error).status, [])));
    asked.on('response', (answer) => {
      this.#outages.answered();
      socket.write(headText(answer.statusCode!, endToEnd(answer.rawHeaders)));
      answer.on('error', () => socket.destroy()).pipe(socket);
    });
    asked.on('upgrade', (answer, upstream, first) => {
      this.#outages.answered();
      socket.write(headText(answer.statusCode!, answer.rawHeaders, 'keep'));
      if (first.length > 0) socket.write(first);
      if (head.length > 0) upstream.write(head);
      upstream.on('error', () => socket.destroy());
      socket.on('error', () => upstream.destroy());
      upstream.pipe(socket).pipe(upstream);
    });
    asked.end();
  }

  /** Waits for running requests. */
  async close(): Promise<void> {
    await this.#pool.close();
    this.#outages.close();
  }
}

/** The head of an answer as text; the connection ends with it, unless it is kept. */
function headText(status: number, raw: readonly string[], connection: 'close' | 'keep' = 'close'): string {
  const fields = connection === 'close' ? [...raw, 'Connection', 'close'] : raw;
  const lines = fields.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${fields[index + 1]!}\r\n`] : []));
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`;
}

const unchanged: AnswerChanges = Object.freeze({ headers: [], addresses: null });

const isLeft = (error: NodeJS.ErrnoException) => error.code === closedEarly;

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

function optionsOf(
  req: IncomingMessage,
  head: OnwardHead | null,
  body: Buffer | IncomingMessage | null,
): Dispatcher.DispatchOptions {
  const fields = endToEnd(req.rawHeaders);
  const changed = head && changedFields(req, head.headers);
  if (changed) placeFields(fields, changed);
  return {
    method: (head?.method ?? req.method) as Dispatcher.HttpMethod,
    path: head?.url ?? req.url!,
    // Node has answered the expectation of a client that waits before it sends a body.
    headers: req.headers.expect === undefined ? fields : withoutFields(fields, ['expect']),
    body,
  };
}
