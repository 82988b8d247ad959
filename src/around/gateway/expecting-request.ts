import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { type buildConnector, type Dispatcher, errors } from 'undici';
import type { ClientAnswer } from './client-answer.js';
import { RequestBody } from './request-body.js';

/** Where a request goes, and how long the head of its answer is waited for, in milliseconds. */
interface ExpectingTo {
  readonly address: URL;
  readonly answerMs: number;
  readonly connect: buildConnector.connector;
}

/** An upstream that knows no expectations never says 100; its request gets the body after this time, in milliseconds. */
const continueMs = 1000;

/**
 * Hands on a request whose client waits for 100 (Continue) before it sends the body (RFC 9110, section 10.1.1). When the upstream asks for the body,
 * it is read, and the client told so. A final answer that comes before reaches the client instead. Undici itself does not send `Expect`.
 */
export function sendExpecting(
  req: IncomingMessage,
  { method, path, headers }: Pick<Dispatcher.DispatchOptions, 'method' | 'path' | 'headers'>,
  { address, answerMs, connect }: ExpectingTo,
  answer: ClientAnswer,
): void {
  const { protocol, hostname, host, port } = address;
  const { request } = protocol === 'https:' ? https : http;
  const asked = request({
    method,
    path,
    headers: withFraming(headers as readonly string[]),
    createConnection: (_options, opened) => {
      connect({ protocol, hostname, host, port }, (error, socket) => opened(error, socket!));
      return undefined;
    },
  });
  let isOver = false;
  let body: RequestBody | null = null;
  const end = (tell: () => void) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(untilContinue);
    tell();
    body?.destroy();
    asked.destroy();
  };
  const fail = (error: Error) => end(() => answer.onError(error));
  const sendBody = () => {
    clearTimeout(untilContinue);
    if (body !== null || isOver) return;
    body = new RequestBody(req);
    body.on('error', fail).pipe(asked);
  };
  const untilContinue = setTimeout(sendBody, continueMs);
  const begin = (status: number, fields: readonly string[], reason: string, goOn: () => void) => {
    try {
      answer.begin(status, fields, goOn, reason);
    } catch (error) {
      fail(error as Error);
    }
  };
  asked.setTimeout(answerMs, () => fail(new errors.HeadersTimeoutError()));
  asked.on('error', fail);
  asked.on('continue', sendBody);
  asked.on('information', ({ statusCode, rawHeaders, statusMessage }) => {
    if (statusCode !== 100) begin(statusCode, rawHeaders, statusMessage, () => {});
  });
  asked.on('response', (response) => {
    asked.setTimeout(0);
    begin(response.statusCode!, response.rawHeaders, response.statusMessage!, () => response.resume());
    response.on('error', fail);
    response.on('data', (chunk: Buffer) => void (answer.onData(chunk) || response.pause()));
    response.on('end', () => end(() => answer.complete(response.rawTrailers)));
  });
  answer.onConnect((error) => fail(error ?? new errors.RequestAbortedError()));
}

/** Fields of a request with a body, as its connection has them. */
const withFraming = (fields: readonly string[]): readonly string[] => {
  const isSized = fields.some((name, at) => at % 2 === 0 && name.toLowerCase() === 'content-length');
  const framed = isSized ? fields : [...fields, 'Transfer-Encoding', 'chunked'];
  return [...framed, 'Expect', '100-continue'];
};
