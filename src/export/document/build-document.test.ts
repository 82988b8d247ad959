import { documentProblems } from '../../../test/documents/document-problems.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import {
  ApiDoc,
  ApiHidden,
  Controller,
  Deprecated,
  Delete,
  Get,
  Head,
  Idempotent,
  Module,
  Patch,
  Post,
  Public,
  Roles,
  type RouteSchemas,
  Throttle,
  Version,
  VERSION_NEUTRAL,
} from '../../index.js';
import { type CompileOptions, compileRoutes } from '../../routing/table/compile-routes.js';
import { buildDocument } from './build-document.js';
import type { BuildOptions } from './document-settings.js';
import { defaultDocumentVersion } from './document-versions.js';
import { versionsOf } from '../../routing/versioning/versions.js';
import { NotFound } from '../../routing/table/problem-schemas.js';
import { serialiseDocument } from './serialise-document.js';

const UserV1 = z.object({ id: z.int().min(1), name: z.string() }).meta({ id: 'User' });
const UserV2 = UserV1.extend({ tags: z.array(z.string()) }).meta({ id: 'User' });
const list = {
  query: z.object({ q: z.string().min(1).optional(), limit: z.coerce.number().int().min(1).max(50).default(10) }),
  response: z.array(UserV1),
} satisfies RouteSchemas;
const one = {
  params: z.object({ id: z.coerce.number().int().min(1) }),
  response: { 200: UserV1, 404: NotFound },
} satisfies RouteSchemas;
const create = {
  body: z.object({ name: z.string().min(1), tags: z.array(z.string()).default([]) }).meta({ id: 'CreateUser' }),
  response: UserV2,
} satisfies RouteSchemas;

@Deprecated({ since: '2026-09-01', sunset: '2027-03-01', link: 'https://example.com/v1' })
@Controller('users', { version: '1' })
class UsersV1Controller {
  @Get('', list) list() {
    return [];
  }
  @Get(':id', one) one() {
    return { id: 1, name: 'Ada' };
  }
  @Version(['1', '2']) @Head('ping') ping() {}
}

@Controller('users', { version: '2' })
class UsersV2Controller {
  @Get('', { response: z.array(UserV2) }) list() {
    return [];
  }
  @Idempotent({ required: true }) @Post('', create) create() {
    return { id: 1, name: 'Ada', tags: [] };
  }
}

@Controller('status')
class StatusController {
  @Version(VERSION_NEUTRAL) @Public() @Get() read() {
    return 'up';
  }
  @Version(VERSION_NEUTRAL) @ApiHidden() @Get('hidden') hidden() {
    return 'up';
  }
}

@Controller('reports')
class ReportsController {
  @Roles('admin', 'editor') @Throttle({ limit: 3, windowSeconds: 60 }) @Get() listReports() {
    return [];
  }
  @ApiDoc({ summary: 'Rename', deprecated: true }) @Patch(':id') rename() {
    return {};
  }
  @Delete(':id') remove() {}
}

@Module({ controllers: [UsersV1Controller, UsersV2Controller, StatusController, ReportsController] })
class AppModule {}

const info = { title: 'Users', version: '1.4.0', license: { name: 'MIT', identifier: 'MIT' } };
const header = { type: 'header', header: 'X-API-Version', defaultVersion: ['1', '2'] } as const;

function build(options: CompileOptions & BuildOptions) {
  return buildDocument(compileRoutes(AppModule, options), options);
}
const listed = (document: ReturnType<typeof build>) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => `${method} ${path} ${operationId}`),
  );

describe('buildDocument', () => {
  it('contains every version at its own path under URI versioning', () => {
    expect(listed(build({ prefix: 'api', versioning: { type: 'uri' } }))).toEqual([
      'get /api/reports ReportsController_listReports',
      'patch /api/reports/{id} ReportsController_rename',
      'delete /api/reports/{id} ReportsController_remove',
      'get /api/status StatusController_read',
      'get /api/v1/users UsersV1Controller_list_v1',
      'head /api/v1/users/ping UsersV1Controller_ping_v1',
      'get /api/v1/users/{id} UsersV1Controller_one_v1',
      'get /api/v2/users UsersV2Controller_list_v2',
      'post /api/v2/users UsersV2Controller_create_v2',
      'head /api/v2/users/ping UsersV1Controller_ping_v2',
    ]);
  });

  it.each([{ type: 'uri' } as const, header, { type: 'media-type', key: 'v=' } as const])(
    'is a valid document for every version under $type versioning',
    async (versioning) => {
      const { routes } = compileRoutes(AppModule, { versioning });
      for (const apiVersion of [null, ...versionsOf(routes)]) {
        expect(await documentProblems(serialiseDocument(build({ versioning, apiVersion, info })))).toEqual([]);
      }
      expect(defaultDocumentVersion(routes, versioning)).toBe(
        versioning.type === 'uri' ? null : versioning.type === 'header' ? '1' : '2',
      );
    },
  );

  it('contains one version and every unversioned route under header versioning, preferring the version to the neutral handler', () => {
    expect(listed(build({ versioning: header, apiVersion: '2' }))).toEqual([
      'get /reports ReportsController_listReports',
      'patch /reports/{id} ReportsController_rename',
      'delete /reports/{id} ReportsController_remove',
      'get /status StatusController_read',
      'get /users UsersV2Controller_list',
      'post /users UsersV2Controller_create',
      'head /users/ping UsersV1Controller_ping',
    ]);
    @Controller('users', { version: '1' })
    class One {
      @Get() one() {
        return 1;
      }
    }
    @Controller('users', { version: VERSION_NEUTRAL })
    class Neutral {
      @Get() neutral() {
        return 1;
      }
      @Post() create() {
        return 1;
      }
    }
    @Module({ controllers: [One, Neutral] })
    class Root {}
    const table = compileRoutes(Root, { versioning: { type: 'header', header: 'X-V' } });
    const document = buildDocument(table, { versioning: { type: 'header', header: 'X-V' } });
    expect(listed(document)).toEqual(['get /users One_one', 'post /users Neutral_create']);
    expect(document.paths['/users']!.get!.responses).not.toHaveProperty('404');
  });

  it("gives one version's operations and the unversioned ones at the paths they are served at under URI versioning", () => {
    const paths = Object.keys(build({ prefix: 'api', versioning: { type: 'uri' }, apiVersion: '2' }).paths);
    expect(paths).toEqual(['/api/reports', '/api/reports/{id}', '/api/status', '/api/v2/users', '/api/v2/users/ping']);
  });

  it('rejects an unknown version and lists the available ones', () => {
    expect(() => build({ versioning: header, apiVersion: '3' })).toThrow('Unknown version "3". Available: 1, 2.');
    const unversioned = {
      routes: compileRoutes(AppModule, { versioning: { type: 'uri' } }).routes.filter(
        ({ version }) => version === null,
      ),
    };
    expect(() => buildDocument(unversioned, { apiVersion: '1' })).toThrow(
      'Unknown version "1". The API has no versions.',
    );
  });

  it('declares the version header as a constant, optional only for the default version', () => {
    const parameterOf = (apiVersion: string) =>
      build({ versioning: header, apiVersion }).paths['/users']!.get!.parameters!.at(-1);
    expect(parameterOf('1')).toMatchObject({
      name: 'X-API-Version',
      in: 'header',
      required: false,
      schema: { type: 'string', const: '1' },
    });
    expect(parameterOf('2')).toMatchObject({
      name: 'X-API-Version',
      in: 'header',
      required: true,
      schema: { type: 'string', const: '2' },
    });
    const mediaType = build({ versioning: { type: 'media-type', key: 'v=' } });
    expect(
      Object.values(mediaType.paths)
        .flatMap((item) => Object.values(item))
        .flatMap(({ parameters = [] }) => parameters)
        .filter((parameter) => parameter.in === 'header' && parameter.name !== 'Idempotency-Key'),
    ).toEqual([]);
  });

  it('describes deprecations with their dates and the successor', () => {
    const { deprecated, description, responses, ...operation } = build({ versioning: { type: 'uri' } }).paths[
      '/v1/users'
    ]!.get!;
    expect([deprecated, operation['x-deprecated-since'], operation['x-sunset']]).toEqual([
      true,
      '2026-09-01T00:00:00.000Z',
      '2027-03-01T00:00:00.000Z',
    ]);
    expect(description).toContain(
      '**Deprecated** since 2026-09-01. It will be removed on 2027-03-01. Use `GET /v2/users` in version 2 instead. [About this deprecation](https://example.com/v1).',
    );
    expect(Object.keys(responses['200']!.headers!)).toEqual(['Deprecation', 'Sunset', 'Link']);
    expect(build({ versioning: { type: 'uri' } }).paths['/reports/{id}']!.patch).toMatchObject({
      summary: 'Rename',
      deprecated: true,
    });
  });

  it('describes access: roles, public, or nothing', () => {
    const { paths, components, ...document } = build({ versioning: { type: 'uri' } });
    expect(paths['/reports']!.get).toMatchObject({
      'x-required-roles': ['admin', 'editor'],
      security: [{ bearer: [] }],
    });
    expect(paths['/reports']!.get!.description).toContain('Requires one of the roles `admin` or `editor`.');
    expect(Object.keys(paths['/reports']!.get!.responses)).toEqual(['200', '401', '403', '429']);
    expect(paths['/status']!.get!.security).toEqual([]);
    expect(paths['/v1/users']!.get).not.toHaveProperty('security');
    expect(document).not.toHaveProperty('security');
    expect(components!.securitySchemes).toHaveProperty('bearer');
    const open = build({ versioning: { type: 'uri' }, keep: ({ path }) => path.startsWith('/v1') });
    expect(open.components).not.toHaveProperty('securitySchemes');
  });

  it('names components by their id, with the version where one document contains both', () => {
    expect(Object.keys(build({ versioning: { type: 'uri' } }).components!.schemas!)).toEqual([
      'CreateUser',
      'NotFound',
      'Problem',
      'User_v1',
      'User_v2',
      'ValidationError',
    ]);
    expect(Object.keys(build({ versioning: header, apiVersion: '2' }).components!.schemas!)).toEqual([
      'CreateUser',
      'NotFound',
      'Problem',
      'User',
      'ValidationError',
    ]);
  });

  it('separates the input and output of a schema that is both', () => {
    const Settings = z.object({ theme: z.string().default('light') }).meta({ id: 'Settings' });
    const both = { body: Settings, response: { 200: Settings } } satisfies RouteSchemas;
    @Controller('settings')
    class SettingsController {
      @Post('', both) write() {
        return { theme: 'dark' };
      }
    }
    @Module({ controllers: [SettingsController] })
    class Root {}
    const { paths, components } = buildDocument(compileRoutes(Root));
    expect(paths['/settings']!.post!.requestBody!.content['application/json']!.schema).toEqual({
      $ref: '#/components/schemas/SettingsInput',
    });
    expect(paths['/settings']!.post!.responses['200']!.content!['application/json']!.schema).toEqual({
      $ref: '#/components/schemas/Settings',
    });
    expect(components!.schemas).toMatchObject({
      Settings: { required: ['theme'] },
      SettingsInput: { properties: { theme: { default: 'light' } } },
    });
  });

  it.each([
    ['must be there', z.object({ theme: z.string() }), true],
    ['is optional', z.object({ theme: z.string() }).optional(), false],
    ['has a default', z.object({ theme: z.string() }).default({ theme: 'light' }), false],
    ['has a default of what goes in', z.object({ theme: z.string() }).prefault({ theme: 'light' }), false],
  ])('says whether requests need a body that %s', (_, body, required) => {
    @Controller('settings')
    class SettingsController {
      @Post('', { body }) write() {}
    }
    @Module({ controllers: [SettingsController] })
    class Root {}
    expect(buildDocument(compileRoutes(Root)).paths['/settings']!.post!.requestBody!.required).toBe(required);
  });

  it('declares every refusal of an idempotent route with a body', () => {
    const { parameters, responses } = build({ versioning: { type: 'uri' }, csrf: true }).paths['/v2/users']!.post!;
    expect(Object.keys(responses)).toEqual(['201', '400', '403', '409', '413', '415', '422', '503']);
    expect(parameters).toMatchObject([{ name: 'Idempotency-Key', in: 'header', required: true }]);
    expect(responses['201']!.headers).toHaveProperty('Idempotent-Replayed');
  });

  it('names the handler and the place of an undescribable schema', () => {
    @Controller('x')
    class MapController {
      @Get('', { response: z.object({ by: z.map(z.string(), z.string()) }) }) read() {
        return { by: new Map<string, string>() };
      }
    }
    @Module({ controllers: [MapController] })
    class Root {}
    expect(() => buildDocument(compileRoutes(Root))).toThrow(
      'MapController.read() response, by, is a Map, which JSON Schema cannot describe.',
    );
  });

  it('produces the same bytes each time, and the same document as YAML', () => {
    const texts = [1, 2].map(() => serialiseDocument(build({ versioning: header, info })));
    expect(texts[0]).toBe(texts[1]);
    expect(parse(serialiseDocument(build({ versioning: header, info }), 'yaml'))).toEqual(JSON.parse(texts[0]!));
  });

  it('generates no example for an optional parameter, because viewers would send it', () => {
    const search = {
      query: z.object({
        cursor: z.string().optional(),
        take: z.coerce.number().default(20),
        q: z.string(),
        sort: z.enum(['up', 'down']).optional(),
      }),
    } satisfies RouteSchemas;
    @Controller('things')
    class ThingsController {
      @Get('', search) list() {
        return [];
      }
      @Idempotent() @Post() create() {
        return {};
      }
    }
    @Module({ controllers: [ThingsController] })
    class ThingsModule {}
    const { get, post } = buildDocument(compileRoutes(ThingsModule)).paths['/things']!;
    expect(get!.parameters!.map(({ name, example }) => [name, example])).toEqual([
      ['cursor', undefined],
      ['take', 20],
      ['q', 'text'],
      ['sort', 'up'],
    ]);
    expect(post!.parameters).toMatchObject([{ name: 'Idempotency-Key', required: false }]);
    expect(post!.parameters![0]).not.toHaveProperty('example');
  });

  it('describes a body that the handler reads itself', async () => {
    @Controller('uploads')
    class UploadsController {
      @ApiDoc({ rawBody: { mediaTypes: ['image/*', 'application/pdf'], description: 'The bytes.' } }) @Post() upload() {
        return {};
      }
    }
    @Module({ controllers: [UploadsController] })
    class UploadsModule {}
    const document = buildDocument(compileRoutes(UploadsModule), { info });
    expect(document.paths['/uploads']!.post!.requestBody).toEqual({
      description: 'The bytes.',
      required: true,
      content: { 'image/*': {}, 'application/pdf': {} },
    });
    expect(await documentProblems(serialiseDocument(document))).toEqual([]);
  });
});
