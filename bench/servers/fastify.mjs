import fastify from 'fastify';
import { accepted, announce, hello, message, NewUser, user } from './contract.mjs';

const app = fastify();
app.get('/plaintext', (_req, reply) => reply.type('text/plain; charset=utf-8').send(hello));
app.get('/json', () => message());
app.get('/users/:id', (req) => user(req.params.id));
app.post('/users', (req, reply) => {
  const parsed = NewUser.safeParse(req.body);
  return parsed.success ? reply.code(201).send(accepted(parsed.data)) : reply.code(400).send({});
});
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server.address().port);
