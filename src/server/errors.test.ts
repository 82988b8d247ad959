import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  change,
  Controller,
  defineVersions,
  Get,
  type Guard,
  HttpError,
  HttpOptionsProvider,
  type Input,
  Module,
  NotFound,
  Post,
  reshape,
  Roles,
  type Route,
  type RouteSchemas,
  type ServiceOptions,
  Throttle,
  UseGuards,
  Version,
} from '../index.js';
import { buildDocument } from '../export/index.js';
import { documentSettings } from '../export/documented-app.js';
import { postJson, serveForTest } from './testing/serve-for-test.js';

class OrderMissing extends Error {}
class Locked extends Error {}
class LockedGuard implements Guard {
  check() {
    throw new Locked('by a guard');
  }
}

const create = { body: z.object({ name: z.string() }) } satisfies RouteSchemas;

@Controller('orders')
class OrdersController {
  @Get('missing') missing() {
    throw new OrderMissing('Order 7 does not exist.');
  }
  @Get('late') async late() {
    await Promise.resolve();
    throw new OrderMissing('Order 8 does not exist.');
  }
  @UseGuards(LockedGuard) @Get('locked') locked() {}
  @Get('broken') broken() {
    throw new TypeError('secret');
  }
  @Get('declared', { response: { 404: NotFound, 409: z.object({ error: z.object({ code: z.string() }) }) } })
  declared() {
    throw new HttpError(409, 'Taken.', { code: 'order-taken' });
  }
  @Roles('admin') @Get('admin') admin() {}
  @Throttle({ limit: 1, windowSeconds: 60 }) @Get('limited') limited() {
    return { ok: true };
  }
  @Post('', create) create({ body }: Input<typeof create>) {
    return body;
  }
}
@Module({ controllers: [OrdersController] })
class Root {}

const mapError: ServiceOptions['mapError'] = (error) =>
  error instanceof OrderMissing
    ? new HttpError(404, error.message, { code: 'order-missing' })
    : error instanceof Locked
      ? new HttpError(423, 'The order is locked.')
      : undefined;

/** Serves the root with the options, asks once and closes. */
async function ask(path: string, options: ServiceOptions, call = {}) {
  const failed: unknown[] = [];
  const { app, call: send, logged } = await serveForTest(Root, { onError: (error) => failed.push(error), ...options });
  const answer = await send(path, call);
  await app.close();
  return { ...answer, failed, logged };
}

describe('mapError', () => {
  it.each(['/orders/missing', '/orders/late'])(
    'turns what %s throws into a problem that is no failure',
    async (path) => {
      const { status, json, failed, logged } = await ask(path, { mapError });
      expect(status).toBe(404);
      expect(json()).toMatchObject({ title: 'Not Found', code: 'order-missing', instance: path });
      expect([failed, logged]).toEqual([[], []]);
    },
  );

  it('is asked about guards, middleware and authenticate, with the route where one was found', async () => {
    const routes: (string | null)[] = [];
    const watched: ServiceOptions['mapError'] = (error, request) => {
      routes.push(request.route?.path ?? null);
      return mapError(error, request);
    };
    const authenticate = () => Promise.reject(new Locked('by authenticate'));
    const middleware = [() => Promise.reject(new Locked('by middleware')) as never];
    expect((await ask('/orders/locked', { mapError: watched })).status).toBe(423);
    expect((await ask('/orders/broken', { mapError: watched, authenticate })).status).toBe(423);
    expect((await ask('/orders/broken', { mapError: watched, middleware })).status).toBe(423);
    expect(routes).toEqual(['/orders/locked', '/orders/broken', null]);
  });

  it('leaves what it does not know an opaque 500, and is not asked about an HttpError', async () => {
    const asked: unknown[] = [];
    const watched = (error: unknown) => void asked.push(error) as undefined;
    const { status, text, failed } = await ask('/orders/broken', { mapError: watched });
    expect([status, text.includes('secret'), failed.length]).toEqual([500, false, 1]);
    expect((await ask('/orders/declared', { mapError: watched })).status).toBe(409);
    expect(asked).toHaveLength(1);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('a bug in mapError');
      },
      'a bug in mapError',
    ],
    ['returns a promise', async () => new HttpError(404, 'Late.'), 'mapError returned a promise'],
    ['rejects', () => Promise.reject(new Error('never')), 'mapError returned a promise'],
  ])('that %s is a 500 with both errors in the log', async (_what, broken, message) => {
    const { status, logged, failed } = await ask('/orders/missing', { mapError: broken as never });
    expect(status).toBe(500);
    expect(logged[0]).toContain(message);
    expect(logged[1]).toContain('Order 7 does not exist.');
    expect(failed).toHaveLength(1);
  });

  it('can come from an HttpOptionsProvider', async () => {
    class Settings extends HttpOptionsProvider {
      override get mapError() {
        return mapError;
      }
    }
    @Module({ imports: [Root], providers: [Settings] })
    class WithSettings {}
    const { app, call } = await serveForTest(WithSettings);
    expect((await call('/orders/missing')).status).toBe(404);
    await app.close();
  });
});

const LegacyError = z
  .object({ error: z.object({ code: z.string(), message: z.string() }) })
  .meta({ id: 'LegacyError' });
const renderProblem: NonNullable<ServiceOptions['renderProblem']> = ({ status, detail, code = `http_${status}` }) => ({
  contentType: 'application/json; charset=utf-8',
  body: { error: { code, message: detail } },
});
const legacy: ServiceOptions = { renderProblem, problemSchema: LegacyError, validationStatus: 422 };

describe('renderProblem', () => {
  it.each([
    ['/orders/broken', {}, 500],
    ['/orders/missing', {}, 404],
    ['/orders/admin', {}, 401],
    ['/orders/locked', {}, 423],
    ['/orders', postJson({ name: 1 }), 422],
    ['/orders', postJson({ name: 'x'.repeat(200) }), 413],
    ['/orders', { method: 'POST', body: 'x' }, 415],
    ['/orders', { method: 'PUT' }, 405],
    ['/orders', { ...postJson({}), headers: { origin: 'https://evil.example', host: 'a.example' } }, 403],
    ['/nowhere', {}, 404],
    ['/%zz', {}, 400],
    ['/mounted/x', {}, 418],
  ] as const)('writes the error of %s %j in the envelope of the service: %i', async (path, call, status) => {
    const handler = (_req: unknown, _res: unknown, next: (error: unknown) => void) =>
      next(Object.assign(new Error('Teapot.'), { status: 418 }));
    const mount = [{ path: '/mounted', handler }];
    const answer = await ask(path, { ...legacy, mapError, mount, csrf: true, bodyLimit: 100 }, call);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const { error, ...rest } = answer.json();
    expect([Object.keys(error as object), rest]).toEqual([['code', 'message'], {}]);
  });

  it('writes the refusals of throttles and versions too, with their headers', async () => {
    const { app, call } = await serveForTest(Root, legacy);
    await call('/orders/limited');
    const { status, headers, json } = await call('/orders/limited');
    expect([status, headers['retry-after'] !== undefined, json()]).toMatchObject([
      429,
      true,
      { error: { code: 'http_429' } },
    ]);
    await app.close();
  });

  it.each([
    ['text', 'Oops', 'text/plain'],
    ['bytes', new TextEncoder().encode('Oops'), 'application/octet-stream'],
  ])('sends %s as it is', async (_kind, body, contentType) => {
    const { text, headers } = await ask('/orders/broken', { renderProblem: () => ({ contentType, body }) });
    expect([text, headers['content-type']]).toEqual(['Oops', contentType]);
  });

  it('leaves problem details where it returns undefined', async () => {
    const { headers, json } = await ask('/orders/missing', { mapError, renderProblem: () => undefined });
    expect(headers['content-type']).toBe('application/problem+json');
    expect(json()).toMatchObject({ status: 404, code: 'order-missing' });
  });

  it.each([
    ['throws', () => JSON.parse('{'), 'SyntaxError'],
    ['returns a promise', async () => ({ contentType: 'text/plain', body: '' }), 'renderProblem returned a promise'],
    ['rejects', () => Promise.reject(new Error('never')), 'renderProblem returned a promise'],
    ['returns no content type', () => ({ body: 1 }), 'renderProblem returned { body: 1 }'],
    ['returns what is not JSON', () => ({ contentType: 'text/plain', body: undefined }), 'not JSON'],
  ])('that %s is a 500 with plain problem details, and logged', async (_what, broken, message) => {
    const { status, headers, json, logged } = await ask('/orders/declared', { renderProblem: broken as never });
    expect([status, headers['content-type']]).toEqual([500, 'application/problem+json']);
    expect(json()).toMatchObject({ title: 'Internal Server Error', status: 500 });
    expect(logged.join('\n')).toContain(message);
  });

  it('is held to problemSchema, and to the schema that a route declares for a status', async () => {
    const wordy: ServiceOptions['renderProblem'] = ({ status }) => ({
      contentType: 'application/json',
      body: { error: { code: `http_${status}`, message: 'No.', sql: 'select 1' }, stack: 'x' },
    });
    const options = { ...legacy, renderProblem: wordy, mapError };
    expect((await ask('/orders/missing', options)).text).toBe('{"error":{"code":"http_404","message":"No."}}');
    expect((await ask('/orders/declared', options)).text).toBe('{"error":{"code":"http_409"}}');
  });

  it("answers 500 under responses: 'check' where the body does not fit problemSchema", async () => {
    const options: ServiceOptions = {
      ...legacy,
      responses: 'check',
      renderProblem: () => ({ contentType: 'application/json', body: { error: 'x' } }),
    };
    const { status, logged } = await ask('/nowhere', options);
    expect(status).toBe(500);
    expect(logged[0]).toContain('The answer 404 of requests without a route does not fit its schema: /error: ');
  });
});

describe('the documents of a service with renderProblem', () => {
  it('show problemSchema, its media type and the status of validation errors', async () => {
    const { app } = await serveForTest(Root, legacy);
    const { paths, components } = buildDocument(app, documentSettings(legacy));
    await app.close();
    const { responses } = paths['/orders']!['post']!;
    expect(Object.keys(responses)).toEqual(['201', '413', '415', '422']);
    expect(responses['422']).toMatchObject({
      description: 'The request does not match its schema.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/LegacyError' } } },
    });
    expect(Object.keys(components!['schemas']!)).toEqual(['LegacyError']);
    const declared = paths['/orders/declared']!['get']!.responses;
    expect(declared['404']!.content).toMatchObject({ 'application/json': { schema: { $ref: expect.any(String) } } });
    expect(Object.keys(declared['409']!.content!)).toEqual(['application/json']);
  });
});

const Order = z.object({ id: z.int() });
const Refusal = z.object({ error: z.object({ code: z.string() }) });
const versions = defineVersions([
  '1',
  {
    version: '2',
    changes: [
      change({
        title: 'Errors are objects',
        schemas: [
          reshape(Refusal, { before: z.object({ error: z.string() }), down: ({ error }) => ({ error: error.code }) }),
        ],
      }),
    ],
  },
]);

@Controller('orders')
class VersionedController {
  @Get(':id', { response: { 200: Order, 404: Refusal } })
  one(): never {
    throw new HttpError(404, 'Unknown order.', { code: 'order-missing' });
  }
  @Version('1') @Post('', { body: Order }) create() {}
  @Version('2') @Post('', { body: Order }) createInTwo() {}
}
@Module({ controllers: [VersionedController] })
class Versioned {}

describe('an envelope of one version', () => {
  const isLegacy = (route: Route | null) => route?.version === '1';
  const versioning = { type: 'header', header: 'X-API-Version', defaultVersion: '2', versions } as const;
  const options: ServiceOptions = {
    versioning,
    renderProblem: (problem, request) => (isLegacy(request.route) ? renderProblem(problem, request) : undefined),
    problemSchema: (route) => (isLegacy(route) ? LegacyError : undefined),
    validationStatus: (route) => (isLegacy(route) ? 422 : 400),
  };
  const inVersion = (version: string) => postJson({ id: 'x' }, { 'x-api-version': version });

  it('is served and documented in that version, and problem details in the others', async () => {
    const { app, call } = await serveForTest(Versioned, options);
    const older = await call('/orders', inVersion('1'));
    const newer = await call('/orders', inVersion('2'));
    await app.close();
    expect([older.status, Object.keys(older.json())]).toEqual([422, ['error']]);
    expect([newer.status, newer.headers['content-type']]).toEqual([400, 'application/problem+json']);
    const documented = (apiVersion: string) =>
      buildDocument(app, { ...documentSettings(options), apiVersion }).paths['/orders']!['post']!.responses;
    expect(Object.keys(documented('1'))).toContain('422');
    expect(Object.keys(documented('1')['422']!.content!)).toEqual(['application/json']);
    expect(documented('1')['400']).toBeUndefined();
    expect(Object.keys(documented('2')['400']!.content!)).toEqual(['application/problem+json']);
  });

  it('goes through the changes of a declared error', async () => {
    const { app, call } = await serveForTest(Versioned, {
      versioning,
      renderProblem: ({ code }) => ({ contentType: 'application/json', body: { error: { code } } }),
    });
    const answers = await Promise.all(
      ['1', '2'].map((one) => call('/orders/7', { headers: { 'x-api-version': one } })),
    );
    await app.close();
    expect(answers.map(({ text }) => text)).toEqual([
      '{"error":"order-missing"}',
      '{"error":{"code":"order-missing"}}',
    ]);
  });
});
