import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Answer, AnswerBody } from '../onward.js';
import { HeadList } from './head-list.js';

/** Begins a response with a head that is not on it yet. */
export function startWith(res: ServerResponse, head: Answer['head']): void {
  if (head instanceof HeadList) head.writeOn(res);
}

/** Begins a response whose body is to come. */
export function sendHead(res: ServerResponse, head: Answer['head']): void {
  startWith(res, head);
  if (hasLatin(head)) res.write('', 'latin1');
  else res.flushHeaders();
}

/** Whether a head has characters of Latin-1. Node sends a head in the encoding of the text behind it, and alone in UTF-8. */
function hasLatin(head: Answer['head']): boolean {
  const values = head instanceof HeadList ? head.values : Object.values(head.getHeaders()).flat();
  return [head.statusMessage, ...values].some((value) => /[\u0080-\u00ff]/.test(String(value)));
}

/** Sends a whole body. */
export function endWith(res: ServerResponse, head: Answer['head'], body: Buffer | string): void {
  const length = Buffer.byteLength(body);
  head.removeHeader('Transfer-Encoding');
  head.setHeader('Content-Length', length);
  startWith(res, head);
  // As many bytes as characters are ASCII, which is the same in Latin-1, and Latin-1 is written faster.
  if (typeof body === 'string' && length === body.length) res.end(body, 'latin1');
  else if (typeof body === 'string' && hasLatin(head)) res.end(Buffer.from(body));
  else res.end(body);
}

/** Sends a body as it comes, at the client's pace: at once, where it is here whole. */
export function sendBytes(res: ServerResponse, { head, body }: Answer): Promise<void> | void {
  startWith(res, head);
  if (Buffer.isBuffer(body)) return void res.end(body);
  return sendChunks(res, body);
}

async function sendChunks(res: ServerResponse, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of chunks) if (!res.write(chunk)) await drained(res);
  res.end();
}

export const drained = (res: ServerResponse) =>
  new Promise<void>((resolve) => {
    const settle = () => {
      res.off('drain', settle);
      res.off('close', settle);
      resolve();
    };
    // `once` would call an `on` that middleware of the application has put in its place.
    res.on('drain', settle);
    res.on('close', settle);
  });

/** A body as its chunks. */
export const chunksOf = (body: AnswerBody): AsyncIterable<Uint8Array> =>
  Buffer.isBuffer(body) ? (Readable.from([body]) as AsyncIterable<Uint8Array>) : body;
