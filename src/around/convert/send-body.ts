import type { ServerResponse } from 'node:http';

/** Sends a whole body. */
export function endWith(res: ServerResponse, body: Buffer | string): void {
  res.removeHeader('Transfer-Encoding');
  res.setHeader('Content-Length', Buffer.byteLength(body));
  res.end(body);
}

/** Sends a body as it comes, at the client's pace. */
export async function sendBytes(res: ServerResponse, body: AsyncIterable<Uint8Array>): Promise<void> {
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
