import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { change } from '../../changes/change.js';
import { defineVersions } from '../../changes/define-versions.js';
import { operation } from '../../routing/changes/operation.js';
import { renamed } from '../../changes/short-forms.js';
import { Controller, Get, VERSION_NEUTRAL } from '../../index.js';
import { compileRoutes } from '../../routing/table/compile-routes.js';
import type { VersioningOptions } from '../../routing/versioning/versioning.js';
import { Module } from '../../wiring/module.js';
import { buildDocument } from './build-document.js';
import type { OpenApiDocument } from './open-api.js';

const User = z.object({ name: z.string() }).meta({ id: 'User' });
const get = { response: User } as const;
const health = { response: z.object({ up: z.boolean() }) } as const;

@Controller('users')
class UsersController {
  @Get('me', get) me() {
    return { name: 'Ada' };
  }
}

@Controller('health', { version: VERSION_NEUTRAL })
class HealthController {
  @Get('', health) up() {
    return { up: true };
  }
}

@Module({ controllers: [UsersController, HealthController] })
class Root {}

const versions = defineVersions([
  '1',
  '2',
  { version: '3', changes: [change({ title: 'Names', schemas: [renamed(User, { name: 'fullName' })] })] },
]);

function documentOf(versioning: VersioningOptions, apiVersion?: string): OpenApiDocument {
  return buildDocument(compileRoutes(Root, { versioning }), {
    versioning,
    ...(apiVersion !== undefined && { apiVersion }),
  });
}

const schemaNames = ({ components }: OpenApiDocument) =>
  Object.keys(components!.schemas!).filter((name) => name.startsWith('User'));

describe('documents of versions made by changes', () => {
  it('show that a list which is made of pages may be too long', () => {
    const page = { query: z.object({ after: z.string().optional() }), response: z.object({ users: z.array(User) }) };
    @Controller('users')
    class Users {
      @Get('', page) list() {
        return { users: [] };
      }
    }
    @Module({ controllers: [Users] })
    class Paged {}
    const before = { response: z.array(User) };
    const collect = { items: () => [], next: () => null, atMost: 500 };
    const pages = change({ title: 'Pages', operations: [operation(() => Users, 'list', { before, collect })] });
    const versioning = {
      type: 'header',
      header: 'X',
      versions: defineVersions(['1', { version: '2', changes: [pages] }]),
    } as const;
    const problemsOf = (apiVersion: string) => {
      const { responses } = buildDocument(compileRoutes(Paged, { versioning }), { versioning, apiVersion }).paths[
        '/users'
      ]!.get!;
      return ['400', '503'].map(
        (status) => (responses[status] as { readonly description: string } | undefined)?.description,
      );
    };
    expect(problemsOf('1')).toEqual([
      'The request does not match its schema, or the list has more than 500 items.',
      'The list could not be collected in time.',
    ]);
    expect(problemsOf('2')).toEqual(['The request does not match its schema.', undefined]);
  });

  it('show that what a change looks up may take too long', () => {
    @Controller('prices')
    class Prices {
      @Get('', { response: z.object({ net: z.number() }) }) list() {
        return { net: 1 };
      }
    }
    @Module({ controllers: [Prices] })
    class Priced {}
    const gross = operation(() => Prices, 'list', {
      before: { response: z.object({ gross: z.number() }) },
      context: () => Promise.resolve({ rate: 2 }),
      contextSchema: z.object({ rate: z.number() }),
      down: ({ body }, { context }) => ({ body: { gross: (body as { net: number }).net * context.rate } }),
    });
    const list = ['1', { version: '2', changes: [change({ title: 'Net', operations: [gross] })] }];
    const versioning = { type: 'header', header: 'X', versions: defineVersions(list) } as const;
    const statusesOf = (apiVersion: string) =>
      Object.keys(
        buildDocument(compileRoutes(Priced, { versioning }), { versioning, apiVersion }).paths['/prices']!.get!
          .responses,
      );
    expect(statusesOf('1')).toEqual(['200', '404', '503']);
    expect(statusesOf('2')).toEqual(['200', '404']);
  });

  it('name a schema by its id, and by the oldest version that has a shape where one document holds several', () => {
    const all = documentOf({ type: 'uri', versions });
    expect(schemaNames(all)).toEqual(['User_v1', 'User_v3']);
    expect(JSON.stringify(all.paths['/v2/users/me'])).toContain('#/components/schemas/User_v1');
    const oldest = documentOf({ type: 'header', header: 'X-API-Version', versions }, '1');
    expect(schemaNames(oldest)).toEqual(['User']);
    expect(oldest.components!.schemas!.User).toMatchObject({ required: ['fullName'] });
  });

  it('declare the headers that answers carry under report', () => {
    const headersOf = (document: OpenApiDocument, path: string) =>
      Object.keys(document.paths[path]!.get!.responses['200']!.headers ?? {});
    for (const [versioning, path] of [
      [{ type: 'uri', versions, report: true }, '/v3/users/me'],
      [{ type: 'query', parameter: 'version', versions, report: true }, '/users/me'],
    ] as const) {
      const document = documentOf(versioning);
      expect(headersOf(document, path)).toEqual(['API-Supported-Versions', 'API-Deprecated-Versions', 'API-Version']);
      expect(headersOf(document, '/health')).toEqual([]);
    }
  });
});
