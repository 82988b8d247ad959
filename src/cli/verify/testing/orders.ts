import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeProject } from '../../../export/testing/temporary-project.js';

/** A request as the server of a test sees it. */
export interface Seen {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent as it is, anything else as JSON; undefined for none. */
  readonly body?: unknown;
}

/** A server that answers as a function says, and what it saw. */
export async function startServer(answer: (seen: Seen, count: number) => Reply | null) {
  const seen: Seen[] = [];
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const one = { method: req.method!, url: req.url!, headers: req.headers, body: Buffer.concat(chunks).toString() };
    seen.push(one);
    const reply = answer(one, seen.length);
    if (!reply) return void req.socket.destroy();
    const { status, headers = {}, body } = reply;
    const type = body === undefined || typeof body === 'string' ? {} : { 'Content-Type': 'application/json' };
    res.writeHead(status, { ...type, ...headers });
    res.end(body === undefined || req.method === 'HEAD' ? '' : typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    return new Promise((done) => void server.close(done));
  };
  return { url, seen, close };
}

const order = {
  type: 'object',
  required: ['id', 'item'],
  properties: { id: { type: 'integer' }, item: { type: 'string' } },
  additionalProperties: false,
};
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } };
const newOrder = {
  type: 'object',
  required: ['item', 'password'],
  properties: { item: { type: 'string', minLength: 1, maxLength: 20 }, password: { type: 'string', minLength: 8 } },
};

/** OpenAPI of a small shop. */
export const ordersDocument = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1.0.0' },
  paths: {
    '/orders': {
      get: {
        operationId: 'listOrders',
        tags: ['orders'],
        parameters: [{ name: 'state', in: 'query', schema: { enum: ['open', 'paid'] } }],
        responses: {
          200: { description: 'OK', ...json({ type: 'array', items: order }) },
          400: { description: 'Bad' },
          429: { description: 'Slow down' },
        },
      },
      post: {
        operationId: 'createOrder',
        requestBody: { required: true, ...json(newOrder) },
        responses: { 201: { description: 'Created', ...json(order) }, 400: { description: 'Bad' } },
      },
    },
    '/orders/{id}': {
      get: {
        operationId: 'getOrder',
        parameters: [id],
        responses: {
          200: { description: 'OK', ...json(order) },
          400: { description: 'Bad' },
          404: { description: 'None' },
        },
      },
      delete: {
        operationId: 'cancelOrder',
        parameters: [id],
        responses: { 204: { description: 'Gone' }, 400: { description: 'Bad' }, 404: { description: 'None' } },
      },
    },
  },
};

/** The shop as promised: orders are those that were made, from 1000 on. */
export function shop() {
  const orders = new Map<number, { id: number; item: string }>();
  return ({ method, url, body }: Pick<Seen, 'method' | 'url' | 'body'>): Reply => {
    const { pathname, searchParams } = new URL(url, 'http://shop');
    const [, text] = /^\/orders\/([^/]+)$/.exec(pathname) ?? [];
    if (method === 'OPTIONS') return { status: 404 };
    if (text !== undefined) {
      if (!/^\d+$/.test(text) || Number(text) < 1) return { status: 400 };
      const found = orders.get(Number(text));
      if (!found) return { status: 404 };
      if (method === 'DELETE') return { status: 204 };
      return { status: 200, body: found };
    }
    if (pathname !== '/orders') return { status: 404 };
    const states = searchParams.getAll('state');
    if (method !== 'POST')
      return states.every((state) => ['open', 'paid'].includes(state)) && states.length < 2
        ? { status: 200, body: [...orders.values()] }
        : { status: 400 };
    const made = readOrder(body);
    if (!made) return { status: 400 };
    const one = { id: 1000 + orders.size, item: made };
    orders.set(one.id, one);
    return { status: 201, body: one };
  };
}

function readOrder(text: string): string | null {
  try {
    const { item, password } = JSON.parse(text) as Record<string, unknown>;
    const isText = typeof item === 'string' && item.length >= 1 && item.length <= 20;
    return isText && typeof password === 'string' && password.length >= 8 ? item : null;
  } catch {
    return null;
  }
}

/** A folder with the document and a configuration, to which `verify` is added in YAML. */
export function makeOrders(verify = '', files: Readonly<Record<string, string>> = {}) {
  return makeProject({
    'svc.config.yaml': `document: openapi.json\n${verify}`,
    'openapi.json': JSON.stringify(ordersDocument),
    ...files,
  });
}
