import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type Around,
  BootError,
  Controller,
  createApp,
  Get,
  HttpError,
  Idempotent,
  type Input,
  Module,
  Post,
  type RouteCall,
  type ServiceOptions,
  Roles,
  Throttle,
  Version,
} from '../../index.js';
import { postJson, serveForTest } from '../testing/serve-for-test.js';

const context = new AsyncLocalStorage<string>();
const write = { body: z.object({ text: z.string() }), params: z.object({ id: z.coerce.number().int() }) };

@Controller('things')
class ThingsController {
  runs = 0;
  @Get('plain') plain() {
    this.runs += 1;
    return { runs: this.runs, context: context.getStore() ?? null };
  }
  @Version(['1', '2']) @Get('versioned') versioned() {
    return 1;
  }
  @Idempotent({ required: false }) @Post(':id', write) write({ body }: Input<typeof write>) {
    return { length: body.text.length, context: context.getStore() ?? null };
  }
  @Get('slow') async slow() {
    await new Promise((resolve) => setImmediate(resolve));
    return { context: context.getStore() ?? null };
  }
  @Roles('admin') @Get('secret') secret() {
    return 'in';
  }
  @Throttle({ limit: 1, windowSeconds: 60 }) @Get('few') few() {
    return 'ok';
  }
  @Get('crash') crash() {
    throw new Error('broken');
  }
  @Get('stream') stream() {
    return new Response(new Blob(['streamed']).stream(), { status: 203 });
  }
  @Get('by-hand') byHand({ res }: Input) {
    res.writeHead(202).end('by hand');
  }
}
@Module({ controllers: [ThingsController] })
class Root {}

const versioning = { type: 'header', header: 'X-Version', defaultVersion: '1' } as const;
const serve = (options: ServiceOptions) => serveForTest(Root, { versioning, ...options });
const authenticate = (req: RouteCall['req']) =>
  req.headers.authorization === undefined ? null : { id: 'ada', roles: [String(req.headers.authorization)] };

function signal() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/** The statuses that `next` resolved to, by `METHOD path`. */
function recordStatuses() {
  const seen: string[] = [];
  const around: Around = async (call, next) => {
    const before = call.caller;
    const status = await next();
    seen.push(
      `${call.route.method} ${call.route.path} ${call.version} ${status} ${before?.id ?? '-'} ${call.caller?.id ?? '-'}`,
    );
  };
  return { seen, around };
}

describe('around', () => {
  it('sees route, version, caller and status of every answer of a declared route, refusals included', async () => {
    const { seen, around } = recordStatuses();
    const { app, call } = await serve({ authenticate, around, csrf: true });
    await call('/things/plain');
    await call('/things/versioned', { headers: { 'x-version': '2' } });
    await call('/things/secret', { headers: { authorization: 'admin' } });
    await call('/things/secret', { headers: { authorization: 'guest' } });
    await call('/things/secret');
    await call('/things/few');
    await call('/things/few');
    await call('/things/x', postJson({}));
    await call('/things/1', postJson({ text: '' }, { 'sec-fetch-site': 'cross-site' }));
    await call('/things/crash');
    await call('/things/stream');
    await call('/things/by-hand');
    await app.close();
    expect(seen).toEqual([
      'GET /things/plain 1 200 - -',
      'GET /things/versioned 2 200 - -',
      'GET /things/secret 1 200 - ada',
      'GET /things/secret 1 403 - ada',
      'GET /things/secret 1 401 - -',
      'GET /things/few 1 200 - -',
      'GET /things/few 1 429 - -',
      'POST /things/{id} 1 400 - -',
      'POST /things/{id} 1 403 - -',
      'GET /things/crash 1 500 - -',
      'GET /things/stream 1 203 - -',
      'GET /things/by-hand 1 202 - -',
    ]);
  });

  it('does not see requests that no declared route answers', async () => {
    const { seen, around } = recordStatuses();
    const mount = [{ path: '/mounted', handler: (_req: unknown, res: { end(): void }) => res.end() }];
    const { app, call } = await serve({ around, mount });
    for (const [method, path, status] of [
      ['GET', '/nothing', 404],
      ['PUT', '/things/plain', 405],
      ['OPTIONS', '/things/plain', 204],
      ['GET', '/mounted', 200],
    ] as const)
      expect([path, (await call(path, { method })).status]).toEqual([path, status]);
    await app.close();
    expect(seen).toEqual([]);
  });

  it('opens a context that reaches handlers, with a body and without', async () => {
    const { app, call } = await serve({ around: (_call, next) => context.run('opened', next) });
    expect((await call('/things/plain')).json()).toMatchObject({ context: 'opened' });
    expect((await call('/things/slow')).json()).toEqual({ context: 'opened' });
    const large = postJson({ text: 'x'.repeat(200_000) }, { 'idempotency-key': 'k1' });
    expect((await call('/things/1', large)).json()).toEqual({ length: 200_000, context: 'opened' });
    await app.close();
  });

  it('has the trace id that a problem names', async () => {
    const ids: string[] = [];
    const { app, call } = await serve({
      around: (call, next) => {
        ids.push(call.traceId);
        return next();
      },
    });
    expect((await call('/things/crash')).json()['traceId']).toBe(ids[0]);
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await call('/things/plain', { headers: { traceparent } });
    expect(ids[1]).toBe('0af7651916cd43dd8448eb211c80319c');
    await app.close();
  });

  it('runs a list with the first function outermost, and each sees the status of what is inside it', async () => {
    const seen: string[] = [];
    const named =
      (name: string): Around =>
      async (_call, next) => {
        seen.push(`${name} in`);
        seen.push(`${name} ${await next()}`);
      };
    const refusing: Around = () => {
      throw new HttpError(503, 'Closed on Sundays.');
    };
    const { app, call } = await serve({ around: [named('outer'), named('inner'), refusing] });
    expect((await call('/things/plain')).json()).toMatchObject({ status: 503, detail: 'Closed on Sundays.' });
    await app.close();
    expect(seen).toEqual(['outer in', 'inner in', 'inner 503', 'outer 503']);
  });
});

describe('an around that goes wrong', () => {
  async function answerOf(around: Around) {
    const { app, call, logged } = await serve({ around });
    const answers = [await call('/things/plain'), await call('/things/plain')];
    await app.close();
    return { statuses: answers.map(({ status }) => status), second: answers[1]!.json(), logged };
  }

  it('refuses the request when it throws before next(): an HttpError as it is, anything else as a logged 500', async () => {
    const refused = await answerOf(async () => {
      throw new HttpError(402, 'Pay first.');
    });
    expect([refused.statuses, refused.logged]).toEqual([[402, 402], []]);
    const broken = await answerOf(() => {
      throw new Error('no context');
    });
    expect([broken.statuses, broken.logged.length]).toEqual([[500, 500], 2]);
    expect(broken.logged[0]).toMatch(/^GET \/things\/plain failed .*no context/);
  });

  it('is logged when it throws after next(), and the answer stays', async () => {
    const { statuses, logged } = await answerOf(async (_call, next) => {
      await next();
      throw new Error('the log is full');
    });
    expect(statuses).toEqual([200, 200]);
    expect(logged[0]).toMatch(/^GET \/things\/plain failed .*the log is full/);
  });

  it('gives a logged 500 when it never calls next()', async () => {
    const { statuses, logged } = await answerOf(() => {});
    expect(statuses).toEqual([500, 500]);
    expect(logged[0]).toContain('around ended without calling next(), so ThingsController.plain did not run.');
  });

  it('runs the handler once, however often it calls next(), early or late', async () => {
    const errors: unknown[] = [];
    const twice = await answerOf(async (_call, next) => {
      await next();
      await next().catch((error: unknown) => errors.push(String(error)));
      void next();
    });
    expect([twice.statuses, twice.second['runs'], twice.logged]).toEqual([[200, 200], 2, []]);
    expect(errors[0]).toBe('Error: next() was called twice. It runs the route once; keep its promise instead.');
    let late: Promise<unknown> | undefined;
    await answerOf((_call, next) => {
      setImmediate(() => (late = next().catch(String)));
    });
    expect(await late).toContain('next() was called after around had ended.');
  });

  it('resolves next() when the client has left and the handler has settled', async () => {
    let status: number | undefined;
    const [ended, entered, release] = [signal(), signal(), signal()];
    @Controller('wait')
    class WaitController {
      @Get() async wait() {
        entered.resolve();
        await release.promise;
        return 'late';
      }
    }
    @Module({ controllers: [WaitController] })
    class Waiting {}
    const { app, url } = await serveForTest(Waiting, {
      around: async ({ req }, next) => {
        req.socket.on('close', () => release.resolve());
        status = await next();
        ended.resolve();
      },
    });
    const client = request(`${url}/wait`).on('error', () => {});
    client.end();
    await entered.promise;
    expect(status).toBeUndefined();
    client.destroy();
    await ended.promise;
    expect(status).toBe(200);
    await app.close();
  });
});

describe('the option around', () => {
  it.each([[{ around: true }], [{ around: [null] }]])('refuses %j at boot and says what to write', async (options) => {
    const failure = await createApp(Root, { versioning, ...options } as never).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(BootError);
    expect((failure as BootError).problems[0]).toMatchObject({
      id: 'invalid-option',
      fix: 'Write a function (call, next) => next(), or a list of them.',
    });
  });

  it('is kept with an outer Express application', async () => {
    const { seen, around } = recordStatuses();
    const app = await createApp(Root, { versioning, around });
    const server = createServer(express().use('/outer', app.middleware)).listen(0);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect((await fetch(`${url}/outer/things/plain`)).status).toBe(200);
    server.close();
    server.closeAllConnections();
    await app.close();
    expect(seen).toEqual(['GET /things/plain 1 200 - -']);
  });
});
