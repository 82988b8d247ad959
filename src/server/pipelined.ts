import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const latest = Symbol('svckit.latest-response');
const waiting = Symbol('svckit.waiting-requests');

type Connection = Socket & { [latest]?: ServerResponse; [waiting]?: number };

/** Far more than clients send before they read; a connection with more waiting requests is closed. */
const mostWaiting = 1_000;

/** Whether every earlier answer of the connection has been taken; if not, `afterEarlier` runs the request later. */
export function isInTurn({ socket }: IncomingMessage, res: ServerResponse): boolean {
  const connection = socket as Connection;
  const previous = connection[latest];
  if (previous !== undefined && !previous.writableFinished && !previous.destroyed) return false;
  connection[latest] = res;
  return true;
}

/**
 * Runs a pipelined request when the earlier answers of its connection have been taken. Answers are sent in the order of the requests
 * (RFC 9112, section 9.3.2), so working ahead would only keep them in memory for a client that may never read.
 */
export function afterEarlier({ socket }: IncomingMessage, res: ServerResponse, run: () => void): void {
  const connection = socket as Connection;
  const previous = connection[latest]!;
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
