import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a receiver got. */
export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answers a request: with a status, or as a function does it. */
export type Answer = number | ((res: ServerResponse, req: IncomingMessage) => void);

/** A receiver of webhooks on this machine; `answers` are given in turn, the last of them again and again. */
export async function startReceiver(...answers: readonly Answer[]) {
  const received: Received[] = [];
  let connections = 0;
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => void chunks.push(chunk));
    req.on('end', () => {
      const answer = answers[Math.min(received.length, answers.length - 1)] ?? 204;
      const headers = req.headers as Record<string, string>;
      received.push({ path: req.url!, headers, body: Buffer.concat(chunks).toString() });
      if (typeof answer === 'function') answer(res, req);
      else res.writeHead(answer).end();
    });
  });
  server.on('connection', () => void (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    connections: () => connections,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
