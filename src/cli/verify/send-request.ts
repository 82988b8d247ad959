import http from 'node:http';
import https from 'node:https';
import type { Answer } from '../../verify/exchange.js';
import type { WrittenRequest } from '../../verify/write-request.js';

/** Bodies beyond this many bytes are not read to their end. */
const longestBody = 8 * 1024 * 1024;

/** Sends requests to one origin. */
export interface Sender {
  /** Resolves to the answer; rejects with the error of the connection. Redirects are answers like any other. */
  readonly send: (request: WrittenRequest) => Promise<Answer>;
  readonly close: () => void;
}

/** Opens connections to an origin, `connections` at most, and keeps them. */
export function createSender(
  origin: URL,
  { connections, timeoutMs }: { readonly connections: number; readonly timeoutMs: number },
): Sender {
  const client = origin.protocol === 'https:' ? https : http;
  const agent = new client.Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port, protocol } = origin;
  const attempt = ({ method, target, headers, body }: WrittenRequest) =>
    new Promise<Answer>((resolve, reject) => {
      const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
      const sent = client.request(
        {
          agent,
          protocol,
          hostname: hostname.replace(/^\[|\]$/g, ''),
          port,
          method,
          path: target,
          headers: { Accept: '*/*', ...headers, ...length },
          maxHeaderSize: 128 * 1024,
        },
        (answer) => (stop = readAnswer(answer, resolve, reject)),
      );
      let stop: () => void = () => sent.destroy(new Error(`no answer within ${timeoutMs / 1000} s`));
      const timer = setTimeout(() => stop(), timeoutMs);
      sent.on('close', () => clearTimeout(timer));
      sent.on('error', (error) => reject(Object.assign(error, { reused: sent.reusedSocket })));
      sent.end(body);
    });
  return {
    // A kept connection may be closed by the server while the request is on its way.
    send: (request) =>
      attempt(request).catch((error: NodeJS.ErrnoException & { readonly reused?: boolean }) => {
        if (error.reused && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '')) return attempt(request);
        throw error;
      }),
    close: () => agent.destroy(),
  };
}

/** Reads a body to its end; the function that is returned ends that early. */
function readAnswer(
  answer: http.IncomingMessage,
  resolve: (answer: Answer) => void,
  reject: (error: Error) => void,
): () => void {
  const status = answer.statusCode!;
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  );
  const chunks: Buffer[] = [];
  let size = 0;
  const stop = (cut?: Answer['cut']) => {
    resolve({ status, headers, text: undefined, ...(cut && { cut }) });
    answer.destroy();
  };
  // A stream of events has no end to wait for.
  if (/^text\/event-stream\b/i.test(headers['content-type'] ?? '')) stop();
  answer
    .on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > longestBody) stop('long');
    })
    .on('end', () => resolve({ status, headers, text: Buffer.concat(chunks).toString('utf8') }))
    .on('error', reject);
  return () => stop('slow');
}
