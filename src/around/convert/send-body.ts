import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { AnswerBody } from '../onward.js';

/** Sends a whole body. */
export function endWith(res: ServerResponse, body: Buffer | string): void {
  res.removeHeader('Transfer-Encoding');
  const length = Buffer.byteLength(body);
  res.setHeader('Content-Length', length);
  // As many bytes as characters are ASCII, which is the same in Latin-1, and Latin-1 is written faster.
  if (typeof body === 'string' && length === body.length) res.end(body, 'latin1');
  else res.end(body);
}

/** Sends a body as it comes, at the client's pace. */
export async function sendBytes(res: ServerResponse, body: AnswerBody): Promise<void> {
  if (Buffer.isBuffer(body)) return void res.end(body);
  for await (const chunk of body) if (!res.write(chunk)) await drained(res);
  res.end();
}

export const drained = (res: ServerResponse) =>
  new Promise<void>((resolve) => {
    const settle = () => {
      res.off('drain', settle);
      res.off('close', settle);
      resolve();
    };
    res.once('drain', settle);
    res.once('close', settle);
  });

/** A body as its chunks. */
export const chunksOf = (body: AnswerBody): AsyncIterable<Uint8Array> =>
  Buffer.isBuffer(body) ? (Readable.from([body]) as AsyncIterable<Uint8Array>) : body;
