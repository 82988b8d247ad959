import type { IncomingMessage } from 'node:http';
import { AuthRefusal } from './auth-refusal.js';

const maximumBody = 64 * 1024;

/** Reads a body as text. A body that is too large is left to Node, which throws it away behind the answer. */
export function readLimitedBody(req: IncomingMessage): Promise<string> {
  if (Number(req.headers['content-length'] ?? 0) > maximumBody) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const stop = (refusal: AuthRefusal) => {
      req.off('data', onData);
      reject(refusal);
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > maximumBody) stop(tooLarge());
    };
    req.on('data', onData);
    req.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    req.once('error', () => stop(incomplete()));
    req.once('close', () => stop(incomplete()));
  });
}

const tooLarge = () => new AuthRefusal(413, 'BODY_TOO_LARGE', `The body is larger than ${maximumBody} bytes.`);
const incomplete = () => new AuthRefusal(400, 'BODY_INCOMPLETE', 'The connection ended before the body was complete.');
