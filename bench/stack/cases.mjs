import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import helmet from 'helmet';
import { clerkToken, newOrder, order, origin, readerToken, receipt } from './contract.mjs';

const content = JSON.stringify(newOrder);
const headers = { Accept: 'application/json', Origin: origin, 'X-API-Version': '2' };
const asClerk = { ...headers, Authorization: `Bearer ${clerkToken}` };
const asReader = { ...headers, Authorization: `Bearer ${readerToken}` };
const json = { 'Content-Type': 'application/json' };

/** The requests to every server. */
export const cases = [
  { name: 'read, 2.5 KB answer', method: 'GET', path: '/api/orders/ord_1042', headers: asClerk },
  { name: 'write, 1.3 KB body', method: 'POST', path: '/api/orders', body: content, headers: { ...asClerk, ...json } },
];

/** Throws unless a server gives the expected answers with their headers, and the same refusals. */
export async function verify(name, url) {
  const [read, write] = cases;
  await expectAnswer(name, url, read, 200, JSON.stringify(order('ord_1042')));
  await expectAnswer(name, url, write, 201, JSON.stringify(receipt(newOrder)));
  const [first, later] = newOrder.lines;
  const refusals = [
    [401, { ...read, headers }],
    [401, { ...read, headers: { ...headers, Authorization: 'Bearer somebody' } }],
    [403, { ...read, headers: asReader }],
    [404, { ...write, headers: { ...write.headers, 'X-API-Version': '1' } }],
    [400, { ...write, body: content.slice(1) }],
    [400, { ...write, body: JSON.stringify({ ...newOrder, email: 'nobody' }) }],
    [400, { ...write, body: JSON.stringify({ ...newOrder, lines: [{ ...first, quantity: 0 }, later] }) }],
  ];
  for (const [status, refused] of refusals) {
    const answer = await send(url, refused);
    if (answer.status !== status)
      throw new Error(`${name} answers ${refused.method} ${refused.path} with ${answer.status} instead of ${status}`);
    if (status !== 404) expectHeaders(name, answer, origin);
  }
  const summary = await send(url, { ...read, headers: { ...asClerk, 'X-API-Version': '1' } });
  if (summary.text !== '{"id":"ord_1042","total":1820.4}')
    throw new Error(`${name} answers version 1: ${summary.text}`);
  const stranger = await send(url, { ...read, headers: { ...asClerk, Origin: 'https://stranger.example' } });
  if (stranger.headers.get('access-control-allow-origin') === 'https://stranger.example')
    throw new Error(`${name} allows a stranger`);
  if (name === 'node-http' || name === 'svckit') await expectSameFields(name, url);
}

const changing = new Set(['date', 'ratelimit']);
const likeBare = new Map();

/** Bare Node and svckit send the same header fields, so that both do the same work. */
async function expectSameFields(name, url) {
  for (const one of cases) {
    const { headers: sent } = await send(url, one);
    const fields = [...sent].filter(([field]) => !changing.has(field)).map((pair) => pair.join(': '));
    const expected = likeBare.get(one) ?? fields;
    likeBare.set(one, expected);
    const differing = [...fields, ...expected].filter((line) => !fields.includes(line) || !expected.includes(line));
    if (differing.length > 0) throw new Error(`${name} differs from bare Node in ${differing.join(', ')}`);
  }
}

/** Without the Accept-Encoding that fetch adds. */
async function send(url, { method, path, headers: sent, body }) {
  const req = request(url + path, { method, headers: sent, agent: false });
  req.end(body);
  const [res] = await once(req, 'response');
  const answer = await text(res);
  return { status: res.statusCode, headers: new Map(Object.entries(res.headers)), text: answer };
}

async function expectAnswer(name, url, asked, status, body) {
  const answer = await send(url, asked);
  if (
    answer.status !== status ||
    answer.text !== body ||
    !answer.headers.get('content-type').startsWith('application/json')
  )
    throw new Error(`${name} answers ${asked.method} ${asked.path} with ${answer.status}: ${answer.text}`);
  expectHeaders(name, answer, origin);
}

/** Those of helmet, CORS for the origin, and what is left of the budget in any draft's spelling. */
function expectHeaders(name, { status, headers: sent }, allowed) {
  for (const [field, value] of securityHeaders())
    if (sent.get(field.toLowerCase())?.replaceAll('; ', ';') !== value.replaceAll('; ', ';'))
      throw new Error(`${name} sends ${field}: ${sent.get(field)}`);
  if (sent.get('access-control-allow-origin') !== allowed || sent.get('access-control-allow-credentials') !== 'true')
    throw new Error(`${name} does not allow ${allowed}`);
  const isCounted = [...sent.keys()].some((field) => /^(x-)?ratelimit/.test(field));
  // Nest reads a body before it counts its request.
  if (!isCounted && status !== 400) throw new Error(`${name} shows no rate limit`);
}

function securityHeaders() {
  const found = new Map();
  const response = { setHeader: (field, value) => found.set(field, value), removeHeader: () => {} };
  helmet()({}, response, () => {});
  return found;
}
