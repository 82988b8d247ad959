import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { Controller, createApp, Get, type Input, Module, type ServiceOptions, Version } from '../../index.js';
import { serveForTest } from '../testing/serve-for-test.js';

@Controller('users')
class UsersController {
  @Version('2') @Get(':id') find() {
    return { id: 7 };
  }
  @Get('events/all') events({ res }: Input) {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    res.write('data: 1\n\n');
  }
  @Get('crash/now') crash() {
    throw new Error('broken');
  }
}
@Module({ controllers: [UsersController] })
class Root {}

const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
const shared: ServiceOptions = {
  versioning: { type: 'header', header: 'X-Version', defaultVersion: '2' },
  authenticate: ({ headers }) => (headers.authorization === undefined ? null : { id: 'ada', roles: [] }),
};

/** An app whose access log is kept; a line is written after the client has its answer, so `lines` waits for a number of them. */
async function serveLogged(options: ServiceOptions = {}) {
  const written: Record<string, unknown>[] = [];
  let notice = () => {};
  const write = (line: string) => {
    written.push(JSON.parse(line) as Record<string, unknown>);
    notice();
  };
  const served = await serveForTest(Root, { ...shared, accessLog: { destination: { write } }, ...options });
  const lines = async (count: number) => {
    while (written.length < count) await new Promise<void>((resolve) => (notice = resolve));
    return written;
  };
  return { ...served, lines };
}

describe('the access log', () => {
  it('has one line per request with what is known about it, and no query', async () => {
    const { app, call, lines } = await serveLogged({ trustProxy: 1 });
    await call('/users/7?token=secret', {
      headers: { traceparent, authorization: 'Bearer key', 'user-agent': 'curl/8', 'x-forwarded-for': '203.0.113.7' },
    });
    await app.close();
    const [line] = await lines(1);
    expect(line).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      method: 'GET',
      path: '/users/7',
      route: '/users/{id}',
      status: 200,
      durationMs: expect.any(Number),
      bytes: expect.any(Number),
      version: '2',
      traceId,
      callerId: 'ada',
      clientAddress: '203.0.113.7',
      userAgent: 'curl/8',
      msg: 'GET /users/7 200',
    });
    expect(line!['durationMs']).toBeGreaterThan(0);
    expect(line!['bytes']).toBeGreaterThan(100);
    expect(JSON.stringify(line)).not.toMatch(/secret|Bearer|key/);
  });

  it('shows what matches no route, what a mount or middleware answers, and errors with the trace id of their problem', async () => {
    const { app, call, lines } = await serveLogged({
      mount: [{ path: '/mounted', handler: (req, res, next) => (req.url === '/in' ? res.end('in') : next()) }],
      middleware: [
        (req, res, next) => {
          if (req.url === '/busy') return void res.writeHead(503).end();
          if (req.url === '/old') req.url = '/users/7';
          next();
        },
      ],
    });
    const seen: unknown[] = [];
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['PUT', '/users/7'],
      ['OPTIONS', '/users/7'],
      ['GET', '/mounted/in'],
      ['GET', '/mounted/out'],
      ['GET', '/busy'],
      ['GET', '/old'],
      ['GET', '/users/crash/now'],
    ] as const) {
      const answer = await call(path, { method });
      const line: Record<string, unknown> = (await lines(seen.length + 1)).at(-1)!;
      seen.push([line['msg'], line['route']]);
      if (answer.status >= 400 && answer.text !== '') expect(line['traceId']).toBe(answer.json()['traceId']);
    }
    await app.close();
    expect(seen).toEqual([
      ['GET /nothing 404', undefined],
      ['PUT /users/7 405', undefined],
      ['OPTIONS /users/7 204', undefined],
      ['GET /mounted/in 200', '/mounted'],
      ['GET /mounted/out 404', undefined],
      ['GET /busy 503', undefined],
      ['GET /old 200', '/users/{id}'],
      ['GET /users/crash/now 500', '/users/crash/now'],
    ]);
  });

  it('says when a client left before the end', async () => {
    const { app, url, lines } = await serveLogged();
    await new Promise<void>((resolve) => {
      const req = request(`${url}/users/events/all`, (res) =>
        res.once('data', () => (req.destroy(), resolve())).on('error', () => {}),
      );
      req.on('error', () => {}).end();
    });
    expect((await lines(1))[0]).toMatchObject({ status: 200, aborted: true, clientAddress: '127.0.0.1' });
    await app.close();
  });

  it('goes to a pino logger of its own, and survives one that throws', async () => {
    const seen: string[] = [];
    const logger = { info: (_fields: object, message: string) => void seen.push(message) };
    const { app, call } = await serveForTest(Root, { ...shared, accessLog: { logger } });
    await call('/users/7');
    await app.close();
    expect(seen).toEqual(['GET /users/7 200']);
    const broken = {
      info: () => {
        throw new Error('disk full');
      },
    };
    const second = await serveForTest(Root, { ...shared, accessLog: { logger: broken } });
    expect((await second.call('/users/7')).status).toBe(200);
    await second.app.close();
    expect(second.logged[0]).toMatch(/^A request was not observed .*disk full/);
  });

  it.each([
    [{ logger: {} }, 'Its logger is one of pino.'],
    [{ destination: 'log.txt' }, 'Its destination is an object with write(line).'],
    [{ logger: console, destination: { write() {} } }, 'Write one of them: a logger has a destination of its own.'],
    ['on', 'Write true, { logger } with a pino logger, or { destination } with a write function.'],
  ])('refuses %j at boot', async (accessLog, fix) => {
    await expect(createApp(Root, { ...shared, accessLog } as never)).rejects.toThrow(fix);
  });
});

describe('requestId', () => {
  it('sends the trace id with every answer', async () => {
    const { app, call } = await serveForTest(Root, { ...shared, requestId: true });
    expect((await call('/users/7', { headers: { traceparent } })).headers['x-request-id']).toBe(traceId);
    const missing = await call('/nothing');
    expect(missing.headers['x-request-id']).toBe(missing.json()['traceId']);
    await app.close();
  });
});
