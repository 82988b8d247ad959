import fc from 'fast-check';
import {
  Authenticated,
  Controller,
  createApp,
  Delete,
  Deprecated,
  Get,
  Head,
  HttpError,
  Idempotent,
  Module,
  Options,
  Patch,
  Post,
  Put,
  Roles,
  type ServiceOptions,
  UseGuards,
  Version,
  VERSION_NEUTRAL,
} from 'svckit';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { explainRequest } from '../src/routing/explain/explain-request.js';
import type { ExplainedRequest, Explanation } from '../src/routing/explain/explanation.js';
import type { RouteStep } from '../src/routing/matching/route-steps.js';
import { compileRoutes } from '../src/routing/table/compile-routes.js';
import type { Route } from '../src/routing/table/route.js';
import { appHeaders } from '../src/server/headers/app-headers.js';
import { type Answer, callForTest } from '../src/server/testing/serve-for-test.js';
import { runs } from './property-runs.js';

const verbs = { Get, Head, Post, Put, Patch, Delete, Options };
const words = ['a', 'b', 'v1', 'm', ':x'];

const handlerArbitrary = fc.record({
  verb: fc.constantFrom<keyof typeof verbs>('Get', 'Get', 'Head', 'Post', 'Post', 'Put', 'Delete', 'Options'),
  path: fc.array(fc.constantFrom(...words), { maxLength: 3 }).map((segments) => numberParameters(segments).join('/')),
  version: fc.constantFrom(undefined, '1', '2', ['1', '2'], ['1', '3'], VERSION_NEUTRAL),
  deprecated: fc.boolean(),
});
type HandlerSpec = typeof handlerArbitrary extends fc.Arbitrary<infer Spec> ? Spec : never;

/** A parameter's name occurs once in a path. */
function numberParameters(segments: readonly string[]): readonly string[] {
  return segments.map((segment, position) => (segment.startsWith(':') ? `${segment}${position}` : segment));
}

const shared = {
  defaultVersion: fc.constantFrom(undefined, '1', ['2', '1']),
  report: fc.boolean(),
};
const versioningArbitrary = fc.oneof(
  fc.constant(undefined),
  fc.record({ type: fc.constant('uri' as const), prefix: fc.constantFrom(undefined, '', 'v', 'api-'), ...shared }),
  fc.record({ type: fc.constant('header' as const), header: fc.constant('X-Version'), ...shared }),
  fc.record({ type: fc.constant('media-type' as const), key: fc.constant('v='), ...shared }),
  fc.record({ type: fc.constant('query' as const), parameter: fc.constant('version'), ...shared }),
);

const origins = ['https://a.example', 'https://b.example', 'http://api.example', 'null'];
const optionsArbitrary = fc.record({
  versioning: versioningArbitrary,
  prefix: fc.constantFrom(undefined, 'api'),
  strict: fc.boolean(),
  cors: fc.constantFrom(
    undefined,
    true,
    { origin: origins[0] },
    { origin: [origins[0]!], credentials: true, methods: ['GET'] },
  ),
  csrf: fc.constantFrom(undefined, true, { trustedOrigins: [origins[0]!] }),
  securityHeaders: fc.constantFrom(undefined, true),
  trustProxy: fc.constantFrom(undefined, 1),
});
const mountArbitrary = fc.array(fc.record({ path: fc.constantFrom('/m', '/a/b', '/'), passes: fc.boolean() }), {
  maxLength: 2,
});

const segments = [
  'a',
  'b',
  'm',
  'M',
  'api',
  'v1',
  'v2',
  'v9',
  'V1',
  '1',
  '2',
  'api-1',
  'api-4',
  'a%2Fb',
  '%61',
  '%zz',
  '',
];
const requestArbitrary = fc.record({
  method: fc.constantFrom(
    'GET',
    'GET',
    'HEAD',
    'POST',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'OPTIONS',
    'PROPFIND',
  ),
  /** The path of one of the routes, with one segment replaced; or segments alone. */
  route: fc.option(fc.nat(20)),
  replaced: fc.nat(4),
  segments: fc.array(fc.constantFrom(...segments), { maxLength: 4 }),
  end: fc.constantFrom('', '', '', '/', '?x=1', '/?', '//', '?version=1', '?version=2', '/?version=9', '?version='),
  start: fc.constantFrom('', '', '', '', 'http://api.example'),
  headers: fc.record(
    {
      origin: fc.constantFrom(...origins),
      'access-control-request-method': fc.constantFrom('GET', 'POST', 'HEAD', 'PATCH'),
      'access-control-request-headers': fc.constant('x-version'),
      'sec-fetch-site': fc.constantFrom('same-origin', 'cross-site', 'none'),
      'x-forwarded-host': fc.constantFrom('b.example', 'api.example'),
      'x-version': fc.constantFrom('1', '2', '3', '9', ''),
      accept: fc.constantFrom('*/*', 'application/json;v=1', 'text/html, application/json; V="2"', 'a/b;v=9', 'a/b;v='),
    },
    { requiredKeys: [] },
  ),
});
type RequestSpec = typeof requestArbitrary extends fc.Arbitrary<infer Spec> ? Spec : never;

function describeRequest({ route, replaced, segments, ...spec }: RequestSpec, routes: readonly Route[]) {
  const path = segments.length === 0 ? '/' : `/${segments.join('/')}`;
  const template = route === null || routes.length === 0 ? path : routes[route % routes.length]!.path;
  const parts = template.split('/').map((part) => (part.startsWith('{') ? 'x%20y' : part));
  if (route !== null && replaced > 0 && replaced < parts.length) parts[replaced] = segments[0] ?? 'z';
  const url = `${spec.start}${parts.join('/') || '/'}${spec.end}`;
  return { method: spec.method, url, headers: { host: 'api.example', ...spec.headers } };
}

/** Every handler and mount records its name in `reached`. */
function makeService(specs: readonly HandlerSpec[], options: ServiceOptions, reached: string[]) {
  const controllers: ReturnType<typeof makeController>[] = [];
  const rootOf = (list: typeof controllers) => {
    @Module({ controllers: list })
    class Root {}
    return Root;
  };
  for (const [position, spec] of specs.entries()) {
    const candidate = makeController(`C${position}`, spec, reached);
    if (compileRoutes(rootOf([...controllers, candidate]), options).problems.length === 0) controllers.push(candidate);
  }
  return rootOf(controllers);
}

function makeController(name: string, { verb, path, version, deprecated }: HandlerSpec, reached: string[]) {
  const unchanged = () => {};
  @Controller()
  class Generated {
    @(deprecated ? Deprecated({ since: '2026-01-01', sunset: '2027-01-01', link: '/end' }) : unchanged)
    @(version === undefined ? unchanged : Version(version))
    @(verbs[verb](path))
    answer() {
      reached.push(name);
      return name;
    }
  }
  Object.defineProperty(Generated, 'name', { value: name });
  return Generated;
}

const own = /^(date|connection|keep-alive|content-length|content-type|transfer-encoding|access-control-.*)$/;

/** What is compared of an answer: everything except message framing and the headers of the CORS library. */
function headersOf({ headers }: Answer): Readonly<Record<string, unknown>> {
  const kept = Object.entries(headers).filter(([name]) => !own.test(name));
  return Object.fromEntries(
    kept
      .map(
        ([name, value]) => [name, String(value).replace(/(^|, )Access-Control-Request-Headers(, |$)/, '$1')] as const,
      )
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, value.replace(/, $/, '')]),
  );
}

function explainedHeaders({ headers }: Explanation): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    headers.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), headers[at + 1]!]] : [])),
  );
}

function compare(request: ExplainedRequest, explained: Explanation, answer: Answer, reached: readonly string[]): void {
  const where = `${JSON.stringify(request)} explained as ${JSON.stringify(explained)}`;
  const { outcome, status, reason, route } = explained;
  const expected = outcome === 'handler' ? [route!.handler.controller] : outcome === 'mount' ? ['mount'] : [];
  expect(reached.slice(0, 1), where).toEqual(expected);
  if (outcome === 'mount') return;
  expect(answer.status, where).toBe(status);
  expect(headersOf(answer), where).toEqual(explainedHeaders(explained));
  if (outcome === 'refusal' && request.method !== 'HEAD') expect(answer.json().detail, where).toBe(reason);
}

describe('svc explain and the running server', () => {
  it('agree on who answers, with which status, reason and headers', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(handlerArbitrary, { maxLength: 8 }),
        optionsArbitrary,
        mountArbitrary,
        fc.array(requestArbitrary, { minLength: 10, maxLength: 25 }),
        async (handlers, given, mounts, requests) => {
          const reached: string[] = [];
          const options = {
            ...given,
            mount: mounts.map(({ path, passes }) => ({
              path,
              handler: (_req: unknown, res: { end(): void }, next: () => void) => {
                reached.push('mount');
                if (passes) next();
                else res.end();
              },
            })),
          } as ServiceOptions;
          const app = await createApp(makeService(handlers, options, reached), options);
          try {
            const url = await app.listen();
            for (const spec of requests) {
              const request = describeRequest(spec, app.routes);
              const explained = explainRequest(request, app.routes, options, appHeaders(options));
              reached.length = 0;
              const answer = await callForTest(url, request.url, request);
              compare(request, explained, answer, reached);
              seen.add(`${explained.outcome} ${explained.status}`);
            }
          } finally {
            await app.close();
          }
        },
      ),
      runs(40),
    );
    for (const outcome of ['handler 200', 'handler 201', 'mount null', 'empty 204'])
      expect([...seen]).toContain(outcome);
    for (const status of [400, 403, 404, 405]) expect([...seen]).toContain(`refusal ${status}`);
  });

  it('read the version of an address in absolute form', async () => {
    const options: ServiceOptions = { versioning: { type: 'uri', defaultVersion: ['1', '2'] } };
    const handler = { verb: 'Options', path: 'address', version: undefined, deprecated: false } as const;
    const app = await createApp(makeService([handler], options, []), options);
    const request = { method: 'OPTIONS', url: 'http://api.example/address', headers: {} };
    const { reason } = explainRequest(request, app.routes, options, appHeaders(options));
    expect(reason).toBe('This address needs a version. Available: 1, 2.');
    await app.close();
  });

  it.each([
    ['roles', Roles('editor'), 'signed-in'],
    ['signed-in', Authenticated(), 'roles'],
  ] as const)('agree on the steps of a route with %s and their order', async (_name, access, other) => {
    const root = makeGuardedService(access);
    const app = await createApp(root, guardedOptions);
    try {
      const [url, request] = [await app.listen(), { method: 'POST', url: '/guarded', headers: {} }];
      const { asks } = explainRequest(request, app.routes, guardedOptions, appHeaders(guardedOptions));
      const steps = asks.map((line) => line.split(':')[0]!);
      expect([...steps, other].toSorted()).toEqual(Object.keys(refusals).toSorted());
      for (const [position, step] of steps.entries()) {
        failing.clear();
        for (const name of steps.slice(position)) failing.add(name as StepName);
        // Nobody asks for the pin of a caller who is not signed in.
        if (step === 'pin') failing.delete('signed-in');
        const answer = await callForTest(url, '/guarded', {
          method: 'POST',
          headers: {
            'content-type': failing.has('body') ? 'text/plain' : 'application/json',
            ...(!failing.has('idempotency') && { 'idempotency-key': 'one' }),
          },
          body: failing.has('validation') ? '{}' : '{"name":"a"}',
        });
        expect(answer.json(), step).toMatchObject(refusals[step as StepName]);
      }
    } finally {
      await app.close();
    }
  });

  it('agree that the functions around a route run before its steps', async () => {
    const ran: string[] = [];
    const around: ServiceOptions['around'] = (_call, next) => (ran.push('around'), next());
    const throttle = { ...guardedOptions.throttle, store: { hit: () => (ran.push('throttle'), passing) } };
    const options = { ...guardedOptions, throttle, around: [around, around] };
    const app = await createApp(makeGuardedService(Roles('editor')), options);
    await callForTest(await app.listen(), '/guarded', { method: 'POST' });
    await app.close();
    const { asks } = explainRequest({ method: 'POST', url: '/guarded', headers: {} }, app.routes, options, []);
    expect(asks[0]).toBe('around: 2 functions around the steps below and the handler; each may refuse');
    expect([ran, asks[1]!.split(':')[0]]).toEqual([['around', 'around', 'throttle'], 'throttle']);
  });
});

const passing = { count: 1, resetSeconds: 1 };

/** Counting refuses nothing. */
type StepName = Exclude<RouteStep['name'], 'usage' | 'deprecated-members'>;

/** How each step refuses a request. */
const refusals: Readonly<Record<StepName, object>> = {
  throttle: { status: 429 },
  authenticate: { status: 418 },
  'signed-in': { status: 401 },
  pin: { status: 404, code: 'api-version-unsupported' },
  sunset: { status: 410, code: 'api-version-retired' },
  brownout: { status: 503, code: 'api-version-brownout' },
  roles: { status: 403 },
  guard: { status: 451 },
  body: { status: 415 },
  validation: { status: 400, errors: expect.any(Array) },
  idempotency: { status: 400, code: 'idempotency-key-invalid' },
};
const failing = new Set<StepName>();

const guardedOptions: ServiceOptions = {
  versioning: {
    type: 'header',
    header: 'X-API-Version',
    defaultVersion: '1',
    sunset: 'refuse',
    pin: () => (failing.has('pin') ? '9' : null),
  },
  throttle: {
    limit: 5,
    windowSeconds: 60,
    store: { hit: () => ({ count: failing.has('throttle') ? 6 : 1, resetSeconds: 1 }) },
  },
  now: () => new Date(failing.has('sunset') ? '2027-03-01' : failing.has('brownout') ? '2027-02-28' : '2027-01-01'),
  authenticate: () => {
    if (failing.has('authenticate')) throw new HttpError(418, 'Nobody is known.');
    if (failing.has('signed-in')) return null;
    return { id: 'a', roles: failing.has('roles') ? [] : ['editor'] };
  },
};

function makeGuardedService(access: ReturnType<typeof Authenticated>) {
  class AuditGuard {
    check() {
      if (failing.has('guard')) throw new HttpError(451, 'The guard refuses.');
    }
  }
  @Deprecated({ since: '2026-09-01', sunset: '2027-03-01', brownouts: { days: 1 } })
  @Controller('guarded')
  class GuardedController {
    @access
    @UseGuards(AuditGuard)
    @Idempotent({ required: true })
    @Post('', { body: z.object({ name: z.string() }) })
    create() {
      return 'created';
    }
  }
  @Module({ controllers: [GuardedController] })
  class Root {}
  return Root;
}
