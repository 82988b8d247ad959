import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, callForTest } from '../../src/server/testing/serve-for-test.js';
import { runs } from '../property-runs.js';
import { openRuntimeApp } from './runtime-app.js';

type RuntimeApp = Awaited<ReturnType<typeof openRuntimeApp>>;

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

const segment = fc.oneof(
  fc.constantFrom('api', 'orders', 'answers', 'guest', 'declined', 'text', 'large', 'nothing', 'failure', 'by-hand'),
  fc.constantFrom('basket', 'cookies', 'middleware', '7', '101', '%20', '%zz', 'x y', 'é', '', 'old', 'list', 'rows'),
);
const known = fc.constantFrom(
  '/api/orders',
  '/api/orders/7',
  '/api/orders/7?long=true',
  '/api/orders/7?long=maybe&a',
  '/api/orders/old/list',
  '/api/answers/large',
  '/api/answers/text',
  '/api/answers/client?a=1#b',
  '/api/streams/rows',
  '/api/streams/count',
  '/api/streams/piped',
  '/api/streams/web',
  '/api/guest/hello?a=%20',
);
const path = fc.oneof(
  { weight: 2, arbitrary: known },
  { weight: 1, arbitrary: fc.array(segment, { maxLength: 4 }).map((parts) => encodeURI(`/${parts.join('/')}`)) },
);
const headers = fc.record(
  {
    'x-api-version': fc.constantFrom('1', '2', '3', '', 'latest'),
    'content-type': fc.constantFrom(
      'application/json',
      'text/plain',
      'application/x-ndjson',
      'application/json; charset=latin1',
    ),
    'accept-encoding': fc.constantFrom('gzip', 'br;q=0.5, gzip', 'identity', '*'),
    origin: fc.constantFrom('https://app.example', 'https://other.example', 'null'),
    'access-control-request-method': fc.constantFrom('GET', 'POST'),
    cookie: fc.constantFrom('basket=a', 'basket="b"; other=1', 'basket=%', ''),
    'if-none-match': fc.constantFrom('"1"', '"1--gzip"', '*'),
    'x-forwarded-for': fc.constantFrom('192.0.2.9', 'nobody', '[::1]:80'),
  },
  { requiredKeys: [] },
);
const body = fc.option(
  fc.constantFrom('{"label":"a"}', '{"name":"a"}', '{"label":""}', '{', '', '{"id":1}\n{"id":2}', 'é'),
);
const sent: fc.Arbitrary<Sent> = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
  path,
  headers,
  body,
});

const framing = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'];
const shape = ({ status, headers: fields, text }: Pick<Answer, 'status' | 'headers' | 'text'>) => ({
  status,
  headers: Object.fromEntries(Object.entries(fields).filter(([name]) => !framing.includes(name))),
  body: text.replace(/"id":\d+/, '"id":0').replace(/"(traceId|trace)":"\w+"/, ''),
});

let app: RuntimeApp;
let url: string;
beforeAll(async () => {
  app = await openRuntimeApp();
  url = await app.listen();
});
afterAll(() => app.close());

/** As Node's client sends it. */
function fieldsOf({ headers: fields, body: text }: Sent, withBody: boolean): Record<string, string> {
  const trace = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
  const length: Record<string, string> = withBody ? { 'content-length': String(Buffer.byteLength(text!)) } : {};
  return { ...fields, ...trace, ...length };
}

async function fetched(request: Sent, withBody: boolean): Promise<Pick<Answer, 'status' | 'headers' | 'text'>> {
  const { method, path: target, body: text } = request;
  // A text would bring a Content-Type of its own.
  const init = { method, headers: fieldsOf(request, withBody), body: withBody ? Buffer.from(text!) : null };
  const answer = await app.fetch(new Request(`${url}${target}`, init), { remoteAddress: '127.0.0.1' });
  const given: Record<string, string | string[]> = Object.fromEntries(answer.headers);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) given['set-cookie'] = cookies;
  return { status: answer.status, headers: given, text: await answer.text() };
}

it('app.fetch answers like the socket', async () => {
  await fc.assert(
    fc.asyncProperty(sent, async (request) => {
      const { method, path: target, body: text } = request;
      const withBody = text !== null && !['GET', 'HEAD', 'OPTIONS'].includes(method);
      const call = { method, headers: fieldsOf(request, withBody), ...(withBody && { body: text }) };
      const overSocket = await callForTest(url, target.replace(/#.*/, ''), call);
      expect(shape(await fetched(request, withBody))).toEqual(shape(overSocket));
    }),
    runs(50),
  );
});
