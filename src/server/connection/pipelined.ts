import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const latest = Symbol('svckit.latest-waiting');
const waiting = Symbol('svckit.waiting-requests');

/** A connection, with the response that Node is sending on it. */
type Connection = Socket & {
  readonly _httpMessage?: ServerResponse | null;
  [latest]?: ServerResponse;
  [waiting]?: number;
};

/** Far more than clients send before they read; a connection with more waiting requests is closed. Each takes 2 to 4 KB of memory. */
const mostWaiting = 100;

/** Whether a response may be sent: Node gives it the connection when the client has taken all earlier ones. */
export const isInTurn = ({ socket }: ServerResponse): boolean => socket !== null;

/**
 * Runs a pipelined request when the earlier answers of its connection have been taken. Answers are sent in the order of the requests
 * (RFC 9112, section 9.3.2), so working ahead would only keep them in memory for a client that may never read.
 */
export function afterEarlier({ socket }: IncomingMessage, res: ServerResponse, run: () => void): void {
  const connection = socket as Connection;
  const last = connection[latest];
  const previous = last && !last.writableFinished ? last : connection._httpMessage;
  if (!previous) return run();
  connection[latest] = res;
  const count = (connection[waiting] ?? 0) + 1;
  connection[waiting] = count;
  if (count > mostWaiting) return void connection.destroy();
  connection.pause();
  previous.once('close', () => {
    connection[waiting]! -= 1;
    if (connection.destroyed) return;
    if (connection[waiting] === 0) connection.resume();
    run();
  });
}
