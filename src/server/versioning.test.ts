import { describe, expect, it } from 'vitest';
import { Controller, Get, Module, Throttle, Version, type VersioningOptions } from '../index.js';
import { serveForTest } from './testing/serve-for-test.js';

@Controller('users')
class UsersController {
  @Version('1') @Get() first() {
    return 'list 1';
  }
  @Version('2') @Get() second() {
    return 'list 2';
  }
}
@Controller('plain')
class PlainController {
  @Get() read() {
    return 'plain';
  }
}
@Module({ controllers: [UsersController, PlainController] })
class AppModule {}

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
  ])('%s gets the list of versions', async (path, code, requested, supportedVersions) => {
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

const mediaType: VersioningOptions = { type: 'media-type', key: 'v=', defaultVersion: '1' };
const query: VersioningOptions = { type: 'query', parameter: 'api.version', defaultVersion: '1' };

describe('media-type versioning', () => {
  it.each([
    ['application/json;v=2', 'list 2'],
    ['application/json; V=2', 'list 2'],
    ['text/html;level=1, application/json;q=0.5;v=2', 'list 2'],
    ['application/json;v=2;v=1', 'list 2'],
    ['application/json;v="2"', 'list 2'],
    ['application/json;v=1;q=0.1, application/json;v=2', 'list 2'],
    ['application/json;v=2;q=0.1, application/json;v=1;q=0.2', 'list 1'],
    ['application/json;v=2;q=0.5, application/json;v=1;q=0.5', 'list 2'],
    ['application/json;v=1;q=0, application/json;v=2;q=0.001', 'list 2'],
    ['application/json;v=1;Q=0.000, application/json;v=2', 'list 2'],
    ['application/json;v=2;q=0, */*', 'list 1'],
    ['application/json;v=9, application/json;v=2;q=0.3', 'list 2'],
    ['application/json;note=",;v=9";v=2', 'list 2'],
    ['application/json;v=2;q=nonsense', 'list 2'],
    ['application/json;version=2', 'list 1'],
    ['*/*', 'list 1'],
  ])('reads %s', async (accept, expected) => {
    const { app, call } = await serveForTest(AppModule, { versioning: mediaType });
    expect((await call('/users', { headers: { accept } })).json()).toBe(expected);
    await app.close();
  });
});

describe('query versioning', () => {
  it.each([
    ['?api.version=2', 'list 2'],
    ['?limit=5&api.version=2', 'list 2'],
    ['?api%2Eversion=%32', 'list 2'],
    ['?api.version=2&api.version=1', 'list 2'],
    ['?api.version=&api.version=2', 'list 1'],
    ['?api.version=', 'list 1'],
    ['?api.version', 'list 1'],
    ['?API.VERSION=2', 'list 1'],
    ['?', 'list 1'],
    ['', 'list 1'],
  ])('reads %s', async (search, expected) => {
    const { app, call } = await serveForTest(AppModule, { versioning: query });
    expect((await call(`/users${search}`)).json()).toBe(expected);
    await app.close();
  });
});
