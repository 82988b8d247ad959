import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { accepted, announce, hello, message, NewUser, user } from './contract.mjs';

const app = new Hono();
app.get('/plaintext', (c) => c.text(hello));
app.get('/json', (c) => c.json(message()));
app.get('/users/:id', (c) => c.json(user(c.req.param('id'))));
app.post('/users', async (c) => {
  const parsed = NewUser.safeParse(await c.req.json());
  return parsed.success ? c.json(accepted(parsed.data), 201) : c.json({}, 400);
});
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => announce(port));
