import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  ApiHidden,
  Controller,
  Deprecated,
  Get,
  type Input,
  Module,
  Post,
  Roles,
  Public,
  SkipThrottle,
  UseGuards,
  Version,
  VERSION_NEUTRAL,
  type RouteSchemas,
} from '../../index.js';
import { compileRoutes, type CompileOptions } from './compile-routes.js';

const one = {
  params: z.object({ id: z.coerce.number().int().min(1) }),
  response: { 200: z.object({ id: z.number() }) },
} satisfies RouteSchemas;

@Deprecated({ since: '2026-09-01', sunset: '2027-03-01', link: 'https://example.com/v1' })
@Controller('users', { version: '1' })
class UsersController {
  @Get() list() {
    return [];
  }
  @Get(':id', one) one({ params }: Input<typeof one>) {
    return { id: params.id };
  }
  @Version(['2', '10']) @Post() create() {
    return {};
  }
  @Version(VERSION_NEUTRAL) @Get('count') count() {
    return 1;
  }
}

@Controller('status')
class StatusController {
  @Get() read() {
    return 'up';
  }
}

@Module({ controllers: [UsersController, StatusController] })
class AppModule {}

const lines = (options: CompileOptions) =>
  compileRoutes(AppModule, options).routes.map(
    (route) => `${route.method} ${route.path} ${route.version} ${route.operationId}`,
  );

describe('compileRoutes', () => {
  it('puts prefix and URI version in front, one route per version', () => {
    expect(lines({ prefix: 'api', versioning: { type: 'uri' } })).toEqual([
      'GET /api/status null StatusController_read',
      'GET /api/users/count null UsersController_count',
      'GET /api/v1/users 1 UsersController_list_v1',
      'GET /api/v1/users/{id} 1 UsersController_one_v1',
      'POST /api/v10/users 10 UsersController_create_v10',
      'POST /api/v2/users 2 UsersController_create_v2',
    ]);
  });

  it('serves all versions at one path under header versioning, and what declares none under each default', () => {
    expect(lines({ versioning: { type: 'header', header: 'X-API-Version', defaultVersion: ['1', '2'] } })).toEqual([
      'GET /status 1 StatusController_read',
      'GET /status 2 StatusController_read',
      'GET /users 1 UsersController_list',
      'POST /users 2 UsersController_create',
      'POST /users 10 UsersController_create',
      'GET /users/count null UsersController_count',
      'GET /users/{id} 1 UsersController_one',
    ]);
  });

  it('names every handler that declares a version while versioning is off', () => {
    const { problems } = compileRoutes(AppModule);
    expect(problems.map(({ id, message, fix }) => `${id} ${message} ${fix}`)).toEqual([
      "versioning-off UsersController.list() declares version 1, but versioning is off. Set versioning: { type: 'uri' }.",
      "versioning-off UsersController.one() declares version 1, but versioning is off. Set versioning: { type: 'uri' }.",
      "versioning-off UsersController.create() declares version 2, 10, but versioning is off. Set versioning: { type: 'uri' }.",
    ]);
  });

  it.each([
    ['Public', Public],
    ['SkipThrottle', SkipThrottle],
    ['ApiHidden', ApiHidden],
  ])('refuses @%s without its parentheses', (name, decorator) => {
    const bare = decorator as (method: unknown, context: unknown) => unknown;
    expect(() => bare(() => 1, {})).toThrow(`@${name} is written without its parentheses. Write @${name}().`);
  });

  it('says how a segment in another alphabet is written', () => {
    @Controller('größe')
    class A {
      @Get('x y') a() {
        return 1;
      }
      @Get('gr%C3%B6%C3%9Fe') b() {
        return 1;
      }
    }
    @Module({ controllers: [A] })
    class Root {}
    expect([...new Set(compileRoutes(Root).problems.map(({ fix }) => fix))]).toEqual([
      'Write it percent-encoded: gr%C3%B6%C3%9Fe.',
      'Write it percent-encoded: x%20y.',
    ]);
  });

  it('takes no schemas that are not there yet', () => {
    expect(() => Get('', undefined)).toThrow(
      'A decorator was given undefined for its schemas. Write { params, query, headers, cookies, body, response }. If they are in a constant, declare it above the class.',
    );
    expect(() => Get('', 5 as never)).toThrow('given 5 for its schemas');
  });

  it('lets a handler win over its controller, and a subclass over its superclass', () => {
    class Guard {
      check() {}
    }
    expect(() => UseGuards(Guard, undefined as never)).toThrow(
      '@UseGuards takes classes with check(input, route), not undefined.',
    );
    @UseGuards(Guard)
    @Roles('admin')
    class Base {
      @Get('a') a() {
        return 1;
      }
      @Get('b') b() {
        return 1;
      }
    }
    @Controller('x')
    class Derived extends Base {
      @Public() @Get('c') override b() {
        return 2;
      }
    }
    @Module({ controllers: [Derived] })
    class Root {}
    const { routes, problems } = compileRoutes(Root);
    expect(problems).toEqual([]);
    expect(routes.map(({ path, access, guards }) => ({ path, access, guards }))).toEqual([
      { path: '/x/a', access: { kind: 'roles', roles: ['admin'] }, guards: ['Guard'] },
      { path: '/x/c', access: { kind: 'public' }, guards: ['Guard'] },
    ]);
  });

  it('takes parameters in braces where they stand beside text, and only there', () => {
    @Controller('files')
    class Files {
      @Get('{name}.{ext}') read() {
        return 1;
      }
      @Get('{id}') whole() {
        return 1;
      }
      @Get('{a}{b}') adjacent() {
        return 1;
      }
    }
    @Module({ controllers: [Files] })
    class Root {}
    const { routes, problems } = compileRoutes(Root);
    expect(routes.map(({ path }) => path)).toContain('/files/{name}.{ext}');
    expect(problems.map(({ message }) => message)).toEqual([
      'Files.whole() has the path segment "{id}".',
      'Files.adjacent() has the path segment "{a}{b}".',
    ]);
  });

  it('names both owners of one path, method and version, and paths that differ in a parameter name', () => {
    @Controller('x')
    class A {
      @Get(':id') a() {
        return 1;
      }
      @Get('*') wild() {
        return 1;
      }
    }
    @Controller('x')
    class B {
      @Get(':id') b() {
        return 1;
      }
      @Post(':name') c() {
        return 1;
      }
    }
    @Module({ controllers: [A, B] })
    class Root {}
    expect(compileRoutes(Root).problems.map((found) => `${found.id}: ${found.message}`)).toEqual([
      'invalid-path: A.wild() has the path segment "*".',
      'duplicate-route: GET /x/{id} is declared by A.a and by B.b.',
      'path-parameter-names: B.c() uses the path /x/{name}, and A.a() uses /x/{id}.',
    ]);
  });

  it('returns every wrong option at once, quoting its value', () => {
    const options = {
      prefix: '/api',
      strict: 'no',
      versioning: { type: 'header', header: 'not a header', defaultVersion: ['1', ''] },
    };
    expect(compileRoutes(AppModule, options as never).problems.map(({ message }) => message)).toEqual([
      'versioning.header "not a header" is not a header name.',
      'versioning.defaultVersion "" is not a version.',
      'Invalid option prefix: "/api".',
      'Invalid option strict: "no".',
    ]);
  });

  it('refuses an empty list of roles, and reports a decorated method without a verb', () => {
    expect(() => Roles()).toThrow('@Roles lists no role');
    @Controller('x')
    class X {
      @Public() lost() {}
    }
    @Module({ controllers: [X] })
    class Root {}
    expect(compileRoutes(Root).problems.map(({ id, message }) => `${id}: ${message}`)).toEqual([
      'handler-without-verb: X.lost() is decorated but has no verb, so it serves nothing.',
    ]);
  });
});
