import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { explainRequest } from '../../src/routing/explain/explain-request.js';
import { buildLocks } from '../../src/contract/lock/build-locks.js';
import { compareVersionsOfApi } from '../../src/contract/compare/compare-versions-of-api.js';
import { writeMigrationGuide } from '../../src/contract/migration-guide.js';
import type { JsonObject } from '../../src/json/json.js';
import { describeVersions } from '../../src/cli/serve/start-up-summary.js';
import { buildDocument } from '../../src/export/index.js';
import { compileRoutes } from '../../src/routing/table/compile-routes.js';
import { appHeaders } from '../../src/server/headers/app-headers.js';
import { type Call, postJson, serveForTest } from '../../src/server/testing/serve-for-test.js';
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
  UseGuards,
  Version,
  VERSION_NEUTRAL,
  type VersioningOptions,
} from 'svckit';

const one = { params: z.object({ id: z.string() }) } satisfies RouteSchemas;
const create = { body: z.object({ name: z.string() }) } satisfies RouteSchemas;

const strict = { query: z.strictObject({ limit: z.number().optional() }) } satisfies RouteSchemas;

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
@Controller('strict')
class StrictController {
  @Version(['1', '2']) @Get('', strict) list({ query }: Input<typeof strict>) {
    return query;
  }
  @Version(VERSION_NEUTRAL) @Get('neutral', strict) neutral({ query }: Input<typeof strict>) {
    return query;
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
    StrictController,
  ],
})
class AppModule {}

/** What is expected of one versioning type. */
export interface VersioningTypeCase {
  /** With the default version 1 and the global prefix `api`. */
  readonly versioning: VersioningOptions;
  /** Whether all versions of an operation have one path. */
  readonly sharesPaths: boolean;
  readonly vary: string | undefined;
  /** A request for a version of a path below the prefix; null: for none. */
  request(
    path: string,
    version: string | null,
  ): { readonly path: string; readonly headers: Readonly<Record<string, string>> };
  /** The header that a browser must be allowed to send. */
  readonly preflightHeader: string | undefined;
  /** The parameter of an operation of version 1 in the documents. */
  readonly documented: { readonly name: string; readonly in: string } | undefined;
  /** Where a version is read, in the words of `svc explain` and of the start-up summary. */
  readonly readFrom: string;
  /** How a client asks for version 2, by the migration guide. */
  readonly instruction: string;
  /** A wrong option of the type, and the id of its problem. */
  readonly wrong: { readonly versioning: object; readonly id: string };
}

/** Tests everything that svckit promises of every versioning type. */
export function describeVersioningType({
  versioning,
  sharesPaths,
  vary,
  request: address,
  preflightHeader,
  documented,
  readFrom,
  instruction,
  wrong,
}: VersioningTypeCase): void {
  describe('serving', () => {
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
      expect(other.status).toBe(sharesPaths ? 405 : 404);
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
      const keyed = postJson({ name: 'a' }, { 'idempotency-key': `key-1` });
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

    it('keeps the version out of a strict query schema, on neutral paths too', async () => {
      expect((await ask('/strict?limit=5', '2')).json()).toEqual({ limit: 5 });
      expect((await ask('/strict', '2')).json()).toEqual({});
      const { path, headers } = address('/strict/neutral', sharesPaths ? '2' : null);
      expect((await served.call(path, { headers })).json()).toEqual({});
      expect((await ask('/strict?limit=5&other=1', '2')).status).toBe(400);
    });
  });

  describe('a request that names no version', () => {
    if (sharesPaths) describeUnnamed();
    else
      it('is refused with the versions of the address', async () => {
        const { app, call } = await serveForTest(AppModule, { prefix: 'api', versioning });
        const answer = await call(address('/users', null).path);
        expect([answer.status, answer.json()]).toEqual([
          404,
          expect.objectContaining({
            code: 'api-version-required',
            requested: null,
            supportedVersions: ['1', '2'],
          }),
        ]);
        await app.close();
      });
  });

  describe('a preflight', () => {
    it('is answered for every version, and allows what names one', async () => {
      const cors = { origin: 'https://app.example', allowedHeaders: ['Content-Type'] };
      const { app, call } = await serveForTest(AppModule, { prefix: 'api', versioning, cors });
      const headers = { origin: 'https://app.example', 'access-control-request-method': 'GET' };
      const answer = await call(address('/users', sharesPaths ? null : '1').path, { method: 'OPTIONS', headers });
      expect([answer.status, answer.headers['access-control-allow-headers']]).toEqual([
        204,
        ['Content-Type', preflightHeader].filter(Boolean).join(','),
      ]);
      await app.close();
    });
  });

  describe('documents', () => {
    const info = { title: 'Users', version: '1.0.0' };
    const routing = { prefix: 'api', versioning } as const;

    it('list the versions of an operation together where paths differ, else one each', () => {
      const table = compileRoutes(AppModule, routing);
      const { paths } = buildDocument(table, { ...routing, info });
      const listed = [address('/users', '1'), address('/users', '2')].map(({ path }) => path.replace(/\?.*/, ''));
      expect(listed.map((path) => paths[path]?.get?.operationId)).toEqual(
        sharesPaths
          ? ['UsersV1Controller_list', 'UsersV1Controller_list']
          : ['UsersV1Controller_list_v1', 'UsersV2Controller_list_v2'],
      );
      const second = buildDocument(table, { ...routing, info, apiVersion: '2' });
      expect(second.paths[listed[1]!]!.get!.operationId).toBe(`UsersV2Controller_list${sharesPaths ? '' : '_v2'}`);
    });

    it('declare the parameter that names the version, optional for the default version', () => {
      const table = compileRoutes(AppModule, routing);
      const parametersOf = (version: string) => {
        const path = address('/users', version).path.replace(/\?.*/, '');
        const { parameters } = buildDocument(table, { ...routing, info, apiVersion: version }).paths[path]!.get!;
        return (parameters ?? []).map((parameter) => ({ ...parameter, description: undefined }));
      };
      const declared = (version: string, required: boolean) =>
        documented === undefined
          ? []
          : [{ ...documented, required, schema: { type: 'string', const: version }, example: version }];
      expect(parametersOf('1')).toEqual(declared('1', false));
      expect(parametersOf('2')).toEqual(declared('2', true));
    });

    it('are served with a page that links every version, and refuse an unknown one', async () => {
      const { app, call } = await serveForTest(AppModule, { ...routing, documents: { info } });
      const page = await call('/api/docs?version=2');
      expect(page.text).toContain('href="/api/docs?version=1"');
      expect(page.text).toContain('href="/api/docs?version=2" aria-current="page"');
      expect(page.text.includes('All versions')).toBe(!sharesPaths);
      for (const path of ['/api/openapi.json?version=9', '/api/docs?version=9']) {
        const answer = await call(path);
        expect([answer.status, answer.json()]).toEqual([
          404,
          expect.objectContaining({
            code: 'api-version-unsupported',
            requested: '9',
            supportedVersions: ['1', '2', '3'],
          }),
        ]);
      }
      await app.close();
    });
  });

  describe('the words for people', () => {
    const options = { prefix: 'api', versioning } as const;
    const table = compileRoutes(AppModule, options);
    const explain = (path: string, version: string | null) => {
      const { path: url, headers } = address(path, version);
      return explainRequest({ method: 'GET', url, headers }, table.routes, options, appHeaders(options));
    };

    it('explain where the version was read, and which one', () => {
      expect(explain('/users', '2')).toMatchObject({ version: { readFrom, named: '2' }, outcome: 'handler' });
      expect(explain('/users', '9')).toMatchObject({ version: { readFrom, named: '9' }, outcome: 'refusal' });
      expect(explain('/users', null)).toMatchObject({ version: { readFrom, named: null } });
    });

    it('say at the start where versions are read', () => {
      expect(describeVersions(table.routes, versioning, new Date('2026-11-21'))).toBe(
        `1 (default), 2, 3; read from ${readFrom}`,
      );
    });

    it('say in a migration guide how to ask for a version', async () => {
      const document = (apiVersion: string | null) =>
        Promise.resolve(buildDocument(table, { ...options, apiVersion }) as unknown as JsonObject);
      const [first, second] = await buildLocks({ ...options, routes: table.routes, lifecycle: undefined, document });
      const findings = compareVersionsOfApi(first!, second!, { asOf: '2026-09-01' });
      expect(findings.filter(({ message }) => documented && message.includes(`"${documented.name}"`))).toEqual([]);
      expect(writeMigrationGuide({ base: first!, revision: second!, changes: [] }, findings)).toContain(
        `${instruction}\n`,
      );
    });
  });

  it('reports a wrong option', () => {
    const { problems } = compileRoutes(AppModule, { versioning: wrong.versioning as VersioningOptions });
    expect(problems.map(({ id }) => id)).toEqual([wrong.id]);
  });

  function describeUnnamed(): void {
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

    it('reports the versions when it is configured to, on refusals as well', async () => {
      const reporting = { ...versioning, report: true };
      for (const version of ['1', '9']) {
        const { headers } = await ask(reporting, '/users/7', version);
        expect([headers['api-supported-versions'], headers['api-deprecated-versions']]).toEqual(['1, 2, 3', '1']);
      }
      expect((await ask(reporting, '/health', null)).headers['api-supported-versions']).toBeUndefined();
    });
  }
}
