import express from 'express';
import { accepted, announce, hello, message, NewUser, user } from './contract.mjs';

const app = express();
app.disable('x-powered-by');
app.get('/plaintext', (_req, res) => res.type('text/plain').send(hello));
app.get('/json', (_req, res) => res.json(message()));
app.get('/users/:id', (req, res) => res.json(user(req.params.id)));
app.post('/users', express.json(), (req, res) => {
  const parsed = NewUser.safeParse(req.body);
  if (parsed.success) res.status(201).json(accepted(parsed.data));
  else res.status(400).json({});
});
const server = app.listen(0, '127.0.0.1', () => announce(server.address().port));
