import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { announce } from '../servers/contract.mjs';
import { isAround, makeVersioned, order } from './application.mts';

const app = new Hono();
app.get('/plain', (c) => c.json(order));
app.get('/orders', (c) => c.json(order));
const call = (request: Request) => app.fetch(request);
serve({ fetch: isAround ? makeVersioned().fetch(call) : call, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  announce(port),
);
