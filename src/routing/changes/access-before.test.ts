import { describe, expect, it } from 'vitest';
import { serveForTest } from '../../server/testing/serve-for-test.js';
import { Module } from '../../wiring/module.js';
import { Authenticated, Public, Roles } from '../declare/decorators.js';
import { Controller, Get } from '../declare/verbs.js';
import { compileRoutes } from '../table/compile-routes.js';
import type { ServiceOptions } from '../table/service-options.js';
import type { AccessBefore } from './access-before.js';
import { change } from '../../changes/change.js';
import { defineVersions } from '../../changes/define-versions.js';
import { operation } from './operation.js';

const asked = { open: Public, mine: Authenticated, admin: () => Roles('admin') };

function serviceOf(now: keyof typeof asked, access: AccessBefore) {
  const decorated = asked[now]();
  @Controller('items')
  class Items {
    @decorated
    @Get('')
    list(): unknown {
      return [];
    }
  }
  @Module({ controllers: [Items] })
  class Root {}
  const changed = change({ title: 'Access', operations: [operation(() => Items, 'list', { before: { access } })] });
  const versions = defineVersions(['1', { version: '2', changes: [changed] }, '3']);
  const options: ServiceOptions = {
    versioning: { type: 'header', header: 'X-API-Version', versions },
    authenticate: ({ headers }) => {
      const id = headers.authorization;
      return id === undefined ? null : { id, roles: [id] };
    },
  };
  return { Root, options };
}

async function statuses(now: keyof typeof asked, access: AccessBefore, callers: readonly (string | null)[]) {
  const { Root, options } = serviceOf(now, access);
  const { app, call } = await serveForTest(Root, options);
  const found: string[] = [];
  for (const version of ['1', '2', '3'])
    for (const caller of callers) {
      const headers = { 'X-API-Version': version, ...(caller !== null && { authorization: caller }) };
      found.push(`${version} ${caller}: ${(await call('/items', { headers })).status}`);
    }
  await app.close();
  return found;
}

describe('before.access', () => {
  it('asks the callers of older versions for other roles', async () => {
    expect(await statuses('mine', { roles: ['clerk', 'admin'] }, ['clerk', 'guest'])).toEqual([
      '1 clerk: 200',
      '1 guest: 403',
      '2 clerk: 200',
      '2 guest: 200',
      '3 clerk: 200',
      '3 guest: 200',
    ]);
    expect(await statuses('admin', { roles: ['clerk'] }, ['clerk', 'admin'])).toEqual([
      '1 clerk: 200',
      '1 admin: 403',
      '2 clerk: 403',
      '2 admin: 200',
      '3 clerk: 403',
      '3 admin: 200',
    ]);
  });

  it('asks for credentials that newer versions do not need', async () => {
    expect(await statuses('open', { security: 'bearer' }, [null])).toEqual([
      '1 null: 401',
      '2 null: 200',
      '3 null: 200',
    ]);
  });

  it('lets any signed-in caller in where newer versions need a role', async () => {
    expect(await statuses('admin', { roles: [] }, ['clerk', null])).toEqual([
      '1 clerk: 200',
      '1 null: 401',
      '2 clerk: 403',
      '2 null: 401',
      '3 clerk: 403',
      '3 null: 401',
    ]);
  });

  it.each(['mine', 'admin'] as const)('lets anybody in where newer versions do not: %s', async (now) => {
    const asked = await statuses(now, { security: {} }, ['admin', null]);
    expect(asked).toEqual([
      '1 admin: 200',
      '1 null: 200',
      '2 admin: 200',
      '2 null: 401',
      '3 admin: 200',
      '3 null: 401',
    ]);
    expect(await statuses(now, { roles: [], security: [{}] }, ['admin', null])).toEqual(asked);
  });

  it('lets fewer requests pass', async () => {
    const throttle = { limit: 1, windowSeconds: 3600 };
    expect(await statuses('open', { throttle }, [null, null])).toEqual([
      '1 null: 200',
      '1 null: 429',
      '2 null: 200',
      '2 null: 200',
      '3 null: 200',
      '3 null: 200',
    ]);
  });

  it('names schemes that the service has', () => {
    const { Root, options } = serviceOf('mine', { security: { apiKye: [] } });
    expect(compileRoutes(Root, options).problems.map(({ id }) => id)).toEqual(['unknown-security-scheme']);
  });

  it.each([
    [5, ' is 5'],
    [[], ' is a list'],
    [{ role: 'admin' }, ' has an unknown member "role"'],
    [{ roles: 'admin' }, '.roles is "admin"'],
    [{ roles: ['admin', 7] }, '.roles[1] is 7'],
    [{ security: 7 }, '.security is 7'],
    [{ security: [] }, '.security is an empty list'],
    [{ throttle: 'none' }, '.throttle is "none"'],
    [{ throttle: { limit: 0, windowSeconds: 60 } }, '.throttle.limit is 0'],
    [{ throttle: { limit: 5 } }, '.throttle.windowSeconds is undefined'],
  ])('refuses %j, and names what is wrong in it', (access, fault) => {
    expect(() => serviceOf('open', access as never)).toThrow(
      `operation(): before.access${fault}. Write roles, security or throttle, such as`,
    );
  });
});
