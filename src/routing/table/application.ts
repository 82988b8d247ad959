import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** An application behind a service: it answers what the service does not declare, and what the service relays to it. */
export interface Application {
  /** Takes note of a request that has reached the service's own socket. Returns what hands it on as it is. */
  arrive(req: IncomingMessage, res: ServerResponse): () => void;
  /** Takes over a connection that becomes another protocol's (RFC 9110, section 7.8). */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Called when the service has stopped. */
  close(): Promise<void>;
}
