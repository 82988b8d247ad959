import { createServer } from 'node:http';
import { announce } from '../servers/contract.mjs';
import { callerOf, exposedHeaders, limit, order, origin, receipt, role, summary, windowSeconds } from './contract.mjs';
import { isNewOrder } from './is-new-order.mjs';

const security = Object.entries({
  'Content-Security-Policy':
    "default-src 'self';base-uri 'self';font-src 'self' https: data:;form-action 'self';frame-ancestors 'self';img-src 'self' data:;object-src 'none';script-src 'self';script-src-attr 'none';style-src 'self' https: 'unsafe-inline';upgrade-insecure-requests",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
  Vary: 'Origin, X-API-Version',
}).flat();
const crossOrigin = ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', exposedHeaders.join(',')];
const fixed = {
  none: security,
  stranger: [...security, ...crossOrigin],
  known: [...security, ...crossOrigin, 'Access-Control-Allow-Credentials', 'true'],
};
const json = 'application/json; charset=utf-8';
const policy = `"default";q=${limit};w=${windowSeconds}`;
const bodyLimit = 1024 * 1024;

const windows = new Map();
setInterval(() => {
  for (const [address, { endsAt }] of windows) if (endsAt <= Date.now()) windows.delete(address);
}, 60_000).unref();

/** What is left of the client's budget, as the header says it. */
function countRequest(req) {
  const now = Date.now();
  const address = req.socket.remoteAddress;
  let window = windows.get(address);
  if (!window || window.endsAt <= now)
    windows.set(address, (window = { count: 0, endsAt: now + windowSeconds * 1000 }));
  window.count++;
  return `"default";r=${Math.max(0, limit - window.count)};t=${Math.max(1, Math.ceil((window.endsAt - now) / 1000))}`;
}

function send(req, res, status, budget, value, type = json) {
  const body = JSON.stringify(value);
  const sender = req.headers.origin;
  const headers = sender === undefined ? fixed.none : sender === origin ? fixed.known : fixed.stranger;
  res.writeHead(status, [
    ...headers,
    'RateLimit-Policy',
    policy,
    'RateLimit',
    budget,
    'Content-Type',
    type,
    'Content-Length',
    String(Buffer.byteLength(body)),
  ]);
  res.end(body);
}

const refuse = (req, res, status, budget, detail) =>
  send(req, res, status, budget, { type: 'about:blank', status, detail }, 'application/problem+json');

function readBody(req, proceed, refuseBody) {
  const chunks = [];
  let size = 0;
  req.on('data', (chunk) => {
    size += chunk.length;
    if (size <= bodyLimit) chunks.push(chunk);
  });
  req.on('end', () => {
    if (size > bodyLimit) return refuseBody(413);
    let value;
    try {
      value = JSON.parse((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)).toString());
    } catch {
      return refuseBody(400);
    }
    return proceed(value);
  });
}

const server = createServer((req, res) => {
  const { method, url, headers } = req;
  const budget = countRequest(req);
  const caller = callerOf(headers.authorization);
  if (caller === null) return refuse(req, res, 401, budget, 'Credentials are required.');
  if (!caller.roles.includes(role)) return refuse(req, res, 403, budget, `This needs the role ${role}.`);
  const version = headers['x-api-version'] ?? '2';
  if (method === 'GET' && url.startsWith('/api/orders/')) {
    const id = url.slice('/api/orders/'.length);
    if (id === '' || id.length > 40) return refuse(req, res, 400, budget, 'The id is 1 to 40 characters.');
    if (version === '2') return send(req, res, 200, budget, order(id));
    if (version === '1') return send(req, res, 200, budget, summary(id));
  }
  if (method !== 'POST' || url !== '/api/orders' || version !== '2')
    return refuse(req, res, 404, budget, 'Unknown path or version.');
  if (headers['content-type'] !== 'application/json') return refuse(req, res, 415, budget, 'Send application/json.');
  return readBody(
    req,
    (value) => {
      if (isNewOrder(value)) send(req, res, 201, budget, receipt(value));
      else refuse(req, res, 400, budget, 'The body is not an order.');
    },
    (status) => refuse(req, res, status, budget, 'The body cannot be read.'),
  );
});
server.listen(0, '127.0.0.1', () => announce(server.address().port));
