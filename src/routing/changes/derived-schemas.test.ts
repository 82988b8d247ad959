import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Controller, Get, Patch } from '../../index.js';
import { Module } from '../../wiring/module.js';
import type { Schema } from '../../schema/standard-schema.js';
import { compileRoutes } from '../table/compile-routes.js';
import { change } from '../../changes/change.js';
import { defineVersions, type VersionEntry } from '../../changes/define-versions.js';
import { reshapes } from '../../changes/reshapes.js';
import { added, renamed } from '../../changes/short-forms.js';

const Id = z.int();
const User = z.object({ id: Id, name: z.string(), email: z.email() }).meta({ id: 'User' });
const rename = renamed(User, { name: 'fullName' });
const names = change({ title: 'Names', schemas: [rename] });

/** The names of the schemas that are reported for an API that answers with User and takes another schema. */
function reported(body: Schema, changes: VersionEntry['changes'] = [names]): readonly string[] {
  const [get, patch] = [{ response: User }, { body, response: User }] as const;
  @Controller('users')
  class UsersController {
    @Get('me', get) me() {
      return { id: 1, name: 'Ada', email: 'ada@example.com' };
    }
    @Patch('me', patch) change() {
      return { id: 1, name: 'Ada', email: 'ada@example.com' };
    }
  }
  @Module({ controllers: [UsersController] })
  class Root {}
  const versions = defineVersions(['1', { version: '2', changes }, '3']);
  const { problems } = compileRoutes(Root, { versioning: { type: 'query', parameter: 'version', versions } });
  return problems.filter(({ id }) => id === 'derived-schema-unchanged').map(({ message }) => message.split(',')[0]!);
}

describe('objects made from a reshaped one', () => {
  it.each([
    ['partial()', User.partial()],
    ['pick()', User.pick({ name: true })],
    ['extend()', User.extend({ age: z.int() })],
    ['omit()', User.omit({ id: true })],
    ['a spread with nullable members', z.object({ ...User.shape, name: User.shape.name.nullable() })],
  ])('are reported when they share a changed member: %s', (_made, schema) => {
    const named = schema.meta({ id: 'Derived' });
    expect(reported(schema)).toEqual(['An object without an id']);
    expect(reported(z.object({ users: z.array(named) }))).toEqual(['Derived']);
  });

  it.each([
    ['only members that stay', User.pick({ id: true, email: true })],
    ['one member of many, by the same name', z.object({ name: User.shape.name, a: Id, b: Id, c: Id })],
    ['a member with another name', z.object({ nick: User.shape.name })],
  ])('are not reported when they share %s', (_what, schema) => {
    expect(reported(schema)).toEqual([]);
  });

  it('are not reported where a request may have a new member, and are where it needs one', () => {
    const Query = z.object({ limit: z.int().optional(), cursor: z.string().optional(), q: z.string() });
    const pages = (member: string) => [change({ title: 'Pages', schemas: [added(Query, { [member]: undefined })] })];
    expect(reported(Query.omit({ limit: true }), pages('cursor'))).toEqual([]);
    expect(reported(Query.omit({ limit: true }), pages('q'))).toEqual(['An object without an id']);
  });

  it('are not reported when the version changes them too, or has them as an older shape', () => {
    const UserPatch = User.partial().meta({ id: 'UserPatch' });
    const both = change({ title: 'Names', schemas: [rename, renamed(UserPatch, { name: 'fullName' })] });
    expect(reported(UserPatch, [both])).toEqual([]);
    const twice = reshapes(
      User,
      (user) => renamed(user, { name: 'fullName' }),
      (user) => added(user, { email: 'nobody@example.com' }),
    );
    expect(reported(User, [change({ title: 'Twice', schemas: [twice] })])).toEqual([]);
  });
});
