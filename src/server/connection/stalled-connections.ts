import type { Socket } from 'node:net';

/** A connection, with what libuv knows of its writes. */
interface Connection extends Socket {
  readonly _handle?: { readonly bytesWritten?: number; readonly writeQueueSize?: number } | null;
}

interface Wait {
  readonly sent: number;
  readonly since: number;
}

/**
 * Closes connections whose client takes nothing of an answer for `timeoutMs`: what was written for it stays in memory for as long. A client
 * that takes it slowly is served. Returns a function that stops the watch.
 */
export function closeStalled(connections: ReadonlySet<Socket>, timeoutMs: number): () => void {
  const waits = new WeakMap<Socket, Wait>();
  const look = () => {
    const now = performance.now();
    for (const connection of connections) {
      const wait = waits.get(connection);
      const sent = sentOf(connection);
      if (connection.writableLength === 0) waits.delete(connection);
      else if (wait?.sent !== sent) waits.set(connection, { sent, since: now });
      else if (now - wait.since >= timeoutMs) connection.destroy();
    }
  };
  const timer = setInterval(look, Math.max(50, timeoutMs / 5)).unref();
  return () => clearInterval(timer);
}

/** Bytes that the operating system has accepted: it does so only while the client takes them. */
function sentOf({ _handle: handle }: Connection): number {
  return (handle?.bytesWritten ?? 0) - (handle?.writeQueueSize ?? 0);
}
