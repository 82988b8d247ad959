import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

interface Backend {
  readonly origin: string;
  isReady: boolean;
}

/**
 * A proxy as they are in front of services: it asks each backend every 50 ms whether it is ready, takes the ready ones in turn, keeps
 * connections to them, and tries another one where a request cannot have been read: when no connection could be made, or a GET failed.
 */
export class RoundRobin {
  readonly #backends = new Map<string, Backend>();
  readonly #agent: Agent;
  readonly #server: Server;
  readonly #probes: NodeJS.Timeout;
  #turn = 0;

  constructor(keepAlive: boolean) {
    this.#agent = new Agent({ keepAlive, maxFreeSockets: 16 });
    this.#server = createServer((req, res) => this.#forward(req, res));
    this.#server.keepAliveTimeout = 60_000;
    this.#probes = setInterval(() => this.#probe(), 50);
  }

  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    clearInterval(this.#probes);
    this.#agent.destroy();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  add(origin: string): void {
    this.#backends.set(origin, { origin, isReady: true });
  }

  remove(origin: string): void {
    this.#backends.delete(origin);
  }

  #probe(): void {
    for (const backend of this.#backends.values()) {
      const probe = request(`${backend.origin}/api/health/ready`, { agent: false, timeout: 1_000 }, (answer) => {
        backend.isReady = answer.statusCode === 200;
        answer.resume();
      });
      probe.on('error', () => (backend.isReady = false));
      probe.end();
    }
  }

  #next(): Backend | undefined {
    const ready = [...this.#backends.values()].filter(({ isReady }) => isReady);
    return ready[(this.#turn += 1) % ready.length];
  }

  async #forward(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    for (let tries = 0; tries < 3; tries += 1) {
      const backend = this.#next();
      if (!backend) break;
      const outcome = await this.#send(backend, req, body, res);
      if (outcome === 'answered') return;
      const isUnsent = outcome === 'refused' || req.method === 'GET';
      backend.isReady = false;
      if (!isUnsent || res.headersSent) break;
    }
    if (res.headersSent) res.destroy();
    else res.writeHead(502).end();
  }

  #send(backend: Backend, req: IncomingMessage, body: Buffer, res: ServerResponse) {
    return new Promise<'answered' | 'refused' | 'broken'>((resolve) => {
      const { connection: _, 'transfer-encoding': __, ...headers } = req.headers;
      const sent = request(
        `${backend.origin}${req.url}`,
        { method: req.method, agent: this.#agent, headers: { ...headers, 'content-length': body.length } },
        (answer) => {
          const { connection: ___, 'keep-alive': ____, ...own } = answer.headers;
          res.writeHead(answer.statusCode!, own);
          answer.pipe(res);
          answer.on('end', () => resolve('answered')).on('error', () => resolve('broken'));
        },
      );
      sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'broken'));
      sent.end(body);
    });
  }
}
