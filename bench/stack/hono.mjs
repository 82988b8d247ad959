import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { rateLimiter } from 'hono-rate-limiter';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import { announce } from '../servers/contract.mjs';
import {
  callerOf,
  exposedHeaders,
  limit,
  NewOrder,
  order,
  origin,
  receipt,
  role,
  summary,
  windowSeconds,
} from './contract.mjs';

const self = ["'self'"];
const app = new Hono();
app.use(
  secureHeaders({
    strictTransportSecurity: 'max-age=31536000; includeSubDomains',
    contentSecurityPolicy: {
      defaultSrc: self,
      baseUri: self,
      fontSrc: [...self, 'https:', 'data:'],
      formAction: self,
      frameAncestors: self,
      imgSrc: [...self, 'data:'],
      objectSrc: ["'none'"],
      scriptSrc: self,
      scriptSrcAttr: ["'none'"],
      styleSrc: [...self, 'https:', "'unsafe-inline'"],
      upgradeInsecureRequests: [],
    },
  }),
);
app.use(cors({ origin, credentials: true, exposeHeaders: exposedHeaders }));
app.use(
  rateLimiter({
    windowMs: windowSeconds * 1000,
    limit,
    standardHeaders: 'draft-7',
    keyGenerator: (c) => getConnInfo(c).remote.address,
  }),
);
app.use(async (c, next) => {
  const caller = callerOf(c.req.header('authorization'));
  if (caller === null) return c.json({ message: 'Credentials are required.' }, 401);
  if (!caller.roles.includes(role)) return c.json({ message: `This needs the role ${role}.` }, 403);
  return next();
});
const only = (version) => (c, next) =>
  (c.req.header('x-api-version') ?? '2') === version ? next() : c.json({ message: 'Unknown version.' }, 404);
app.get('/api/orders/:id', (c) => {
  const version = c.req.header('x-api-version') ?? '2';
  if (version === '2') return c.json(order(c.req.param('id')));
  return version === '1' ? c.json(summary(c.req.param('id'))) : c.json({ message: 'Unknown version.' }, 404);
});
app.post('/api/orders', only('2'), zValidator('json', NewOrder), (c) => c.json(receipt(c.req.valid('json')), 201));
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => announce(port));
