import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/**
 * Puts bytes in place of a body that has been read, for the code that reads the request next. Its stream begins anew, because a stream that has
 * ended takes nothing; what the end of the old one still does on this tick comes first.
 */
export async function replaceBody(req: IncomingMessage, bytes: Buffer): Promise<void> {
  await new Promise<void>((resolve) => void setImmediate(resolve));
  (Readable as unknown as (this: IncomingMessage, options: object) => void).call(req, { autoDestroy: false });
  Object.defineProperty(req, '_read', { value: () => {}, configurable: true });
  if (bytes.length > 0) req.push(bytes);
  req.push(null);
}
