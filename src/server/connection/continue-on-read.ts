import type { IncomingMessage, ServerResponse } from 'node:http';

const waiting = new WeakSet<IncomingMessage>();

/** Whether the client of a request waits for 100 (Continue) before it sends the body. */
export const awaitsContinue = (req: IncomingMessage): boolean => waiting.has(req);

/** Sends 100 (Continue) when something begins to read the body (RFC 9110, section 10.1.1): a client that is refused before sends none. */
export function continueOnRead(req: IncomingMessage, res: ServerResponse): void {
  waiting.add(req);
  const read = req._read.bind(req);
  req._read = (size) => {
    if (waiting.delete(req) && !res.headersSent) res.writeContinue();
    read(size);
  };
}
