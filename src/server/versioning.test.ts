import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  Controller,
  Deprecated,
  Get,
  Head,
  HttpError,
  Idempotent,
  type Input,
  Module,
  Post,
  type RouteSchemas,
  Throttle,
  UseGuards,
  Version,
  VERSION_NEUTRAL,
  type VersioningOptions,
} from '../index.js';
import { type Call, postJson, serveForTest } from './testing/serve-for-test.js';

const one = { params: z.object({ id: z.string() }) } satisfies RouteSchemas;
const create = { body: z.object({ name: z.string() }) } satisfies RouteSchemas;

class TeapotGuard {
  check(): void {
    throw new HttpError(418, 'Only for version 2.');
  }
}

@Controller('users', { version: '1' })
class UsersV1Controller {
  @Get() list() {
    return 'list 1';
  }
  @Deprecated({ since: '2026-09-01', sunset: '2027-03-01', link: 'https://example.com/v1' })
  @Get(':id', one)
  one({ params }: Input<typeof one>) {
    return `one 1 ${params.id}`;
  }
  @Idempotent({ required: true }) @Post('', create) create({ body }: Input<typeof create>) {
    return `create 1 ${body.name}`;
  }
}
@Controller('users')
class UsersV2Controller {
  @Version('2') @Get() list() {
    return 'list 2';
  }
  @UseGuards(TeapotGuard) @Version(['2', '3']) @Get(':id', one) one() {
    return 'never';
  }
  @Version('2') @Post('', create) create({ body }: Input<typeof create>) {
    return `create 2 ${body.name}`;
  }
}
@Controller('sized', { version: ['1', '2'] })
class SizedController {
  @Get() read() {
    return 'sized';
  }
  @Version('2') @Head() size({ res }: Input) {
    res.setHeader('X-Size', '5');
    return undefined;
  }
}
@Controller('both', { version: ['1', '2'] })
class BothController {
  @Get() read() {
    return 'both';
  }
}
@Controller('plain')
class PlainController {
  @Get() read() {
    return 'plain';
  }
}
@Controller('health', { version: VERSION_NEUTRAL })
class HealthController {
  @Get() read() {
    return 'neutral';
  }
  @Version('2') @Get('deep') deep() {
    return 'deep 2';
  }
}
@Controller('mixed')
class MixedController {
  @Version('2') @Get() second() {
    return 'mixed 2';
  }
  @Version(VERSION_NEUTRAL) @Get('any') any() {
    return 'mixed neutral';
  }
  @Version('2') @Get('any') anySecond() {
    return 'mixed any 2';
  }
}
@Module({
  controllers: [
    UsersV1Controller,
    UsersV2Controller,
    BothController,
    PlainController,
    HealthController,
    MixedController,
    SizedController,
  ],
})
class AppModule {}

interface Way {
  readonly name: string;
  readonly versioning: VersioningOptions;
  readonly vary: string | undefined;
  /** How a request for a version of a path looks. */
  address(
    path: string,
    version: string | null,
  ): { readonly path: string; readonly headers: Readonly<Record<string, string>> };
}

const named = (name: string, value: string | null): Record<string, string> => (value === null ? {} : { [name]: value });
const header: VersioningOptions = { type: 'header', header: 'X-API-Version', defaultVersion: '1' };
const mediaType: VersioningOptions = { type: 'media-type', key: 'v=', defaultVersion: '1' };
const ways: readonly Way[] = [
  {
    name: 'uri',
    versioning: { type: 'uri', defaultVersion: '1' },
    vary: undefined,
    address: (path, version) => ({ path: version === null ? `/api${path}` : `/api/v${version}${path}`, headers: {} }),
  },
  {
    name: 'header',
    versioning: header,
    vary: 'X-API-Version',
    address: (path, version) => ({ path: `/api${path}`, headers: named('x-api-version', version) }),
  },
  {
    name: 'media-type',
    versioning: mediaType,
    vary: 'Accept',
    address: (path, version) => ({
      path: `/api${path}`,
      headers: named('accept', version === null ? null : `text/html, application/json;q=0.9;v=${version}`),
    }),
  },
];

describe.each(ways)('$name versioning', ({ versioning, vary, address }) => {
  let served: Awaited<ReturnType<typeof serveForTest>>;
  beforeAll(async () => {
    served = await serveForTest(AppModule, { prefix: 'api', versioning, csrf: true, securityHeaders: true });
  });
  afterAll(() => served.app.close());
  const ask = (path: string, version: string | null, call: Call = {}) => {
    const { path: addressed, headers } = address(path, version);
    return served.call(addressed, { ...call, headers: { ...headers, ...call.headers } });
  };

  it('answers with the handler of the version that is named', async () => {
    expect((await ask('/users', '1')).json()).toBe('list 1');
    expect((await ask('/users', '2')).json()).toBe('list 2');
  });

  it("lets a handler's version win over its controller's", async () => {
    expect((await ask('/health/deep', '2')).json()).toBe('deep 2');
  });

  it('serves one route for each version of an array', async () => {
    expect((await ask('/both', '1')).json()).toBe('both');
    expect((await ask('/both', '2')).json()).toBe('both');
    expect((await ask('/both', '3')).status).toBe(404);
  });

  it('serves a neutral handler at the unversioned path, untouched by Vary', async () => {
    const answer = await ask('/health', null);
    expect(answer.json()).toBe('neutral');
    expect(answer.headers.vary).toBeUndefined();
  });

  it('serves what declares no version under the default version', async () => {
    expect((await ask('/plain', '1')).json()).toBe('plain');
    expect((await ask('/plain', '2')).status).toBe(404);
  });

  it('refuses a version that the path does not have, and says which would work', async () => {
    const answer = await ask('/users', '9');
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.json()).toMatchObject({
      code: 'api-version-unsupported',
      requested: '9',
      supportedVersions: ['1', '2'],
    });
    expect(answer.headers.vary).toBe(vary);
  });

  it('never reports a wrong method as a wrong version', async () => {
    const answer = await ask('/plain', '1', { method: 'DELETE' });
    expect([answer.status, answer.headers.allow, answer.json().code]).toEqual([405, 'GET, HEAD, OPTIONS', undefined]);
    const other = await ask('/users/7', '9', { method: 'PUT' });
    expect(other.status).toBe(vary ? 405 : 404);
  });

  it('varies every versioned answer, refusals included, on what names the version', async () => {
    for (const answer of [
      await ask('/users', '1'),
      await ask('/users/7', '2'),
      await ask('/users', '2', { method: 'POST', body: '{' }),
      await ask('/users', '1', { method: 'PATCH' }),
    ]) {
      expect(answer.headers.vary).toBe(vary);
    }
  });

  it('runs guards for the version that answers alone', async () => {
    expect((await ask('/users/7', '1')).json()).toBe('one 1 7');
    expect((await ask('/users/7', '2')).status).toBe(418);
    expect((await ask('/users/7', '3')).status).toBe(418);
  });

  it('asks for an idempotency key in the version that requires one alone', async () => {
    expect((await ask('/users', '1', postJson({ name: 'a' }))).status).toBe(400);
    expect((await ask('/users', '2', postJson({ name: 'a' }))).json()).toBe('create 2 a');
    const keyed = postJson({ name: 'a' }, { 'idempotency-key': `key-${vary}` });
    expect((await ask('/users', '1', keyed)).headers['idempotent-replayed']).toBeUndefined();
    expect((await ask('/users', '1', keyed)).headers['idempotent-replayed']).toBe('true');
  });

  it('protects every version against forged requests, and gives all the security headers', async () => {
    const forged = postJson({ name: 'a' }, { origin: 'https://evil.example' });
    for (const version of ['1', '2']) {
      const answer = await ask('/users', version, forged);
      expect([answer.status, answer.headers['x-content-type-options']]).toEqual([403, 'nosniff']);
    }
  });

  it('announces the end of the deprecated version alone, on its refusals as well', async () => {
    const ending = {
      deprecation: '@1788220800',
      sunset: 'Mon, 01 Mar 2027 00:00:00 GMT',
      link: '<https://example.com/v1>; rel="deprecation"; type="text/html"',
    };
    expect((await ask('/users/7', '1')).headers).toMatchObject(ending);
    const other = await ask('/users/7', '2');
    expect([other.headers.deprecation, other.headers.sunset, other.headers.link]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect((await ask('/users', '1')).headers.deprecation).toBeUndefined();
  });

  it('answers HEAD where it answers GET', async () => {
    const answer = await ask('/users', '2', { method: 'HEAD' });
    expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([200, '', '8']);
    const answers = await Promise.all(['1', '2'].map((version) => ask('/sized', version, { method: 'HEAD' })));
    expect(answers.map(({ status, headers }) => [status, headers['x-size']])).toEqual([
      [200, undefined],
      [204, '5'],
    ]);
  });
});

describe('URI versioning', () => {
  it('takes another prefix for versions, or none, and a global prefix or none', async () => {
    for (const [prefix, versionPrefix, path] of [
      ['api', 'version-', '/api/version-2/users'],
      [undefined, '', '/2/users'],
    ] as const) {
      const { app, call } = await serveForTest(AppModule, {
        prefix,
        versioning: { type: 'uri', prefix: versionPrefix },
      });
      expect((await call(path)).json()).toBe('list 2');
      expect((await call(prefix ? '/api/plain' : '/plain')).json()).toBe('plain');
      await app.close();
    }
  });

  it('serves a slash at the end with strict: false alone', async () => {
    for (const [strict, status] of [
      [true, 404],
      [false, 200],
    ] as const) {
      const { app, call } = await serveForTest(AppModule, { prefix: 'api', versioning: { type: 'uri' }, strict });
      expect((await call('/api/v1/users/')).status).toBe(status);
      expect((await call('/api/v1/users')).status).toBe(200);
      await app.close();
    }
  });

  it('leaves what declares no version unversioned without a default', async () => {
    const { app, call } = await serveForTest(AppModule, { versioning: { type: 'uri' } });
    expect((await call('/plain')).json()).toBe('plain');
    expect((await call('/v1/plain')).status).toBe(404);
    await app.close();
  });

  it('serves an undeclared route under each default version', async () => {
    const { app, call } = await serveForTest(AppModule, { versioning: { type: 'uri', defaultVersion: ['1', '2'] } });
    expect((await call('/v1/plain')).json()).toBe('plain');
    expect((await call('/v2/plain')).json()).toBe('plain');
    expect((await call('/plain')).json()).toMatchObject({
      code: 'api-version-required',
      supportedVersions: ['1', '2'],
    });
    await app.close();
  });
});

describe('an address under URI versioning', () => {
  @Controller('items')
  class ItemsController {
    @Version(['1', 'beta']) @Get() list() {
      return [];
    }
    @Version('1') @Get('old') old() {
      return [];
    }
  }
  @Module({ controllers: [ItemsController] })
  class Root {}

  it.each([
    ['/v9/items', 'api-version-unsupported', '9', ['1', 'beta']],
    ['/vBETA/items?all', 'api-version-unsupported', 'BETA', ['1', 'beta']],
    ['/vbeta/items/old', 'api-version-unsupported', 'beta', ['1']],
    ['/items', 'api-version-required', null, ['1', 'beta']],
  ])('%s is told which versions there are', async (path, code, requested, supportedVersions) => {
    const { app, call } = await serveForTest(Root, { versioning: { type: 'uri' } });
    expect((await call(path)).json()).toMatchObject({ status: 404, code, requested, supportedVersions });
    await app.close();
  });

  it('names no version where a word only begins like one', async () => {
    const { app, call } = await serveForTest(Root, { versioning: { type: 'uri' } });
    for (const path of ['/videos/items', '/valpha/items', '/v/items'])
      expect((await call(path)).json().code).toBeUndefined();
    await app.close();
  });
});

describe.each(ways.slice(1))('$name versioning without a version in the request', ({ versioning, vary, address }) => {
  const ask = async (options: VersioningOptions, path: string, version: string | null) => {
    const { app, call } = await serveForTest(AppModule, { prefix: 'api', versioning: options });
    const { path: addressed, headers } = address(path, version);
    const answer = await call(addressed, { headers });
    await app.close();
    return answer;
  };

  it('is answered by the default version, and by the first default that the path has', async () => {
    expect((await ask(versioning, '/users', null)).json()).toBe('list 1');
    const several = { ...versioning, defaultVersion: ['1', '2'] };
    expect((await ask(several, '/users', null)).json()).toBe('list 1');
    expect((await ask(several, '/mixed', null)).json()).toBe('mixed 2');
  });

  it('is refused without a default, unless a neutral handler is there', async () => {
    const none = { ...versioning, defaultVersion: undefined };
    const refused = await ask(none, '/users', null);
    expect([refused.status, refused.headers.vary]).toEqual([404, vary]);
    expect(refused.json()).toMatchObject({
      code: 'api-version-required',
      requested: null,
      supportedVersions: ['1', '2'],
    });
    expect((await ask(none, '/mixed/any', null)).json()).toBe('mixed neutral');
    expect((await ask(none, '/mixed/any', '9')).json()).toBe('mixed neutral');
    expect((await ask(none, '/mixed/any', '2')).json()).toBe('mixed any 2');
  });

  it('treats an empty value as none', async () => {
    expect((await ask(versioning, '/users', '')).json()).toBe('list 1');
  });

  it('reports the versions when it is told to, on refusals as well', async () => {
    const reporting = { ...versioning, report: true };
    for (const version of ['1', '9']) {
      const { headers } = await ask(reporting, '/users/7', version);
      expect([headers['api-supported-versions'], headers['api-deprecated-versions']]).toEqual(['1, 2, 3', '1']);
    }
    expect((await ask(reporting, '/health', null)).headers['api-supported-versions']).toBeUndefined();
  });
});

describe('a budget', () => {
  it('is shared by the versions that one handler serves', async () => {
    @Controller('few', { version: ['1', '2'] })
    class FewController {
      @Throttle({ limit: 1, windowSeconds: 60 }) @Get() few() {
        return 1;
      }
    }
    @Module({ controllers: [FewController] })
    class Root {}
    const { app, call } = await serveForTest(Root, { versioning: { type: 'uri' } });
    expect([(await call('/v1/few')).status, (await call('/v2/few')).status]).toEqual([200, 429]);
    await app.close();
  });
});

describe('media-type versioning', () => {
  it.each([
    ['application/json;v=2', 'list 2'],
    ['application/json; V=2', 'list 2'],
    ['text/html;level=1, application/json;q=0.5;v=2', 'list 2'],
    ['application/json;v=2;v=1', 'list 2'],
    ['application/json;v="2"', 'list 2'],
    ['application/json;version=2', 'list 1'],
    ['*/*', 'list 1'],
  ])('reads %s', async (accept, expected) => {
    const { app, call } = await serveForTest(AppModule, { versioning: mediaType });
    expect((await call('/users', { headers: { accept } })).json()).toBe(expected);
    await app.close();
  });
});
