import { createServer } from 'node:http';
import { accepted, announce, hello, message, NewUser, user } from './contract.mjs';

function sendJson(res, status, value) {
  const body = JSON.stringify(value);
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  res.end(body);
}

const server = createServer((req, res) => {
  const { method, url } = req;
  if (method === 'GET' && url === '/plaintext') {
    res.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': Buffer.byteLength(hello) });
    return res.end(hello);
  }
  if (method === 'GET' && url === '/json') return sendJson(res, 200, message());
  if (method === 'GET' && url.startsWith('/users/')) return sendJson(res, 200, user(url.slice('/users/'.length)));
  if (method !== 'POST' || url !== '/users') return sendJson(res, 404, {});
  const chunks = [];
  req.on('data', (chunk) => chunks.push(chunk));
  req.on('end', () => {
    const parsed = NewUser.safeParse(JSON.parse(Buffer.concat(chunks).toString()));
    if (parsed.success) sendJson(res, 201, accepted(parsed.data));
    else sendJson(res, 400, {});
  });
});
server.listen(0, '127.0.0.1', () => announce(server.address().port));
