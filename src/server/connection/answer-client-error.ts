import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** A connection, with the response that Node is sending on it. */
type Connection = Duplex & { readonly _httpMessage?: ServerResponse | null };

const statuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Content Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Answers bytes that are no request, and closes the connection, after the requests before them have their answers: Node by itself
 * sends the refusal in place of those.
 */
export function answerClientError(error: NodeJS.ErrnoException, connection: Connection): void {
  const { _httpMessage: response } = connection;
  if (response?.req.complete && !response.writableFinished && connection.writable)
    return void response.once('close', () => setImmediate(answerClientError, error, connection));
  if (!connection.writable || response?.headersSent) return void connection.destroy();
  const status = statuses[error.code ?? ''] ?? '400 Bad Request';
  connection.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => connection.destroy());
}
