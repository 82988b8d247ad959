import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  APP_STATE,
  BootError,
  Controller,
  createApp,
  Get,
  HttpOptionsProvider,
  inject,
  type Input,
  Module,
  type MountHandler,
  Post,
  provide,
  type RouteSchemas,
  ROUTES,
  token,
  Version,
} from '../index.js';
import { callForTest, postJson, serveForTest } from './testing/serve-for-test.js';

const create = { body: z.object({ name: z.string() }) } satisfies RouteSchemas;
@Controller('users')
class UsersController {
  @Version('1') @Get() list() {
    return 'users';
  }
  @Version('1') @Post('', create) create({ body }: Input<typeof create>) {
    return body;
  }
  @Get('entered') entered({ req }: Input) {
    return 'app' in req;
  }
}
@Module({ controllers: [UsersController] })
class AppModule {}
const versioning = { type: 'header', header: 'X-API-Version' } as const;

describe('createApp', () => {
  it('rejects with every problem at once', async () => {
    const error: unknown = await createApp(AppModule, {
      bodyLimit: 0,
      cors: 'yes' as never,
      csrf: { trustedOrigins: ['https://a.example/path'] },
    }).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(BootError);
    expect((error as BootError).message.split('\n')).toEqual([
      `error invalid-option: Invalid option cors: "yes". Write true, or { origin: 'https://example.com' }.`,
      `error invalid-option: Invalid option csrf: {"trustedOrigins":["https://a.example/path"]}. trustedOrigins are bare origins without a path, such as 'https://example.com'.`,
      'error invalid-option: Invalid option bodyLimit: 0. Write a number of bytes, such as 1048576.',
    ]);
    await expect(createApp(AppModule)).rejects.toThrow(
      "UsersController.list() declares version 1, but versioning is off. Set versioning: { type: 'uri' }.",
    );
  });

  it.each([
    [{ cors: { origin: 5 } }, 'Invalid option cors: {"origin":5}.'],
    [{ documents: { info: { title: 'People' } } }, 'Its info has a title and a version'],
    [{ documents: { servers: 'https://api.example.com' } }, 'Its servers are an array'],
    [{ documents: { servers: [{ url: '' }] } }, 'Its servers are an array'],
    [{ documents: { servers: [{ url: '/', description: 5 }] } }, 'Its servers are an array'],
    [{ documents: { tags: ['Users'] } }, 'Its tags are an array'],
    [{ mapError: {} }, 'Write a function (error, { req, route }) that returns an HttpError or undefined.'],
    [{ renderProblem: 'xml' }, 'Write a function (problem, { req, route }) that returns { contentType, body }.'],
    [{ problemSchema: { error: 'x' } }, 'Write the schema of what renderProblem sends'],
    [{ validationStatus: 500 }, 'Invalid option validationStatus: 500. Write 400 or 422.'],
    [{ providers: 'Store' }, 'Invalid option providers: "Store".'],
    [
      { versionning: { type: 'uri' } },
      'error unknown-option: Unknown option "versionning". Did you mean "versioning"?',
    ],
    [
      { securityHeaders: { strictTransportSecurity: { maxAge: -1 } } },
      'Invalid option securityHeaders: {"strictTransportSecurity":{"maxAge":-1}}.',
    ],
  ])('refuses %j with the reason', async (options, refusal) => {
    const error: unknown = await createApp(AppModule, { versioning, ...options } as never).catch(
      (failure: unknown) => failure,
    );
    expect([error instanceof BootError, String(error)]).toEqual([true, expect.stringContaining(refusal)]);
  });

  it('names the chain of a missing provider and of a cycle', async () => {
    class Missing {}
    class Store {
      readonly missing = inject(Missing);
    }
    class A {
      readonly b: unknown = inject(B);
    }
    class B {
      readonly a: unknown = inject(A);
    }
    @Controller('x')
    class XController {
      readonly store = inject(Store);
    }
    @Module({ controllers: [XController], providers: [Store, A, B] })
    class Broken {}
    const error = (await createApp(Broken).catch((failure: unknown) => failure)) as BootError;
    expect(error.problems.map(({ id, message }) => `${id}: ${message}`)).toEqual([
      'missing-provider: Store injects Missing, and no module provides it.',
      'provider-cycle: A → B → A is a cycle: none of them can be constructed first.',
    ]);
  });

  it('takes options from a provider whose getters may inject; its own options win', async () => {
    const PREFIX = token<string>('PREFIX');
    class Options extends HttpOptionsProvider {
      readonly #prefix = inject(PREFIX);
      override get prefix() {
        return this.#prefix;
      }
      override get versioning() {
        return versioning;
      }
    }
    @Module({ imports: [AppModule], providers: [Options, provide(PREFIX, { useValue: 'from' })] })
    class Root {}
    expect((await createApp(Root)).routes.map(({ path }) => path)).toContain('/from/users');
    expect((await createApp(Root, { prefix: 'given' })).routes.map(({ path }) => path)).toContain('/given/users');
    @Module({ imports: [AppModule], providers: [provide(HttpOptionsProvider, { useFactory: () => ({ versioning }) })] })
    class Other {}
    expect((await createApp(Other)).routes).toHaveLength(3);
  });

  it('starts providers in construction order and stops them in reverse', async () => {
    const events: string[] = [];
    class Database {
      async onInit() {
        events.push('open database');
      }
      onShutdown() {
        events.push('close database');
      }
    }
    class Store {
      readonly database = inject(Database);
      onInit() {
        events.push('open store');
      }
      async onShutdown() {
        events.push('close store');
      }
    }
    const NAME = token<string>('NAME');
    @Module({
      providers: [
        Store,
        Database,
        provide(NAME, { useFactory: (store: Store) => store.constructor.name, inject: [Store] }),
      ],
    })
    class Root {}
    const app = await createApp(Root);
    expect([app.get(NAME), app.get(Store).database === app.get(Database), app.get(ROUTES)]).toEqual([
      'Store',
      true,
      app.routes,
    ]);
    await Promise.all([app.close(), app.close()]);
    expect(events).toEqual(['open database', 'open store', 'close store', 'close database']);
  });

  it('prefers the given providers to those of the modules', async () => {
    const CLOCK = token<string>('CLOCK');
    @Module({ providers: [provide(CLOCK, { useValue: 'real' })] })
    class Root {}
    expect((await createApp(Root, { providers: [provide(CLOCK, { useValue: 'fake' })] })).get(CLOCK)).toBe('fake');
  });
});

describe('inject', () => {
  it('says where it belongs when it is called anywhere else', () => {
    expect(() => inject(APP_STATE)).toThrow('inject(APP_STATE) was called outside construction.');
  });
});

describe('an app', () => {
  it('answers declared routes without entering Express, and everything else through it', async () => {
    const HANDLER = token<MountHandler>('HANDLER');
    @Module({ imports: [AppModule], providers: [provide(HANDLER, { useValue: (_req, res) => res.end('token') })] })
    class Root {}
    const guest = express().get('/hello', (_req, res) => void res.send('hello'));
    const { app, call } = await serveForTest(Root, {
      versioning,
      prefix: 'api',
      securityHeaders: true,
      mount: [
        { path: '/guest', handler: guest },
        { path: '/token', handler: HANDLER },
      ],
    });
    app.express.get('/own', (req, res) => void res.json({ express: 'app' in req }));
    expect((await call('/api/users/entered')).json()).toBe(false);
    const mounted = await call('/api/guest/hello');
    expect([mounted.text, mounted.headers['x-content-type-options']]).toEqual(['hello', 'nosniff']);
    expect((await call('/api/token')).text).toBe('token');
    expect((await call('/own')).json()).toEqual({ express: true });
    expect((await call('/api/guest/nothing')).headers['content-type']).toBe('application/problem+json');
    await app.close();
  });

  it('enters Express only for handlers that are there', async () => {
    const entered: boolean[] = [];
    const { app, call } = await serveForTest(AppModule, {
      versioning,
      middleware: [
        (req, res, next) => {
          res.on('finish', () => entered.push('app' in req));
          next();
        },
      ],
    });
    expect((await call('/nothing')).status).toBe(404);
    app.express.get('/own', (_req, res) => void res.send('own'));
    expect((await call('/own')).text).toBe('own');
    expect((await call('/nothing')).status).toBe(404);
    expect(entered).toEqual([false, true, true]);
    await app.close();
  });

  it('announces no trailers for an answer with a length, which has none', async () => {
    const { app, call } = await serveForTest(AppModule, {
      versioning,
      middleware: [(_req, res, next) => (res.setHeader('Trailer', 'X-Sum'), next())],
    });
    for (const [path, status] of [
      ['/users', 200],
      ['/nothing', 404],
    ] as const) {
      const answer = await call(path, { headers: { 'x-api-version': '1' } });
      expect([answer.status, answer.headers['trailer']]).toEqual([status, undefined]);
    }
    await app.close();
  });

  it('runs middleware on every request, 404s included, and turns its errors into problems', async () => {
    const { app, call } = await serveForTest(AppModule, {
      versioning,
      middleware: [
        (_req, res, next) => {
          res.setHeader('x-seen', 'yes');
          next();
        },
        (req, _res, next) => {
          if (req.headers['x-throw']) throw new Error('sync');
          next(req.headers['x-fail'] ? new Error('async') : undefined);
        },
      ],
    });
    for (const [path, headers, status] of [
      ['/users', { 'x-api-version': '1' }, 200],
      ['/users', {}, 404],
      ['/nothing', {}, 404],
      ['/nothing', { 'x-fail': '1' }, 500],
      ['/nothing', { 'x-throw': '1' }, 500],
    ] as const) {
      const answer = await call(path, { headers });
      expect([answer.status, answer.headers['x-seen']]).toEqual([status, 'yes']);
    }
    await app.close();
  });

  it('works inside an existing Express 5 application, next to its routes', async () => {
    const inner = await createApp(AppModule, { versioning, prefix: 'api', cors: true, securityHeaders: true });
    inner.express.get('/hand-written', (_req, res) => void res.send('inner'));
    const outer = express();
    outer.use(express.json());
    outer.get('/hello', (_req, res) => void res.send('outer'));
    outer.use('/below', inner.middleware);
    outer.use(inner.middleware);
    outer.delete('/api/users', (_req, res) => void res.send('outer deletes'));
    outer.use((_req, res) => void res.status(404).send('outer 404'));
    const server = createServer(outer);
    const url = await new Promise<string>((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
    );
    const version = { 'x-api-version': '1' };
    expect(
      (await callForTest(url, '/hello', { headers: { origin: 'https://a.example' } })).headers[
        'access-control-allow-origin'
      ],
    ).toBeUndefined();
    expect((await callForTest(url, '/api/users', { headers: version })).json()).toBe('users');
    expect((await callForTest(url, '/api/users', postJson({ name: 'parsed outside' }, version))).json()).toEqual({
      name: 'parsed outside',
    });
    expect((await callForTest(url, '/below/api/users', { headers: version })).json()).toBe('users');
    // A query decides nothing about whose request it is.
    const malformed = await callForTest(url, '/api/users?q=100%', { headers: version });
    expect(malformed.json()).toMatchObject({
      status: 400,
      detail: 'The percent-encoding of the address is malformed.',
    });
    const unknown = await callForTest(url, '/below/api/users', { headers: { 'x-api-version': '9' } });
    expect(unknown.json()).toMatchObject({ code: 'api-version-unsupported', instance: '/below/api/users' });
    expect((await callForTest(url, '/api/users', { method: 'DELETE' })).text).toBe('outer deletes');
    for (const path of ['/nothing', '/hand-written']) expect((await callForTest(url, path)).text).toBe('outer 404');
    server.close();
    await inner.close();
  });

  it('says what to do when an outer application read a body and did not keep it', async () => {
    const logged: unknown[] = [];
    const log = (_message: string, fields: unknown) => void logged.push(fields);
    const inner = await createApp(AppModule, { versioning, logger: { info: log, warn: log, error: log } });
    const answerAfter = async (read: RequestHandler) => {
      const server = createServer(express().use(read, inner.middleware)).listen(0);
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const { status } = await callForTest(url, '/users', postJson({ name: 'Ada' }, { 'x-api-version': '1' }));
      server.close();
      return status;
    };
    expect(await answerAfter((req, _res, next) => void req.on('end', next).resume())).toBe(500);
    expect(await answerAfter((req, _res, next) => void (req.resume(), next()))).toBe(500);
    const line = { traceId: expect.any(String), error: expect.stringContaining('Add svckit before the middleware') };
    expect(logged).toEqual([line, line]);
    await inner.close();
  });

  it('finishes running requests before it stops its providers, and reports that it drains', async () => {
    let open = () => {};
    const events: string[] = [];
    @Controller('slow')
    class SlowController {
      readonly #state = inject(APP_STATE);
      @Get() async slow() {
        await new Promise<void>((resolve) => {
          open = resolve;
        });
        events.push(`answered, draining: ${this.#state.draining}`);
        return 'done';
      }
      onShutdown() {
        events.push('stopped');
      }
    }
    @Module({ controllers: [SlowController] })
    class Root {}
    const { app, url, call } = await serveForTest(Root);
    const answer = call('/slow');
    while (events.length === 0 && String(open) === '() => {}') await new Promise((resolve) => setTimeout(resolve, 5));
    const closed = app.close();
    open();
    const { headers, json } = await answer;
    expect([json(), headers.connection]).toEqual(['done', 'close']);
    await closed;
    await expect(app.listen()).rejects.toThrow('The app is closed.');
    expect(events).toEqual(['answered, draining: true', 'stopped']);
    await expect(callForTest(url, '/slow')).rejects.toThrow('ECONNREFUSED');
  });

  it('refuses to listen on a taken port', async () => {
    const first = await createApp(AppModule, { versioning });
    const port = Number(new URL(await first.listen()).port);
    const second = await createApp(AppModule, { versioning });
    await expect(second.listen(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await first.close();
    await second.close();
  });
});
