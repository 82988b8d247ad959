import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { announce } from '../servers/contract.mjs';
import { edge, makeVersioned, order } from './application.mts';

const app = new Hono();
app.get('/plain', (c) => c.json(order));
app.get('/orders', (c) => c.json(order));
const call = (request: Request) => app.fetch(request);
/** The least that a fetch handler does where a header names the version: it reads the header, and says so in the answer. */
const varying = (request: Request) => {
  if (request.headers.get('X-API-Version') !== '2') return new Response(null, { status: 400 });
  const response = call(request) as Response;
  response.headers.append('Vary', 'X-API-Version');
  return response;
};
const handlers = { fetch: () => makeVersioned().fetch(call), vary: () => varying };
const listener = getRequestListener(edge === 'fetch' || edge === 'vary' ? handlers[edge]() : call);
const server = createServer(edge === 'node' ? makeVersioned().node(listener) : listener);
server.listen(0, '127.0.0.1', () => announce((server.address() as { readonly port: number }).port));
