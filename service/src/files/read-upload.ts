import type { IncomingMessage } from 'node:http';
import { HttpError } from 'svckit';

/** All bytes of a request as they are; 413 beyond the limit, 400 when the client breaks off. */
export async function readUpload(req: IncomingMessage, limit: number): Promise<Uint8Array> {
  if (Number(req.headers['content-length']) > limit) throw tooLarge(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of req as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) break;
      chunks.push(chunk);
    }
  } catch {
    throw new HttpError(400, 'The request ended before its body did.');
  }
  if (size > limit) throw tooLarge(limit);
  return Buffer.concat(chunks);
}

/** The connection goes with it, so that the rest need not be read. */
function tooLarge(limit: number): HttpError {
  return new HttpError(413, `The file is larger than ${limit} bytes.`, {}, { headers: { Connection: 'close' } });
}
