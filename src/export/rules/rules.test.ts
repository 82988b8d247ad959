import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  ApiDoc,
  bytes,
  Controller,
  type DeclaredSecurity,
  Delete,
  Deprecated,
  form,
  Get,
  HttpOptionsProvider,
  inject,
  Module,
  multipart,
  ndjson,
  Patch,
  Post,
  provide,
  Public,
  Put,
  Roles,
  type RouteSchemas,
  Security,
  type ServiceDefinition,
  type ServiceOptions,
  text,
  Version,
  VERSION_NEUTRAL,
} from '../../index.js';
import { recordDependencies } from '../../wiring/dependencies.js';
import type { Class } from '../../wiring/metadata.js';
import { checkService } from '../index.js';

const header = { type: 'header', header: 'X-API-Version' } as const;
const mediaType = { type: 'media-type', key: 'v=' } as const;
const uri = { type: 'uri' } as const;

function check(
  controllers: readonly Class[],
  options: Omit<ServiceDefinition, 'root'> = {},
  { asOf = '2026-11-21', providers = [] as readonly never[] } = {},
): string[] {
  @Module({ controllers, providers })
  class Root {}
  const loaded = { definition: { root: Root, ...options }, problems: [], sourceOf: () => null };
  return checkService(loaded, { asOf: new Date(asOf) }).map(
    ({ id, severity, message }) => `${severity} ${id}: ${message}`,
  );
}

const ids = (...args: Parameters<typeof check>) => check(...args).map((line) => line.split(/[ :]/)[1]);
const checks = { 'version-lacks-routes': 'off' } as const;

describe('severities', () => {
  @Controller('x', { version: '1' })
  class Old {
    @Deprecated({ since: '2026-01-01' }) @Get() list() {
      return [];
    }
  }

  it('are the rules’ own, unless the service changes them', () => {
    expect(check([Old], { versioning: uri })).toEqual([
      'warning deprecated-without-sunset: Old.list() is deprecated without a sunset.',
    ]);
    expect(ids([Old], { versioning: uri, checks: { 'deprecated-without-sunset': 'off' } })).toEqual([]);
    expect(check([Old], { versioning: uri, checks: { 'deprecated-without-sunset': 'error' } })[0]).toMatch(
      /^error deprecated/,
    );
  });

  it('of boot problems are fixed', () => {
    expect(ids([Old], { checks: { 'versioning-off': 'off', 'deprecated-without-sunset': 'off' } })).toEqual([
      'invalid-check',
      'versioning-off',
    ]);
    expect(check([Old], { versioning: uri, checks: 'off' as never })[1]).toBe('error invalid-check: checks is "off".');
  });
});

describe('deprecated-without-sunset', () => {
  it('reports a route that only its documentation deprecates', () => {
    @Controller('x')
    class Old {
      @ApiDoc({ deprecated: true }) @Get() list() {
        return [];
      }
    }
    expect(check([Old])).toEqual(['warning deprecated-without-sunset: Old.list() is deprecated without a sunset.']);
  });
});

describe('sunset-passed', () => {
  @Controller('x')
  class Old {
    @Deprecated({ since: '2026-01-01', sunset: '2026-11-21' }) @Get() list() {
      return [];
    }
  }

  it('depends on the day of the check', () => {
    expect(ids([Old], {}, { asOf: '2026-11-20T23:59:59Z' })).toEqual([]);
    expect(ids([Old], {}, { asOf: '2026-11-21' })).toEqual(['sunset-passed']);
  });
});

describe('version-hole', () => {
  @Controller('a', { version: ['1', '2', '10'] })
  class All {
    @Get() list() {
      return [];
    }
  }
  @Controller('b', { version: ['1', '10'] })
  class Holed {
    @Get() list() {
      return [];
    }
    @Version('2') @Post() create() {
      return {};
    }
  }
  @Controller('c', { version: '2' })
  class Late {
    @Get() list() {
      return [];
    }
  }
  @Controller('b')
  class Rest {
    @Version(VERSION_NEUTRAL) @Get() any() {
      return [];
    }
  }

  it.each([uri, header, mediaType])('compares versions by number under $type versioning', (versioning) => {
    expect(check([All, Holed, Late], { versioning, prefix: 'api', checks })).toEqual([
      'warning version-hole: GET /api/b is in versions 1 and 10, but not in 2.',
    ]);
  });

  it('is filled by a neutral handler that serves the other versions', () => {
    expect(ids([All, Holed, Late, Rest], { versioning: header, checks })).toEqual([]);
    expect(ids([All, Holed, Late, Rest], { versioning: uri, checks })).toEqual(['version-hole']);
  });
});

describe('version-lacks-routes', () => {
  @Controller('orders', { version: '1' })
  class Orders {
    @Version(['1', '2']) @Get() list() {
      return [];
    }
    @Post() create() {
      return {};
    }
    @Deprecated({ since: '2026-01-01', sunset: '2027-01-01' }) @Get('export') export() {
      return [];
    }
  }
  @Controller('orders', { version: '3' })
  class Later {
    @Post() create() {
      return {};
    }
    @Get() list() {
      return [];
    }
  }
  @Controller('orders', { version: VERSION_NEUTRAL })
  class Everywhere {
    @Post() create() {
      return {};
    }
  }

  it.each([uri, header, mediaType])(
    'lists the routes of the version before, but none with a sunset, under $type versioning',
    (versioning) => {
      expect(check([Orders], { versioning, prefix: 'api' })).toEqual([
        'warning version-lacks-routes: Version 2 lacks a route of version 1: POST /api/orders.',
      ]);
    },
  );

  it('leaves holes to version-hole, and counts neutral routes where versions share their paths', () => {
    expect(ids([Orders, Later], { versioning: header })).toEqual(['version-hole']);
    expect(ids([Orders, Everywhere], { versioning: header })).toEqual([]);
    expect(ids([Orders, Everywhere], { versioning: uri })).toEqual(['version-lacks-routes']);
  });
});

describe('hidden-neutral-route', () => {
  @Controller('a', { version: ['1', '2'] })
  class Both {
    @Get() list() {
      return [];
    }
  }
  @Controller('b')
  class First {
    @Version('1') @Get() list() {
      return [];
    }
    @Version(VERSION_NEUTRAL) @Get() any() {
      return [];
    }
  }

  it('ignores a fallback that serves requests without a version', () => {
    expect(ids([Both, First], { versioning: header, checks })).toEqual([]);
  });

  it('reports a fallback that no document and no request without a version reaches', () => {
    expect(ids([Both, First], { versioning: { ...header, defaultVersion: '1' } })).toEqual(['hidden-neutral-route']);
    expect(ids([First], { versioning: mediaType, checks })).toEqual(['hidden-neutral-route']);
  });

  it('does not apply where versions have their own paths', () => {
    expect(ids([Both, First], { versioning: uri, checks })).toEqual([]);
  });
});

describe('shadowed-version', () => {
  const id = { params: z.object({ id: z.string() }) };
  @Controller('items')
  class Items {
    @Version('1') @Get('latest/parts') parts() {
      return [];
    }
    @Version(['1', '2']) @Get(':id/parts', id) partsOf() {
      return [];
    }
  }
  @Controller('items')
  class Served {
    @Version(['1', '2']) @Get('latest/parts') parts() {
      return [];
    }
    @Version(['1', '2']) @Get(':id/parts', id) partsOf() {
      return [];
    }
    @Version('1') @Post('latest/parts') other() {
      return {};
    }
    @Version('1') @Get('latest') shorter() {
      return {};
    }
  }
  @Controller('a')
  class Crossed {
    @Version('1') @Get('b/:id', id) first() {
      return {};
    }
    @Version(['1', '2']) @Get(':id/c', id) second() {
      return {};
    }
  }

  it('finds versions that a plain segment hides, also in the middle of a path', () => {
    expect(ids([Items], { versioning: header, checks })).toEqual(['shadowed-version']);
    expect(ids([Crossed], { versioning: mediaType, checks })).toEqual(['shadowed-version']);
  });

  it('compares paths of one method and length, and only where versions share a path', () => {
    expect(ids([Served], { versioning: header, checks })).toEqual([]);
    expect(ids([Items, Crossed], { versioning: uri, checks })).toEqual([]);
  });
});

describe('parameters', () => {
  it('are found in schemas of every form', () => {
    const shared = z.object({ id: z.string() }).meta({ id: 'IdOf' });
    @Controller('x')
    class Forms {
      @Get('a/:id', { params: shared }) reference() {
        return 1;
      }
      @Get('b/:id/:part', { params: shared.and(z.object({ part: z.string() })) }) both() {
        return 1;
      }
      @Get('c/:id', { params: z.record(z.string(), z.string()) }) any() {
        return 1;
      }
      @Get('d/:id/:part', { params: shared }) lacks() {
        return 1;
      }
      @Get('e', { params: z.object({ id: z.string().optional() }) }) extra() {
        return 1;
      }
    }
    expect(check([Forms])).toEqual([
      'warning parameter-without-schema: Forms.lacks() has the path parameter :part, but no schema for it.',
      'error schema-without-parameter: Forms.extra() has id in its params schema, but /x/e has no such parameter.',
    ]);
  });
});

describe('duplicate-operation-id', () => {
  const named = (version: string) => {
    @Controller('x', { version })
    class Same {
      @Get() list() {
        return [];
      }
    }
    return Same;
  };
  it('distinguishes classes of one name by a suffix for each version', () => {
    expect(ids([named('1'), named('2')], { versioning: header })).toEqual([]);
    expect(ids([named('1'), named('2')], { versioning: uri })).toEqual([]);
  });
});

describe('deprecation-headers-unexposed', () => {
  @Controller('x')
  class Old {
    @Deprecated({ since: '2026-01-01', sunset: '2027-01-01' }) @Get() list() {
      return [];
    }
  }

  it('reads exposedHeaders the way the cors library does', () => {
    expect(ids([Old])).toEqual([]);
    expect(ids([Old], { cors: false })).toEqual([]);
    expect(ids([Old], { cors: { origin: false } })).toEqual([]);
    expect(ids([Old], { cors: true })).toEqual(['deprecation-headers-unexposed']);
    expect(ids([Old], { cors: { exposedHeaders: 'deprecation, SUNSET' } })).toEqual([]);
    expect(ids([Old], { cors: { exposedHeaders: ['*'] } })).toEqual([]);
    expect(check([Old], { cors: { exposedHeaders: ['Sunset'] } })[0]).toContain('cannot read Deprecation:');
  });
});

describe('credentials-without-origin', () => {
  @Controller('x')
  class Open {
    @Get() list() {
      return [];
    }
  }

  it('asks for the origins that may call with cookies', () => {
    for (const origin of [undefined, '*', true])
      expect(ids([Open], { cors: { credentials: true, origin } })).toEqual(['credentials-without-origin']);
    for (const origin of ['https://app.example.com', ['https://a.example', 'https://b.example'], /example/, false])
      expect(ids([Open], { cors: { credentials: true, origin } })).toEqual([]);
    expect(ids([Open], { cors: { credentials: false } })).toEqual([]);
  });
});

describe('cookies-without-csrf', () => {
  const securitySchemes = {
    session: { type: 'apiKey', in: 'cookie', name: 'sid' },
    basic: { type: 'http', scheme: 'Basic' },
    bearer: { type: 'http', scheme: 'bearer' },
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  } as const;
  const fields = z.object({ a: z.string() });
  const report = (
    options: ServiceOptions,
    schemas: RouteSchemas,
    verb = Post,
    security: DeclaredSecurity = 'session',
  ) => {
    @Security(security)
    @Controller('x')
    class Forms {
      @verb('', { response: { 200: fields }, ...schemas }) send(): { a: string } {
        return { a: '' };
      }
    }
    return ids([Forms], { securitySchemes, authenticate: () => null, ...options });
  };
  const found = ['cookies-without-csrf'];

  it.each<[string, RouteSchemas]>([
    ['a form', { body: form(fields) }],
    ['a multipart body', { body: multipart({ fields }) }],
    ['text', { body: text() }],
    ['no body', {}],
  ])('reports %s that other sites can send', (_what, schemas) => {
    expect(report({}, schemas)).toEqual(found);
    expect(report({ csrf: false }, schemas)).toEqual(found);
    expect(report({ csrf: true }, schemas)).toEqual([]);
    expect(report({ csrf: { trustedOrigins: [] } }, schemas)).toEqual([]);
  });

  it.each<[string, RouteSchemas]>([
    ['JSON', { body: fields }],
    ['NDJSON', { body: ndjson(fields) }],
    ['bytes', { body: bytes() }],
    ['text of another type', { body: text({ mediaTypes: ['text/csv'] }) }],
  ])('lets %s pass, for which browsers ask first', (_what, schemas) => {
    expect(report({}, schemas)).toEqual([]);
  });

  it('lets methods pass that forms do not have', () => {
    for (const verb of [Put, Patch, Delete]) expect(report({}, { body: form(fields) }, verb)).toEqual([]);
  });

  it.each<[DeclaredSecurity, readonly string[]]>([
    ['basic', found],
    ['bearer', []],
    ['key', []],
    [['bearer', 'session'], found],
    [[{ session: [], key: [] }], []],
    [[{ session: [], basic: [] }], found],
    [['session', {}], found],
  ])('knows whether browsers send the credentials %j by themselves', (security, expected) => {
    expect(report({}, { body: form(fields) }, Post, security)).toEqual(expected);
  });

  it('reports a public route that reads cookies, and none that reads none', () => {
    const one = (schemas: RouteSchemas) => {
      @Public()
      @Controller('x')
      class Open {
        @Post('', { body: form(fields), response: { 200: fields }, ...schemas }) send(): { a: string } {
          return { a: '' };
        }
      }
      return ids([Open], {});
    };
    expect(one({ cookies: z.object({ basket: z.string() }) })).toEqual(found);
    expect(one({})).toEqual([]);
  });

  it('trusts an options provider that has csrf', () => {
    class Options extends HttpOptionsProvider {
      override get csrf() {
        return true;
      }
    }
    @Security('session')
    @Controller('x')
    class Forms {
      @Post('', { body: form(fields), response: { 200: fields } }) send(): { a: string } {
        return { a: '' };
      }
    }
    const options = { securitySchemes, authenticate: () => null };
    expect(ids([Forms], options)).toEqual(found);
    expect(ids([Forms], options, { providers: [Options] as never })).toEqual([]);
  });
});

describe('roles-without-authentication', () => {
  @Controller('x')
  class Closed {
    @Roles('admin') @Get() list() {
      return [];
    }
  }
  class ByMethod extends HttpOptionsProvider {
    override authenticate = () => null;
  }
  class ByGetter extends HttpOptionsProvider {
    override get authenticate() {
      return () => null;
    }
  }
  class ByConstructor extends HttpOptionsProvider {
    constructor() {
      super();
      this.authenticate = () => null;
    }
    declare authenticate: () => null;
  }
  class Heir extends ByMethod {}
  class Silent extends HttpOptionsProvider {
    /** Speaks of authenticate, but has none. */
    note = 'authenticate';
  }

  it('accepts the option, or an options provider that has it', () => {
    expect(ids([Closed])).toEqual(['roles-without-authentication']);
    expect(ids([Closed], { authenticate: () => null })).toEqual([]);
    for (const [provider, found] of [
      [ByMethod, []],
      [ByGetter, []],
      [ByConstructor, []],
      [Heir, []],
      [Silent, ['roles-without-authentication']],
      [provide(HttpOptionsProvider, { useClass: ByGetter }), []],
      [provide(HttpOptionsProvider, { useValue: { authenticate: () => null } }), []],
      [provide(HttpOptionsProvider, { useValue: {} }), ['roles-without-authentication']],
      [
        provide(HttpOptionsProvider, { useFactory: () => new Silent() }),
        ['options-provider-offline', 'options-provider-offline'],
      ],
    ] as const)
      expect(ids([Closed], {}, { providers: [provider as never] })).toEqual(found);
  });
});

describe('options-provider-offline', () => {
  class Settings extends HttpOptionsProvider {
    override get versioning() {
      return uri;
    }
    override get prefix() {
      return 'api';
    }
  }
  @Controller('x', { version: '1' })
  class Versioned {
    @Get() list() {
      return [];
    }
  }

  it('is reported alone, without the versions that look undeclared because of it', () => {
    expect(ids([Versioned], {}, { providers: [Settings as never] })).toEqual([
      'options-provider-offline',
      'options-provider-offline',
    ]);
    expect(ids([Versioned], { versioning: uri, prefix: 'api' }, { providers: [Settings as never] })).toEqual([]);
  });
});

describe('wiring', () => {
  class Clock {}
  class Store {
    clock = inject(Clock);
  }
  @Controller('x')
  class Users {
    store = inject(Store);
    @Get() list() {
      return [];
    }
  }
  recordDependencies(Store, () => [Clock]);
  recordDependencies(Users, () => [Store]);

  it('includes the providers that the service adds to its modules, and their dependencies', () => {
    expect(ids([Users])).toEqual(['missing-provider']);
    expect(ids([Users], { providers: [Store] })).toEqual(['missing-provider']);
    expect(ids([Users], { providers: [Store, Clock] })).toEqual([]);
  });
});

describe('a wrong versioning option', () => {
  @Controller('x', { version: ['1', '3'] })
  class Users {
    @Get() list() {
      return [];
    }
    @Version('2') @Get('b') b() {
      return 1;
    }
  }

  it('is reported once, and not again by rules that depend on it', () => {
    expect(ids([Users], { versioning: { type: 'header', header: 'not a header', defaultVersion: '9' } })).toEqual([
      'invalid-version-header',
    ]);
    expect(ids([Users], { versioning: uri, documents: { path: 5 as never } })).toEqual(['invalid-option']);
    expect(ids([Users], { versioning: uri, info: { title: 'Shop' } as never })).toContain('invalid-option');
  });
});

describe('missing-provider', () => {
  class Config {}
  @Controller('a')
  class Configured {
    readonly config = inject(Config);
    @Get() read() {
      return {};
    }
  }
  const prepare = () => ({ providers: [Config] });

  it('leaves out what the definition says that prepare provides', () => {
    recordDependencies(Configured, () => [Config]);
    expect(ids([Configured], { prepare })).toEqual(['missing-provider']);
    expect(ids([Configured], { prepare, provided: [Config] })).toEqual([]);
  });
});

describe('problem-schema-mismatch', () => {
  @Controller('items')
  class Items {
    @Get() list() {
      return [];
    }
  }
  const problemSchema = z.object({ error: z.object({ code: z.int() }) });
  const renderProblem = ({ status }: { readonly status: number }) => ({
    contentType: 'application/json',
    body: { error: { code: status } },
  });

  it('accepts a schema that the rendered problems fit, and additional members of problem details', () => {
    expect(ids([Items], { renderProblem, problemSchema })).toEqual([]);
    const more = (problem: object) => ({
      contentType: 'application/problem+json',
      body: { ...problem, help: '/help' },
    });
    expect(ids([Items], { renderProblem: more })).toEqual([]);
    expect(ids([Items], { renderProblem: () => undefined })).toEqual([]);
  });

  it.each([
    [
      { renderProblem, problemSchema: z.object({ error: z.string() }) },
      "renderProblem's body for a 404 without a route does not fit problemSchema: /error: Invalid input: expected string, received object.",
    ],
    [
      { renderProblem: ({ route }: { readonly route?: { readonly path: string } }) => route!.path, problemSchema },
      "renderProblem throws for a 404 without a route: TypeError: Cannot read properties of undefined (reading 'path').",
    ],
    [{ problemSchema }, 'problemSchema is set without renderProblem: errors are sent as problem details.'],
  ])('reports what differs: %#', (options, message) => {
    expect(check([Items], options as never)).toEqual([`error problem-schema-mismatch: ${message}`]);
  });

  it('says nothing of a problemSchema where prepare may set renderProblem', () => {
    expect(ids([Items], { problemSchema, prepare: () => ({}) as never })).toEqual([]);
  });

  it('leaves an options provider to options-provider-offline', () => {
    class Settings extends HttpOptionsProvider {
      override get renderProblem() {
        return renderProblem;
      }
    }
    expect(ids([Items], {}, { providers: [Settings as never] })).toEqual(['options-provider-offline']);
  });
});

describe('opaque-answer and ambiguous-union', () => {
  const answering = (schema: unknown, status = 200) => {
    @Controller('x')
    class Items {
      @Get('', { response: { [status]: schema } } as never) list(): never {
        return null as never;
      }
    }
    return Items;
  };
  const foreign = {
    '~standard': {
      version: 1,
      vendor: 'other',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: () => ({ type: 'object' }), output: () => ({ type: 'object' }) },
    },
  };

  it.each([
    [z.object({ a: z.record(z.string(), z.tuple([z.unknown()])) }), '/a/*/0 (unknown())'],
    [z.any(), 'the whole body (any())'],
    [z.object({ 'a/b': z.lazy(() => z.unknown().nullable()) }), '/a~1b (unknown())'],
    [foreign, '/* (unknown())'],
  ])('list where %# is sent as it is, as information', (schema, place) => {
    expect(check([answering(schema)])).toEqual([
      `info opaque-answer: The answer 200 of Items.list() is sent as it is at ${place}.`,
    ]);
  });

  it('list nothing of answers that are fully described, loose, recursive or not held to a schema', () => {
    const Node: z.ZodType = z.object({
      get children() {
        return z.array(Node);
      },
    });
    for (const schema of [z.looseObject({ a: z.int() }), Node, z.object({ at: z.iso.datetime() })])
      expect(ids([answering(schema)])).toEqual([]);
    expect(ids([answering(z.any())], { responses: 'off' })).toEqual([]);
    expect(ids([answering(z.any())], { checks: { 'opaque-answer': 'off' } })).toEqual([]);
  });

  it.each([
    ['the member with more members first', z.union([z.object({ a: z.int(), b: z.int() }), z.object({ a: z.int() })])],
    ['members of different types', z.union([z.object({ a: z.int() }), z.object({ a: z.string(), b: z.int() })])],
    [
      'a discriminator',
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('a') }),
        z.object({ kind: z.literal('b'), more: z.int() }),
      ]),
    ],
  ])('accept a union with %s', (_what, schema) => {
    expect(ids([answering(schema)])).toEqual([]);
  });
});
