import cors from 'cors';
import express from 'express';
import { rateLimit } from 'express-rate-limit';
import helmet from 'helmet';
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

const app = express();
app.disable('etag');
app.use(helmet());
app.use(cors({ origin, credentials: true, exposedHeaders }));
app.use(rateLimit({ windowMs: windowSeconds * 1000, limit, standardHeaders: 'draft-8', legacyHeaders: false }));
app.use((req, res, next) => {
  req.caller = callerOf(req.get('authorization'));
  if (req.caller === null) res.status(401).json({ message: 'Credentials are required.' });
  else if (!req.caller.roles.includes(role)) res.status(403).json({ message: `This needs the role ${role}.` });
  else next();
});
const only = (version) => (req, _res, next) =>
  next((req.get('x-api-version') ?? '2') === version ? undefined : 'route');
app.get('/api/orders/:id', only('2'), (req, res) => res.json(order(req.params.id)));
app.get('/api/orders/:id', only('1'), (req, res) => res.json(summary(req.params.id)));
app.post('/api/orders', only('2'), express.json(), (req, res) => {
  const parsed = NewOrder.safeParse(req.body);
  if (parsed.success) res.status(201).json(receipt(parsed.data));
  else res.status(400).json({ issues: parsed.error.issues });
});
app.use((_req, res) => res.status(404).json({ message: 'Unknown path or version.' }));
app.use((error, _req, res, _next) => res.status(error.status ?? 500).json({ message: error.message }));
const server = app.listen(0, '127.0.0.1', () => announce(server.address().port));
