import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import fastify from 'fastify';
import { z } from 'zod';
import { announce } from '../servers/contract.mjs';
import {
  callerOf,
  exposedHeaders,
  limit,
  NewOrder,
  Order,
  order,
  OrderReceipt,
  OrderSummary,
  origin,
  receipt,
  role,
  summary,
  windowSeconds,
} from './contract.mjs';

const versionHeader = {
  name: 'version',
  mustMatchWhenDerived: true,
  storage: () => {
    const handlers = new Map();
    return { get: (version) => handlers.get(version) ?? null, set: (version, store) => handlers.set(version, store) };
  },
  validate: () => true,
  deriveConstraint: (req) => req.headers['x-api-version'] ?? '2',
};
const schemaOf = (schema) => z.toJSONSchema(schema, { target: 'draft-7' });

const app = fastify({ routerOptions: { constraints: { version: versionHeader } } });
await app.register(helmet);
await app.register(cors, { origin, credentials: true, exposedHeaders });
await app.register(rateLimit, { max: limit, timeWindow: windowSeconds * 1000, enableDraftSpec: true });
app.decorateRequest('caller', null);
app.addHook('preParsing', async (req, reply) => {
  req.caller = callerOf(req.headers.authorization);
  if (req.caller === null) return reply.code(401).send({ message: 'Credentials are required.' });
  if (!req.caller.roles.includes(role)) return reply.code(403).send({ message: `This needs the role ${role}.` });
});
app.get(
  '/api/orders/:id',
  { constraints: { version: '2' }, schema: { response: { 200: schemaOf(Order) } } },
  ({ params }) => order(params.id),
);
app.get(
  '/api/orders/:id',
  { constraints: { version: '1' }, schema: { response: { 200: schemaOf(OrderSummary) } } },
  ({ params }) => summary(params.id),
);
app.post(
  '/api/orders',
  { constraints: { version: '2' }, schema: { body: schemaOf(NewOrder), response: { 201: schemaOf(OrderReceipt) } } },
  ({ body }, reply) => reply.code(201).send(receipt(body)),
);
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server.address().port);
