import http, { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import { type buildConnector, Client, type Dispatcher, Pool } from 'undici';
import { HttpError } from '../../routing/table/http-error.js';
import type { Logger } from '../../routing/table/logger.js';
import type { FlatHeaders } from '../../routing/matching/flat-headers.js';
import { awaitsContinue } from '../../server/connection/continue-on-read.js';
import { mergeHeaders } from '../../server/headers/merge-headers.js';
import { endToEnd, withoutFields } from '../hop-by-hop.js';
import { changedFields, placeFields } from '../node/rewrite-head.js';
import type { AdaptAddress } from '../convert/addresses.js';
import type { Awaiting, OnwardHead } from '../onward.js';
import { WritableReasons } from '../writable-reason.js';
import { closedEarly } from '../node/broken-off.js';
import { AskedAnswer } from './asked-answer.js';
import type { AnswerParts, ClientAnswer } from './client-answer.js';
import { sendExpecting } from './expecting-request.js';
import { connectionOpener } from './open-connection.js';
import { Outages } from './outages.js';
import { RequestBody } from './request-body.js';
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
  readonly #answerMs: number;
  readonly #connect: buildConnector.connector;
  readonly #options: Client.Options;
  readonly #pool: Pool;
  readonly #outages: Outages;
  readonly #parts: AnswerParts;
  /** New connections of requests that found a kept one closed, until they are answered. */
  readonly #retrying = new Set<Promise<void>>();

  constructor(address: URL, { connectMs, answerMs }: Patience, logger: () => Logger) {
    this.#address = address;
    this.#answerMs = answerMs;
    this.#connect = connectionOpener(connectMs);
    this.#outages = new Outages(address.origin, logger);
    this.#parts = { outages: this.#outages, reasons: new WritableReasons(logger) };
    // A quiet stream is not an error, and a lost connection ends by itself.
    this.#options = { pipelining: 1, connect: this.#connect, headersTimeout: answerMs, bodyTimeout: 0 };
    this.#pool = new Pool(address.origin, this.#options as Pool.Options);
  }

  /**
   * Hands on a request of Node, with another head where one is given, and answers it: 502 where the upstream cannot be reached or breaks off,
   * 504 where it says nothing.
   */
  relay(req: IncomingMessage, res: ServerResponse, head: OnwardHead | null = null, changes = unchanged): void {
    if (!(head?.url ?? req.url!).startsWith('/'))
      return this.#send(res, new HttpError(400, 'The target of a request is a path.'));
    const refuse = (error: Error) => this.#refuse(res, changes.headers, error);
    this.#dispatch(req, head, null, new RelayedAnswer(res, this.#parts, changes, refuse));
  }

  /**
   * Hands on a request of Node with another head, and another body where one is given; its answer goes no further. Fails with an HttpError where
   * the upstream cannot be reached or says nothing; the bytes do so where it breaks off.
   */
  ask(req: IncomingMessage, head: OnwardHead, body: Buffer | null, res: ServerResponse, asking: Asking): void {
    const { awaiting, addresses } = asking;
    this.#dispatch(req, head, body, new AskedAnswer(res, this.#parts, addresses, awaiting, this.#explain));
  }

  /** Sends a request, whose body is the one that comes where `body` is null. One without a body is sent again where a kept connection was closed. */
  #dispatch(req: IncomingMessage, head: OnwardHead | null, body: Buffer | null, answer: ClientAnswer): void {
    const options = optionsOf(req, head);
    const { method } = options;
    if (body !== null) return void this.#pool.dispatch({ ...options, body }, answer);
    if (hasBody(req)) {
      if (!awaitsContinue(req)) return void this.#pool.dispatch({ ...options, body: new RequestBody(req) }, answer);
      const to = { address: this.#address, answerMs: this.#answerMs, connect: this.#connect };
      return sendExpecting(req, options, to, answer);
    }
    if (method === 'GET' || method === 'HEAD') answer.retryWith(() => this.#retry(options, answer));
    this.#pool.dispatch(options, answer);
  }

  #retry(options: Dispatcher.DispatchOptions, answer: ClientAnswer): void {
    const client = new Client(this.#address.origin, this.#options);
    client.dispatch(options, answer);
    const closing = client.close().finally(() => this.#retrying.delete(closing));
    this.#retrying.add(closing);
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
    // A reason that was on the response is that of another status.
    const fields = { 'Content-Type': 'application/problem+json', 'Content-Length': Buffer.byteLength(body) };
    res.writeHead(status, STATUS_CODES[status], fields);
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
    socket.setDefaultEncoding('latin1').on('error', () => asked.destroy());
    asked.on('error', (error) => socket.end(headText({ statusCode: this.#outages.failed(error).status }, [])));
    asked.on('response', (answer) => {
      this.#outages.answered();
      socket.write(headText(answer, endToEnd(answer.rawHeaders)));
      answer.on('error', () => socket.destroy()).pipe(socket);
    });
    asked.on('upgrade', (answer, upstream, first) => {
      this.#outages.answered();
      socket.write(headText(answer, answer.rawHeaders, 'keep'));
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
    await Promise.all([this.#pool.close(), ...this.#retrying]);
    this.#outages.close();
  }
}

/** The head of an answer as text in Latin-1; the connection ends with it, unless it is kept. */
function headText(
  {
    statusCode = 502,
    statusMessage = STATUS_CODES[statusCode] ?? '',
  }: Pick<IncomingMessage, 'statusCode' | 'statusMessage'>,
  raw: readonly string[],
  connection: 'close' | 'keep' = 'close',
): string {
  const fields = connection === 'close' ? [...raw, 'Connection', 'close'] : raw;
  const lines = fields.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${fields[index + 1]!}\r\n`] : []));
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`;
}

const unchanged: AnswerChanges = Object.freeze({ headers: [], addresses: null });

const isLeft = (error: NodeJS.ErrnoException) => error.code === closedEarly;

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** What a converted request waits for, and addresses for interim responses. */
interface Asking {
  readonly awaiting: Awaiting;
  readonly addresses: AdaptAddress | null;
}

/** The head of a request, without an expectation: it concerns the body, which may have been read already. */
function optionsOf(req: IncomingMessage, head: OnwardHead | null) {
  const fields = endToEnd(req.rawHeaders);
  const changed = head && changedFields(req, head.headers);
  if (changed) placeFields(fields, changed);
  return {
    method: (head?.method ?? req.method) as Dispatcher.HttpMethod,
    path: head?.url ?? req.url!,
    headers: req.headers.expect === undefined ? fields : withoutFields(fields, ['expect']),
  };
}
