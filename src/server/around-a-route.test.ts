import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as z3 from 'zod/v3';
import {
  Controller,
  Delete,
  Get,
  type Guard,
  type GuardInput,
  HttpError,
  type Input,
  Module,
  Options,
  Post,
  Put,
  Roles,
  type Route,
  type RouteSchemas,
  SkipThrottle,
  Throttle,
  UseGuards,
} from '../index.js';
import { postJson, serveForTest } from './testing/serve-for-test.js';

const search = {
  query: z.object({
    limit: z.coerce.number().int().min(1).max(50).default(10),
    ratio: z.number().optional(),
    open: z.boolean().optional(),
    tag: z.array(z.string()).optional(),
    size: z.array(z.int()).optional(),
    kind: z.enum(['a', 'b']).optional(),
  }),
  headers: z.object({ 'x-count': z.coerce.number().int().optional() }),
} satisfies RouteSchemas;
const either = {
  query: z
    .discriminatedUnion('by', [
      z.object({ by: z.literal('page'), page: z.number() }),
      z.object({ by: z.literal('cursor'), cursor: z.string() }),
    ])
    .and(z.object({ limit: z.coerce.number().int() })),
} satisfies RouteSchemas;
const create = {
  params: z.object({ id: z.coerce.number().int() }),
  query: z.object({ dry: z.boolean() }),
  body: z.object({ name: z.string().min(2), tags: z.array(z.object({ label: z.string() })) }),
} satisfies RouteSchemas;
const older = {
  query: z3.object({ limit: z3.coerce.number().int().max(5).default(3) }),
  body: z3.object({ name: z3.string() }),
} satisfies RouteSchemas;
const slow = {
  body: z.object({ name: z.string().refine(async (name) => name !== 'taken', 'is taken') }),
} satisfies RouteSchemas;

const plain = { response: { 200: { mediaTypes: ['text/plain'], schema: z.string() } } } satisfies RouteSchemas;
const bytes = { response: { 206: { mediaTypes: ['application/octet-stream'] } } } satisfies RouteSchemas;

class HeaderGuard implements Guard {
  async check({ res, req }: GuardInput, route: Route) {
    res.setHeader('x-guarded', route.operationId);
    if (req.headers['x-refuse']) throw new HttpError(451, 'Not here.');
  }
}

@Controller('things')
class ThingsController {
  @Get('search', search) search({ query, headers }: Input<typeof search>) {
    return { query, headers };
  }
  @Get('either', either) either({ query }: Input<typeof either>) {
    return query;
  }
  @Post('with/:id', create) create({ body }: Input<typeof create>) {
    return body;
  }
  @Put('older', older) older({ query, body }: Input<typeof older>) {
    return { query, body };
  }
  @Put('slow', slow) async slow({ body }: Input<typeof slow>) {
    return body;
  }
  @Get('text') text() {
    return 'text';
  }
  @Get('plain', plain) plain() {
    return 'plain';
  }
  @Get('bytes', bytes) bytes() {
    return Buffer.from([1, 2]);
  }
  @Get('null') nothing() {
    return null;
  }
  @Delete('void') empty() {}
  @Delete('emptied', { status: 204 }) emptied() {
    return { deleted: true };
  }
  @Get('read-already') async readAlready() {
    const response = new Response('text');
    await response.text();
    return response;
  }
  @Get('response') response() {
    const headers = new Headers({ 'content-type': 'text/csv' });
    headers.append('Set-Cookie', 'a=1');
    headers.append('Set-Cookie', 'b=2');
    return new Response('a,b', { status: 202, headers });
  }
  @Get('moved') moved() {
    return new Response(null, { status: 302, headers: { location: '/things/text' } });
  }
  @Get('unchanged') unchanged() {
    return new Response(null, { status: 304, headers: { etag: '"1"' } });
  }
  @Get('breaking') breaking() {
    return new Response(
      new ReadableStream({
        start: (stream) => stream.enqueue(Buffer.from('half')),
        pull: (stream) => stream.error(new Error('source lost')),
      }),
    );
  }
  @Get('address') address({ address, trace }: Input) {
    return { address, trace };
  }
  @Get('caller') caller({ caller }: Input) {
    return caller;
  }
  @Roles('admin', 'editor') @Get('roles') roles() {
    return 'in';
  }
  @UseGuards(HeaderGuard) @Get('guarded') guarded() {
    return 'in';
  }
  @Throttle({ limit: 2, windowSeconds: 60 }) @Get('few') few() {
    return 'ok';
  }
  @Throttle({ limit: 2, windowSeconds: 60 }) @Get('named') 用户() {
    return 'ok';
  }
  @SkipThrottle() @Get('free') free() {
    return 'ok';
  }
  @Options('own') own() {
    return 'mine';
  }
  @Get('crash') crash() {
    throw new Error('the password is 1234');
  }
  @Get('nothing-thrown') nothingThrown() {
    throw undefined;
  }
  @Get('bare-thrown') bareThrown() {
    throw Object.create(null);
  }
  @Get('rejected') rejected() {
    return Promise.reject('text');
  }
  @Get('unsendable') unsendable(): never {
    throw new HttpError(409, 'No.', { big: 1n });
  }
  @Get('own-header') ownHeader(): never {
    throw new HttpError(409, 'No.', {}, { headers: { vary: 'Accept-Language', 'X-Frame-Options': 'DENY' } });
  }
  @Get('bad-header') badHeader(): never {
    throw new HttpError(409, 'No.', {}, { headers: { 'x-bad': 'a\nb' } });
  }
  @Get('half') half({ res }: Input) {
    res.writeHead(200);
    res.write('half');
    throw new Error('then broken');
  }
  @Get('cycle') cycle() {
    const value: Record<string, unknown> = {};
    value.self = value;
    return value;
  }
}
@Module({ controllers: [ThingsController] })
class AppModule {}

describe('a route', () => {
  let served: Awaited<ReturnType<typeof serveForTest>>;
  beforeAll(async () => {
    served = await serveForTest(AppModule, {
      onError: () => {
        throw new Error('in onError');
      },
      trustProxy: 1,
      bodyLimit: 200,
      throttle: { limit: 1000, windowSeconds: 60 },
      authenticate: async ({ headers }) =>
        headers.authorization ? { id: headers.authorization, roles: headers.authorization.split(' ') } : null,
    });
  });
  afterAll(() => served.app.close());
  const call: (typeof served)['call'] = (...parts) => served.call(...parts);

  it('coerces text to the types of its schemas', async () => {
    const answer = await call('/things/search?limit=%2B5&ratio=-1.5e2&open=false&tag=x&tag=y&size=3&kind=b', {
      headers: { 'x-count': '7' },
    });
    expect(answer.json()).toEqual({
      query: { limit: 5, ratio: -150, open: false, tag: ['x', 'y'], size: [3], kind: 'b' },
      headers: { 'x-count': 7 },
    });
    expect((await call('/things/search')).json()).toEqual({ query: { limit: 10 }, headers: {} });
  });

  it.each([
    'limit=',
    'limit=true',
    'limit=0x10',
    'limit=5&limit=6',
    'limit=5.5',
    'limit= 5',
    'limit=1e2',
    'open=1',
    'open=',
    'ratio=NaN',
    'size=1&size=x',
    'kind=c',
    'limit=51',
    'limit=9007199254740993',
  ])('refuses %s with 400 and names the member', async (query) => {
    const answer = await call(`/things/search?${encodeURI(query)}`);
    expect(answer.status).toBe(400);
    expect(answer.json<{ errors: { in: string; path: string }[] }>().errors[0]).toMatchObject({
      in: 'query',
      path: expect.stringContaining(query.split('=')[0]!),
    });
  });

  it('reports every issue of every part at once', async () => {
    const answer = await call('/things/with/x?dry=maybe', postJson({ name: 'a', tags: [{ label: 1 }, {}] }));
    const { errors, ...problem } = answer.json<{
      errors: { in: string; path: string; code: string; message: string }[];
    }>();
    expect(errors.map((issue) => `${issue.in} ${issue.path} ${issue.code}`)).toEqual([
      'path id invalid_type',
      'query dry invalid_type',
      'body name too_small',
      'body tags.0.label invalid_type',
      'body tags.1.label invalid_type',
    ]);
    expect(problem).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: expect.any(String),
      instance: '/things/with/x',
      traceId: expect.stringMatching(/^[\da-f]{32}$/),
    });
  });

  it('validates with zod/v3 schemas as well', async () => {
    expect((await call('/things/older', { ...postJson({ name: 'a' }), method: 'PUT' })).json()).toEqual({
      query: { limit: 3 },
      body: { name: 'a' },
    });
    const refused = await call('/things/older?limit=0x1', { ...postJson({}), method: 'PUT' });
    expect(refused.json<{ errors: { path: string }[] }>().errors.map(({ path }) => path)).toEqual(['limit', 'name']);
  });

  it('coerces the members of intersections and unions alike', async () => {
    expect((await call('/things/either?by=page&page=2&limit=5')).json()).toEqual({ by: 'page', page: 2, limit: 5 });
    expect((await call('/things/either?by=cursor&cursor=2&limit=5')).json()).toEqual({
      by: 'cursor',
      cursor: '2',
      limit: 5,
    });
    expect((await call('/things/either?by=cursor&cursor=2&limit=0x10')).json()).toMatchObject({
      status: 400,
      errors: [{ path: 'limit', message: 'Expected an integer in decimal digits' }],
    });
  });

  it('waits for asynchronous refinements', async () => {
    expect((await call('/things/slow', { ...postJson({ name: 'free' }), method: 'PUT' })).json()).toEqual({
      name: 'free',
    });
    expect((await call('/things/slow', { ...postJson({ name: 'taken' }), method: 'PUT' })).json()).toMatchObject({
      errors: [{ in: 'body', path: 'name', message: 'is taken' }],
    });
  });

  it('answers broken bodies with 400, 413 and 415, and never with 500', async () => {
    const post = (body: string | Buffer, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
      call('/things/with/1?dry=true', { method: 'POST', body, headers });
    expect((await post('{')).status).toBe(400);
    expect((await post('')).status).toBe(400);
    expect((await post(Buffer.from([0x22, 0xff, 0x22]))).status).toBe(400);
    expect((await post('{"name":"abc","tags":[]}', {})).status).toBe(415);
    expect((await post('{}', { 'content-type': 'application/json; charset=latin1' })).status).toBe(415);
    expect((await post('{}', { 'content-type': 'application/json', 'content-encoding': 'gzip' })).status).toBe(415);
    const dialect = { 'content-type': 'application/vnd.api+json;charset="UTF-8"' };
    expect((await post('{"name":"abc","tags":[]}', dialect)).status).toBe(201);
    const marked = await post('\ufeff{"name":"abc","tags":[]}', dialect);
    expect([marked.status, marked.text]).toEqual([400, expect.stringContaining('byte order mark')]);
    const large = await post(JSON.stringify({ name: 'x'.repeat(300), tags: [] }));
    expect(large.status).toBe(413);
    expect(
      (
        await post(JSON.stringify({ name: 'x'.repeat(300), tags: [] }), {
          'content-type': 'application/json',
          'transfer-encoding': 'chunked',
        })
      ).status,
    ).toBe(413);
  });

  it('sends what a handler returns: JSON, the declared media type, nothing, or a Web Response unchanged', async () => {
    expect((await call('/things/text')).text).toBe('"text"');
    const plainText = await call('/things/plain');
    expect([plainText.text, plainText.headers['content-type'], plainText.headers['content-length']]).toEqual([
      'plain',
      'text/plain; charset=utf-8',
      '5',
    ]);
    const raw = await call('/things/bytes');
    expect([raw.status, raw.text, raw.headers['content-type']]).toEqual([
      206,
      '\u0001\u0002',
      'application/octet-stream',
    ]);
    expect((await call('/things/null')).text).toBe('null');
    const empty = await call('/things/void', { method: 'DELETE' });
    expect([empty.status, empty.headers['content-type']]).toEqual([204, undefined]);
    const emptied = await call('/things/emptied', { method: 'DELETE' });
    expect([emptied.status, emptied.headers['content-type'], emptied.headers['content-length']]).toEqual([
      204,
      undefined,
      undefined,
    ]);
    const response = await call('/things/response');
    expect([response.status, response.headers['content-type'], response.headers['set-cookie'], response.text]).toEqual([
      202,
      'text/csv',
      ['a=1', 'b=2'],
      'a,b',
    ]);
    expect((await call('/things/response', { method: 'HEAD' })).text).toBe('');
  });

  it('sends Content-Length: 0 for a Web Response without a body, unless the status implies it', async () => {
    const moved = await call('/things/moved');
    expect([
      moved.status,
      moved.headers.location,
      moved.headers['content-length'],
      moved.headers['transfer-encoding'],
    ]).toEqual([302, '/things/text', '0', undefined]);
    expect((await call('/things/moved', { method: 'HEAD' })).headers['content-length']).toBeUndefined();
    const unchanged = await call('/things/unchanged');
    expect([unchanged.status, unchanged.headers['content-length'], unchanged.headers['transfer-encoding']]).toEqual([
      304,
      undefined,
      undefined,
    ]);
  });

  it('hides internal errors, and logs them under the trace id', async () => {
    const answer = await call('/things/crash', {
      headers: { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
    });
    expect([answer.status, answer.text.includes('1234'), answer.json().traceId]).toEqual([
      500,
      false,
      '4bf92f3577b34da6a3ce929d0e0e4736',
    ]);
    expect(served.logged.join()).toContain('the password is 1234');
    for (const path of [
      'cycle',
      'nothing-thrown',
      'bare-thrown',
      'rejected',
      'unsendable',
      'bad-header',
      'read-already',
    ]) {
      expect([path, (await call(`/things/${path}`)).status]).toEqual([path, 500]);
    }
    await expect(call('/things/half')).rejects.toThrow();
    await expect(call('/things/breaking')).rejects.toThrow();
    expect(served.logged.at(-2)).toMatch(/GET \/things\/breaking failed .*source lost/);
  });

  it('survives a failing logger, and a middleware that rejects', async () => {
    const fail = () => {
      throw new Error('no log');
    };
    const { app, call: fragile } = await serveForTest(AppModule, {
      logger: { info: fail, warn: fail, error: fail },
      middleware: [
        async ({ url }, _res, next) => {
          if (url === '/things/few') throw new Error('no');
          next();
        },
      ],
    });
    expect([
      (await fragile('/things/crash')).status,
      (await fragile('/things/few')).status,
      (await fragile('/things/text')).status,
    ]).toEqual([500, 500, 200]);
    await app.close();
  });

  it('sends the headers of an HttpError once each', async () => {
    const { app, call: guarded } = await serveForTest(AppModule, {
      securityHeaders: true,
      cors: { origin: ['https://a.example'] },
    });
    const { headers } = await guarded('/things/own-header');
    expect([headers['x-frame-options'], headers.vary]).toEqual(['DENY', 'Accept-Language, Origin']);
    await app.close();
  });

  it('continues the trace of a caller, and starts a new one when it is malformed', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const { trace } = (await call('/things/address', { headers: { traceparent } })).json<{
      trace: Record<string, unknown>;
    }>();
    expect(trace).toEqual({
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      spanId: expect.stringMatching(/^[\da-f]{16}$/),
      parentSpanId: '00f067aa0ba902b7',
      sampled: true,
      inbound: true,
    });
    for (const malformed of [
      'x',
      `${traceparent}-more`,
      traceparent.replace('00-', 'ff-'),
      traceparent.replace(/4bf\w+/, '0'.repeat(32)),
      traceparent.toUpperCase(),
    ]) {
      expect((await call('/things/address', { headers: { traceparent: malformed } })).json()).toMatchObject({
        trace: { inbound: false, parentSpanId: null },
      });
    }
  });

  it('trusts as many proxies as trustProxy says', async () => {
    expect(
      (await call('/things/address', { headers: { 'x-forwarded-for': '203.0.113.7, 10.0.0.1' } })).json(),
    ).toMatchObject({ address: '10.0.0.1' });
    expect((await call('/things/address')).json()).toMatchObject({ address: '127.0.0.1' });
    const { app, call: direct } = await serveForTest(AppModule);
    expect((await direct('/things/address', { headers: { 'x-forwarded-for': '203.0.113.7' } })).json()).toMatchObject({
      address: '127.0.0.1',
    });
    await app.close();
  });

  it('distinguishes missing credentials from a missing role', async () => {
    const anonymous = await call('/things/roles');
    expect([anonymous.status, anonymous.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    const stranger = await call('/things/roles', { headers: { authorization: 'reader' } });
    expect([stranger.status, stranger.json().detail]).toEqual([403, 'This needs the role admin or editor.']);
    expect((await call('/things/roles', { headers: { authorization: 'editor' } })).status).toBe(200);
    expect((await call('/things/caller')).text).toBe('null');
  });

  it('lets guards refuse, and keeps the headers that they set', async () => {
    const passed = await call('/things/guarded');
    expect([passed.status, passed.headers['x-guarded']]).toEqual([200, 'ThingsController_guarded']);
    const refused = await call('/things/guarded', { headers: { 'x-refuse': '1' } });
    expect([refused.status, refused.headers['x-guarded']]).toEqual([451, 'ThingsController_guarded']);
  });

  it('counts requests per subject, and reports what is left', async () => {
    const few = (headers = {}) => call('/things/few', { headers });
    expect((await call('/things/named')).headers['ratelimit-policy']).toBe(
      '"ThingsController_%E7%94%A8%E6%88%B7";q=2;w=60',
    );
    expect((await few()).headers).toMatchObject({
      'ratelimit-policy': '"ThingsController_few";q=2;w=60',
      ratelimit: expect.stringMatching(/^"ThingsController_few";r=1;t=\d+$/),
    });
    expect((await few()).status).toBe(200);
    const refused = await few();
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await few({ 'x-forwarded-for': '198.51.100.1' })).status).toBe(200);
    expect((await call('/things/text')).headers['ratelimit-policy']).toBe('"default";q=1000;w=60');
    expect((await call('/things/free')).headers['ratelimit-policy']).toBeUndefined();
  });

  it('gives no budget of its own to what nobody verified, or to the neighbours in a network', async () => {
    const statuses = async (name: string, values: readonly string[]) => {
      const answers = [];
      for (const value of values)
        answers.push(
          (await call('/things/named', { headers: { 'x-forwarded-for': '203.0.113.9', [name]: value } })).status,
        );
      return answers;
    };
    expect(await statuses('x-api-key', ['one', 'two', 'three', 'four'])).toEqual([200, 200, 429, 429]);
    expect(await statuses('authorization', ['Bearer one', 'Basic YTpi'])).toEqual([429, 429]);
    expect(await statuses('cookie', ['sid=one', 'sid=two'])).toEqual([429, 429]);
    expect(await statuses('idempotency-key', ['one', 'two'])).toEqual([429, 429]);
    const network = ['2001:db8::1', '2001:db8::2', '[2001:db8::3]:443', '2001:db8:0:1::1'];
    expect(await statuses('x-forwarded-for', network)).toEqual([200, 200, 429, 200]);
  });

  it('answers OPTIONS with Allow and an unknown method with 405, and leaves a declared OPTIONS to its handler', async () => {
    const options = await call('/things/text', { method: 'OPTIONS' });
    expect([options.status, options.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const wrong = await call('/things/void', { method: 'GET' });
    expect([wrong.status, wrong.headers.allow]).toEqual([405, 'DELETE, OPTIONS']);
    expect((await call('/things/own', { method: 'OPTIONS' })).json()).toBe('mine');
    expect((await call('/nothing', { method: 'OPTIONS' })).status).toBe(404);
  });

  it('refuses malformed addresses with 400 and unknown ones with 404', async () => {
    for (const path of ['/things/%zz', '/things/search?tag=%', '/things/%ff'])
      expect((await call(path)).status).toBe(400);
    for (const path of ['/nothing', '/things/text/', '/Things/text', '/']) expect((await call(path)).status).toBe(404);
    expect((await call(`/things/with/${'x'.repeat(300)}?dry=true`, postJson({ name: 'ab', tags: [] }))).status).toBe(
      400,
    );
    expect((await call('/things/with/?dry=true', postJson({}))).status).toBe(404);
  });
});
