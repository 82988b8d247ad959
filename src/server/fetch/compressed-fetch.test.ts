import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import { Controller, createApp, Get, type Input, Module, Post, sendFile } from '../../index.js';
import { callForTest } from '../testing/serve-for-test.js';

const long = 'word '.repeat(1000);

@Controller()
class AnswersController {
  @Get('short') short() {
    return { a: 1 };
  }
  @Get('long') long() {
    return { long };
  }
  @Post('long') posted() {
    return { long };
  }
  @Get('nothing') nothing() {}
  @Get('tagged') tagged({ req, res }: Input) {
    res.setHeader('ETag', '"1"');
    res.setHeader('Content-Type', 'text/plain');
    if (req.headers['if-none-match'] === '"1"') res.writeHead(304).end();
    else res.end(long);
  }
  @Get('listed') listed({ req }: Input) {
    return { tag: Object.entries(req.headers).find(([name]) => name === 'if-none-match')?.[1] ?? null };
  }
  @Get('wrapped') wrapped({ res }: Input) {
    const end = res.end.bind(res);
    res.end = ((text: string) => end(`${text}${long}`)) as typeof res.end;
    res.setHeader('Content-Type', 'text/plain');
    res.end('wrapped ');
  }
  @Get('pieces') pieces({ res }: Input) {
    res.setHeader('Content-Type', 'text/plain');
    res.write(long);
    res.end(long);
  }
  @Get('file') file() {
    return sendFile(Buffer.from(long), { name: 'words.txt', type: 'text/plain', range: true });
  }
  @Get('web') web() {
    return new Response(long, { headers: { 'Content-Type': 'text/plain', ETag: '"1"' } });
  }
}
@Module({ controllers: [AnswersController] })
class Root {}

const tags = ['"1"', '"1--gzip"', '"1--br"', 'W/"1--gzip"', '*'];
const request = fc.record({
  path: fc.constantFrom('short', 'long', 'nothing', 'tagged', 'listed', 'wrapped', 'pieces', 'file', 'web', 'unknown'),
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST'),
  headers: fc.record(
    {
      'accept-encoding': fc.constantFrom('gzip', 'br', 'identity', 'gzip;q=0', ''),
      'if-none-match': fc.constantFrom(...tags),
      'if-range': fc.constantFrom(...tags),
      range: fc.constantFrom('bytes=0-4', 'bytes=0-1,3-4', 'bytes=9999999-'),
    },
    { requiredKeys: [] },
  ),
});

/** What the connection adds; a problem names its trace. */
const ofConnection = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'];
const comparable = (status: number, headers: Record<string, unknown>, text: string) => ({
  status,
  headers: Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !ofConnection.includes(name))
      .map(([name, value]) => [name, String(value).replace(/boundary=\S+/, '')]),
  ),
  text: text.replace(/"traceId":"\w+"/, '').replaceAll(/^--\S+$/gm, ''),
});

describe.each([
  ['securityHeaders', { securityHeaders: true }],
  ['no options', {}],
  ['a throttle and CORS', { throttle: { limit: 100_000, windowSeconds: 3600 }, cors: { origin: 'https://a.example' } }],
])('app.fetch with %s', (_title, options) => {
  let app: Awaited<ReturnType<typeof createApp>>;
  let url: string;
  beforeAll(async () => {
    app = await createApp(Root, options);
    url = await app.listen();
  });
  afterAll(() => app.close());

  it('compresses like the socket', async () => {
    await fc.assert(
      fc.asyncProperty(request, async ({ path, method, headers }) => {
        const own = { ...headers, origin: 'https://a.example' };
        const socket = await callForTest(url, `/${path}`, { method, headers: own });
        const fetched = await app.request(`/${path}`, { method, headers: own });
        const given = comparable(fetched.status, Object.fromEntries(fetched.headers), await textOf(fetched));
        const expected = comparable(socket.status, socket.headers, socket.text);
        expect(withoutBudget(given)).toEqual(withoutBudget(expected));
      }),
      runs(30),
    );
  });
});

/** As `callForTest` reads a body. */
const textOf = async (response: Response) => Buffer.from(await response.arrayBuffer()).toString();

function withoutBudget<Shape extends { headers: Record<string, unknown> }>({ headers, ...rest }: Shape) {
  const { ratelimit, ...others } = headers;
  return { ...rest, headers: others, hasBudget: ratelimit !== undefined };
}
