import { describe, expect, it } from 'vitest';
import { documentProblems } from '../../../test/documents/document-problems.js';
import {
  Authenticated,
  Controller,
  Get,
  Module,
  Public,
  Roles,
  Security,
  type SecurityScheme,
  UseGuards,
} from '../../index.js';
import { compileRoutes } from '../../routing/table/compile-routes.js';
import { buildDocument } from './build-document.js';
import { serialiseDocument } from './serialise-document.js';

class KeyGuard {
  static readonly security = 'apiKey';
  check() {}
}

@Controller('items')
class ItemsController {
  @Get('undeclared') undeclared() {}
  @Public() @Get('public') anyone() {}
  @Authenticated() @Get('signed-in') signedIn() {}
  @Roles('admin') @Get('roles') roles() {}
  @Roles('admin') @Security('apiKey') @Get('roles-by-key') rolesByKey() {}
  @Security([{ login: ['items:read'] }, { apiKey: [], session: [] }]) @Get('several') several() {}
  @Security(['session', {}]) @Get('optional') optional() {}
  @UseGuards(KeyGuard) @Get('guarded') guarded() {}
  @Roles('admin') @UseGuards(KeyGuard) @Get('guarded-roles') guardedRoles() {}
}
@Module({ controllers: [ItemsController] })
class AppModule {}

const securitySchemes: Readonly<Record<string, SecurityScheme>> = {
  session: { type: 'apiKey', in: 'cookie', name: 'sid' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  login: {
    type: 'oauth2',
    flows: {
      clientCredentials: { tokenUrl: 'https://login.example.com/token', scopes: { 'items:read': 'Read items' } },
    },
  },
};
const info = { title: 'Items', version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } };
const build = (options: Parameters<typeof compileRoutes>[1]) =>
  buildDocument(compileRoutes(AppModule, options), { info, ...options });

function requirements({ paths }: ReturnType<typeof build>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(paths).map(([path, { get }]) => [
      path.slice('/items/'.length),
      [get!.security, ...Object.keys(get!.responses).filter((status) => status === '401' || status === '403')],
    ]),
  );
}

describe('the security of a document', () => {
  it('follows from the declarations, with 401 and 403 where svckit or a guard refuses', () => {
    expect(requirements(build({ securitySchemes }))).toEqual({
      undeclared: [undefined],
      public: [[]],
      'signed-in': [[{ session: [] }], '401'],
      roles: [[{ session: [] }], '401', '403'],
      'roles-by-key': [[{ apiKey: [] }], '401', '403'],
      several: [[{ login: ['items:read'] }, { apiKey: [], session: [] }], '401'],
      optional: [[{ session: [] }, {}]],
      guarded: [[{ apiKey: [] }], '401', '403'],
      'guarded-roles': [[{ session: [], apiKey: [] }], '401', '403'],
    });
  });

  it('follows from defaultAccess where a route declares nothing', () => {
    expect(requirements(build({ securitySchemes, defaultAccess: 'authenticated' })).undeclared).toEqual([
      [{ session: [] }],
      '401',
    ]);
    expect(requirements(build({ securitySchemes, defaultAccess: 'public' })).undeclared).toEqual([[]]);
  });

  it('says who may call in words', () => {
    const { paths } = build({ securitySchemes });
    expect(paths['/items/signed-in']!.get!.description).toBe('Signed in.\n\nRequires a signed-in caller.');
    expect(paths['/items/roles']!.get).toHaveProperty('x-required-roles', ['admin']);
  });

  it('shows the answer to a request without credentials', () => {
    const { paths, components } = build({ securitySchemes });
    const shown = Object.fromEntries(
      ['signed-in', 'roles-by-key', 'several'].map((path) => [
        path,
        paths[`/items/${path}`]!.get!.responses['401']!.headers!['WWW-Authenticate'],
      ]),
    );
    expect(shown).toMatchObject({
      'signed-in': { example: 'ApiKey in="cookie", name="sid"' },
      'roles-by-key': { example: 'ApiKey in="header", name="X-API-Key"' },
      several: { example: 'Bearer, ApiKey in="header", name="X-API-Key", ApiKey in="cookie", name="sid"' },
    });
    expect(components).not.toHaveProperty('headers');
    const bearer = build({}).components!.headers!;
    expect(bearer['WWW-Authenticate']).toMatchObject({ example: 'Bearer' });
  });

  it('shows every scheme of the service, else the bearer token where an operation needs it', async () => {
    const document = build({ securitySchemes, defaultAccess: 'public' });
    expect(document.components!.securitySchemes).toEqual(securitySchemes);
    expect(await documentProblems(serialiseDocument(document, 'json'))).toEqual([]);
    expect(build({}).components!.securitySchemes).toEqual({
      bearer: { type: 'http', scheme: 'bearer', description: 'A token in the Authorization header.' },
    });
  });
});
