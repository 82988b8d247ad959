import fastify from 'fastify';
import { announce } from '../servers/contract.mjs';
import { edge, makeVersioned, order } from './application.mts';

const versioned = edge === 'fastify' ? makeVersioned() : null;
const app = fastify(versioned ? { rewriteUrl: versioned.rewriteUrl } : {});
if (versioned) await app.register(versioned.fastify() as never);
if (edge === 'hook') app.addHook('onRequest', (_request, _reply, done) => done());
app.get('/plain', () => order);
app.get('/orders', () => order);
await app.listen({ port: 0, host: '127.0.0.1' });
announce((app.server.address() as { readonly port: number }).port);
