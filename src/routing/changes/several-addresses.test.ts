import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { serveForTest } from '../../server/testing/serve-for-test.js';
import { Module } from '../../wiring/module.js';
import type { Input } from '../declare/route-schemas.js';
import { Controller, Get, Patch } from '../declare/verbs.js';
import { USAGE } from '../table/app-tokens.js';
import { compileRoutes } from '../table/compile-routes.js';
import { change } from '../../changes/change.js';
import { defineVersions } from '../../changes/define-versions.js';
import { operation, type OperationChange } from './operation.js';
import { added } from '../../changes/short-forms.js';

const User = z.object({ id: z.string(), name: z.string(), email: z.string() }).meta({ id: 'User' });
const Id = z.object({ id: z.string() });
const update = { params: Id, body: User.omit({ id: true }).partial(), response: { 200: User } };

@Controller('users')
class UsersController {
  @Patch(':id', update) update({ params, body }: Input<typeof update>) {
    return { id: params.id, name: 'Ada', email: 'ada@example.com', ...body };
  }
  @Get(':id', { params: Id, response: User }) read() {
    return { id: '1', name: 'Ada', email: 'ada@example.com' };
  }
}
@Module({ controllers: [UsersController] })
class Root {}

const oneAddress = operation(() => UsersController, 'update', {
  before: [
    {
      method: 'PUT',
      path: ':id/name',
      status: 202,
      body: z.object({ name: z.string() }),
      response: { 202: z.object({ renamed: z.string() }) },
      down: ({ body }) => ({ body: { renamed: body.name } }),
    },
    {
      method: 'POST',
      path: 'set-email/:user',
      params: z.object({ user: z.string() }),
      doc: { operationId: 'setEmail' },
      up: ({ params }) => ({ params: { id: params.user } }),
    },
    { method: 'PUT' },
  ],
});
const versions3 = { version: '3', changes: [change({ title: 'One address', operations: [oneAddress] })] };
const versionsWith = (...operations: readonly OperationChange[]) =>
  defineVersions([
    '1',
    { version: '2', changes: [change({ title: 'Emails', schemas: [added(User, { email: 'none' })] })] },
    { version: '3', changes: [change({ title: 'One address', operations })] },
  ]);
const optionsWith = (...operations: readonly OperationChange[]) => ({
  versioning: { type: 'header', header: 'X-API-Version', versions: versionsWith(...operations) } as const,
});
const addressesOf = (options: ReturnType<typeof optionsWith>, version: string) =>
  compileRoutes(Root, options)
    .routes.filter((route) => route.version === version && route.handler.method === 'update')
    .map(({ method, path, operationId }) => `${method} ${path} ${operationId}`);
const problemsOf = (...operations: readonly OperationChange[]) =>
  compileRoutes(Root, optionsWith(...operations)).problems.map(({ id, message }) => `${id}: ${message}`);

describe('several older operations', () => {
  it('reach one handler, each through its own converters and the older changes', async () => {
    const { app, call } = await serveForTest(Root, optionsWith(oneAddress));
    const send = async (version: string, method: string, path: string, body: object) => {
      const init = {
        method,
        headers: { 'content-type': 'application/json', 'X-API-Version': version },
        body: JSON.stringify(body),
      };
      const [served, fetched] = [await call(path, init), await app.fetch(new Request(`http://test${path}`, init))];
      expect(fetched.status).toBe(served.status);
      const answer: unknown = served.json();
      if (served.status < 400) expect(await fetched.json()).toEqual(answer);
      return [served.status, answer];
    };
    expect(await send('3', 'PATCH', '/users/7', { name: 'Eve' })).toEqual([
      200,
      { id: '7', name: 'Eve', email: 'ada@example.com' },
    ]);
    expect(await send('2', 'PUT', '/users/7/name', { name: 'Eve' })).toEqual([202, { renamed: 'Eve' }]);
    expect(await send('2', 'POST', '/users/set-email/7', { email: 'a@b.co' })).toEqual([
      200,
      { id: '7', name: 'Ada', email: 'a@b.co' },
    ]);
    expect(await send('1', 'POST', '/users/set-email/7', { name: 'Eve' })).toEqual([200, { id: '7', name: 'Eve' }]);
    expect(await send('1', 'PUT', '/users/7', {})).toEqual([200, { id: '7', name: 'Ada' }]);
    expect((await send('2', 'PATCH', '/users/7', {}))[0]).toBe(405);
    expect((await send('3', 'PUT', '/users/7/name', { name: 'Eve' }))[0]).toBe(404);
    await app.close();
  });

  it('are counted as the operations that clients call, and name what to call instead', async () => {
    const { versioning } = optionsWith(oneAddress);
    const dated = defineVersions([
      { version: '2', deprecated: { since: '2026-01-01', sunset: '2099-01-01' } },
      versions3,
    ]);
    const { app, call } = await serveForTest(Root, {
      versioning: { ...versioning, versions: dated },
      usage: true,
      authenticate: () => ({ id: 'shop', roles: [] }),
    });
    const send = (version: string, method: string, path: string, body: object) =>
      call(path, {
        method,
        headers: { 'content-type': 'application/json', 'X-API-Version': version },
        body: JSON.stringify(body),
      });
    await send('2', 'PUT', '/users/7/name', { name: 'Eve' });
    await send('2', 'POST', '/users/set-email/7', { email: 'eve@example.com' });
    await send('3', 'PATCH', '/users/7', { name: 'Eve' });
    const { counts } = await app.get(USAGE).read();
    expect(counts.map(({ version, operation: counted }) => `${version} ${counted}`).toSorted()).toEqual([
      '2 POST /users/set-email/{user}',
      '2 PUT /users/{id}/name',
      '3 PATCH /users/{id}',
    ]);
    const mine = (await call('/usage/mine', {})).json() as { readonly deprecated: readonly object[] };
    const successor = { version: '3', operation: 'PATCH /users/{id}' };
    expect(mine.deprecated).toMatchObject([
      { operation: 'PUT /users/{id}/name', successor },
      { operation: 'POST /users/set-email/{user}', successor },
    ]);
    await app.close();
  });

  it('have ids of their own', () => {
    const options = optionsWith(oneAddress);
    expect(addressesOf(options, '3')).toEqual(['PATCH /users/{id} UsersController_update']);
    expect(addressesOf(options, '1')).toEqual([
      'POST /users/set-email/{user} setEmail',
      'PUT /users/{id} UsersController_update_3',
      'PUT /users/{id}/name UsersController_update',
    ]);
  });

  it('go on to still older ones, each of them', () => {
    const newer = operation(() => UsersController, 'update', { before: [{ path: ':id/a' }, { path: ':id/b' }] });
    const older = operation(() => UsersController, 'update', { before: { method: 'PUT' } });
    const versions = defineVersions([
      '1',
      { version: '2', changes: [change({ title: 'Older', operations: [older] })] },
      { version: '3', changes: [change({ title: 'Newer', operations: [newer] })] },
    ]);
    const options = { versioning: { type: 'header', header: 'X-API-Version', versions } } as never;
    expect(['2', '1'].map((version) => addressesOf(options, version))).toEqual([
      ['PATCH /users/{id}/a UsersController_update', 'PATCH /users/{id}/b UsersController_update_2'],
      ['PUT /users/{id}/a UsersController_update', 'PUT /users/{id}/b UsersController_update_2'],
    ]);
  });

  it('are refused with one address, with that of another operation, and with a segment that is none', () => {
    const at = (...before: readonly [object, ...object[]]) =>
      problemsOf(operation(() => UsersController, 'update', { before } as never));
    expect(at({ path: 'a' }, { path: 'a' })).toEqual([
      'older-address-taken: The change "One address" gives UsersController.update the address PATCH /users/a in version 1 twice.',
    ]);
    expect(at({ path: 'a' }, { method: 'GET', path: ':id' })).toEqual([
      'older-address-taken: The change "One address" gives UsersController.update the address GET /users/{id} in version 1, which UsersController.read has.',
    ]);
    expect(at({ path: 'a*' }, { path: 'b' })).toEqual([
      expect.stringContaining(
        'invalid-path: The change "One address" of version 3: the older path of UsersController.update() has the path segment "a*".',
      ),
    ]);
    expect(
      problemsOf(
        oneAddress,
        operation(() => UsersController, 'update', { before: { path: 'x' } }),
      ),
    ).toEqual([expect.stringContaining('operation-changed-twice')]);
  });

  it('are refused where they are no operations', () => {
    const given = (before: unknown) => () => operation(() => UsersController, 'update', { before } as never);
    expect(given([])).toThrow('before is an empty list');
    expect(given([{ path: 'a' }, 'b'])).toThrow('operation(): entry 2 of before takes an object');
    expect(given([{ path: 'a' }, { pth: 'b' }])).toThrow('operation(): entry 2 of before: unknown member "pth"');
    expect(given([{ path: 1 }])).toThrow('operation(): entry 1 of before.path is 1.');
    expect(given([{ up: 'x' }])).toThrow('up is "x"');
    expect(given({ path: 'a', up: () => ({}) })).toThrow('unknown member "up"');
  });

  it('have the types of their own schemas', () => {
    const one = operation(() => UsersController, 'update', {
      before: [
        {
          method: 'PUT',
          path: ':id/name',
          body: z.object({ text: z.string() }),
          response: { 200: z.object({ renamed: z.boolean() }) },
          up: ({ body, params }) => {
            expectTypeOf(body).toEqualTypeOf<{ text: string }>();
            expectTypeOf(params).toEqualTypeOf<{ id: string }>();
            return { body: { name: body.text } };
          },
          down: ({ body }) => {
            expectTypeOf(body).toEqualTypeOf<{ id: string; name: string; email: string }>();
            return { body: { renamed: true } };
          },
        },
        {
          method: 'PUT',
          path: ':id/email',
          body: z.object({ email: z.string() }),
          // @ts-expect-error: no such member
          up: ({ body }) => ({ body: { email: body.text } }),
        },
        // @ts-expect-error: a number is no name
        { path: 'c', body: z.object({ n: z.int() }), up: ({ body }) => ({ body: { name: body.n } }) },
      ],
    });
    operation(() => UsersController, 'update', {
      before: [
        { path: 'a', body: z.object({ text: z.string() }) },
        { path: 'b', body: z.object({ text: z.string() }) },
      ],
      up: ({ body }) => {
        expectTypeOf(body).toEqualTypeOf<{ text: string }>();
        return { body: { name: body.text } };
      },
    });
    expect(one.others).toHaveLength(2);
  });
});
