import { expect, it } from 'vitest';
import { z } from 'zod';
import * as svckit from '../index.js';

const { added, behaviour, change, defineVersions, moved, operation, removed, renamed, reshape, reshapes } =
  svckit as unknown as Readonly<Record<string, (...given: readonly unknown[]) => unknown>>;
const User = z.object({ id: z.int(), name: z.string() }).meta({ id: 'User' });
const before = z.object({});
class Users {
  list() {}
}
const users = () => Users;
const versions = svckit.defineVersions(['1', '2']);
type Loose = Readonly<Record<'down' | 'up' | 'schemaOf', (...given: readonly unknown[]) => unknown>>;
const loose = versions as unknown as Loose;

const calls: Readonly<Record<string, () => unknown>> = {
  'change()': () => change!(),
  'change, misspelt': () => change!({ title: 'Pages', schema: [] }),
  'change, no title': () => change!({ schemas: [] }),
  'change, no letters': () => change!({ title: '!' }),
  'change, description': () => change!({ title: 'Pages', description: 5 }),
  'change, listed': () => change!({ title: 'Pages', listed: 'no' }),
  'change, one schema': () => change!({ title: 'Pages', schemas: reshape!(User, { before }) }),
  'change, a schema': () => change!({ title: 'Pages', schemas: [User] }),
  'change, operations': () => change!({ title: 'Pages', operations: [User] }),
  'reshape(User)': () => reshape!(User),
  'reshape, no before': () => reshape!(User, {}),
  'reshape, misspelt': () => reshape!(User, { before, dwon: () => ({}) }),
  'reshape, down': () => reshape!(User, { before, down: 'name' }),
  'reshape, loses': () => reshape!(User, { before, loses: ['name'] }),
  'reshape, loses.down': () => reshape!(User, { before, loses: { down: 'name' } }),
  'renamed(User)': () => renamed!(User),
  'renamed, nothing': () => renamed!(User, {}),
  'renamed, number': () => renamed!(User, { name: 5 }),
  'renamed, one name': () => renamed!(User, { name: 'x', id: 'x' }),
  'renamed(null)': () => renamed!(null, { name: 'x' }),
  'added(User)': () => added!(User),
  'added, a list': () => added!(User, ['name']),
  'removed(User)': () => removed!(User),
  'removed, no schema': () => removed!(User, { nick: 'x' }, { down: () => ({}) }),
  'removed, no options': () => removed!(User, { nick: z.string() }),
  'removed, no down': () => removed!(User, { nick: z.string() }, {}),
  'moved(User)': () => moved!(User),
  'moved, number': () => moved!(User, { name: 5 }),
  'reshapes, 5': () => reshapes!(User, 5),
  'reshapes, no reshape': () => reshapes!(User, () => 5),
  'operation, a class': () => operation!(Users, 'list', { before: {} }),
  'operation, no handler': () => operation!(users),
  'operation, no options': () => operation!(users, 'list'),
  'operation, no before': () => operation!(users, 'list', {}),
  'operation, misspelt': () => operation!(users, 'list', { before: { pth: 'all' } }),
  'operation, method': () => operation!(users, 'list', { before: { method: 'get' } }),
  'operation, status': () => operation!(users, 'list', { before: { status: '200' } }),
  'operation, query': () => operation!(users, 'list', { before: { query: { q: z.string() } } }),
  'operation, up': () => operation!(users, 'list', { before: {}, up: 5 }),
  'behaviour, no options': () => behaviour!('soft-delete'),
  'behaviour, no title': () => behaviour!('soft-delete', {}),
  'defineVersions, null': () => defineVersions!([null]),
  'defineVersions, misspelt': () => defineVersions!(['1', { version: '2', change: [] }]),
  'defineVersions, one change': () => defineVersions!(['1', { version: '2', changes: change!({ title: 'Pages' }) }]),
  'defineVersions, a reshape': () => defineVersions!(['1', { version: '2', changes: [reshape!(User, { before })] }]),
  'versions.down, no version': () => loose.down(User, {}),
  'versions.down, no schema': () => loose.down(null, {}, '1'),
  'versions.schemaOf, no schema': () => loose.schemaOf({}, '1'),
};

const messageOf = (call: () => unknown) => {
  try {
    call();
    return 'accepted';
  } catch (error) {
    return error instanceof TypeError || error instanceof RangeError ? error.message : error;
  }
};

it('a wrong argument is refused with what to write', () => {
  const said = Object.entries(calls).map(([name, call]) => `${name}: ${String(messageOf(call))}`);
  expect(said.join('\n')).toMatchInlineSnapshot(`
    "change(): change() takes an object, but received undefined. Write change({ title: 'Lists come in pages', … }).
    change, misspelt: change(): unknown member "schema". Did you mean "schemas"? Available: id, title, description, listed, schemas, operations.
    change, no title: A change needs a title, such as change({ title: 'Lists come in pages', … }).
    change, no letters: Change "!" needs an id in kebab-case, such as id: 'lists-in-pages'.
    change, description: Change "Pages": description is 5. Write a string of CommonMark.
    change, listed: Change "Pages": listed is "no". Write true or false.
    change, one schema: Change "Pages": schemas must be a list, but is an object. Write schemas: [reshape(schema, { before, down, up })].
    change, a schema: Change "Pages": entry 1 of schemas is not a reshape. Write schemas: [reshape(schema, { before, down, up })].
    change, operations: Change "Pages": entry 1 of operations is not an operation. Write operations: [operation(() => UsersController, 'list', { before, up, down })].
    reshape(User): reshape() takes an object, but received undefined. Write reshape(schema, { before, down, up }).
    reshape, no before: A change takes schemas, but its before is undefined. Write reshape(schema, { before: z.object({ … }) }).
    reshape, misspelt: reshape(): unknown member "dwon". Did you mean "down"? Available: before, down, up, loses.
    reshape, down: reshape(): down is "name". Write a function, such as down: (value) => ….
    reshape, loses: loses takes an object, but received a list. Write loses: { down: ['firstName'], up: ['name'] }.
    reshape, loses.down: loses.down must be a list, but is "name". Write loses: { down: ['firstName'], up: ['name'] }.
    renamed(User): renamed() takes the members by name. Write renamed(schema, { newName: 'oldName' }).
    renamed, nothing: renamed() takes the members by name. Write renamed(schema, { newName: 'oldName' }).
    renamed, number: renamed(): "name" cannot be 5. Write renamed(schema, { newName: 'oldName' }).
    renamed, one name: renamed(): two members have one older name. Give each its own.
    renamed(null): renamed() takes an object schema of Zod 4, but received null.
    added(User): added() takes the members by name. Write added(schema, { tags: [] }).
    added, a list: added() takes the members by name. Write added(schema, { tags: [] }).
    removed(User): removed() takes the members by name. Write removed(schema, { nick: z.string() }, { down: () => ({ nick: '' }) }).
    removed, no schema: removed(): "nick" cannot be "x". Write removed(schema, { nick: z.string() }, { down: () => ({ nick: '' }) }).
    removed, no options: removed() takes an object, but received undefined. Write removed(schema, { nick: z.string() }, { down: () => ({ nick: '' }) }).
    removed, no down: removed() needs a down, which returns what older clients see. Write removed(schema, { nick: z.string() }, { down: () => ({ nick: '' }) }).
    moved(User): moved() takes the members by name. Write moved(schema, { 'address.city': 'city' }).
    moved, number: moved(): "name" cannot be 5. Write moved(schema, { 'address.city': 'city' }).
    reshapes, 5: reshapes(): part 1 is 5. Write a function of the schema, such as (schema) => renamed(schema, { newName: 'oldName' }).
    reshapes, no reshape: reshapes(): part 1 is 5. Write a function of the schema, such as (schema) => renamed(schema, { newName: 'oldName' }).
    operation, a class: operation() takes a function that returns the controller, or an operation that svc shapes wrote. Write operation(() => UsersController, 'list', { before: { path: 'all' } }).
    operation, no handler: operation(): the handler is undefined. Write the name of a method: operation(() => UsersController, 'list', { before: { path: 'all' } }).
    operation, no options: operation() takes an object, but received undefined. Write operation(() => UsersController, 'list', { before: { path: 'all' } }).
    operation, no before: operation(): before takes an object, but received undefined. Write operation(() => UsersController, 'list', { before: { path: 'all' } }).
    operation, misspelt: operation(): before: unknown member "pth". Did you mean "path"?
    operation, method: operation(): before.method is "get". Write one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS.
    operation, status: operation(): before.status is "200". Write a success status, such as 202.
    operation, query: operation(): before.query is an object. Write a schema, such as z.object({ … }).
    operation, up: operation(): up is 5. Write a function, such as up: (value) => ….
    behaviour, no options: behaviour() takes an object, but received undefined. Write behaviour('soft-delete', { title: 'Deleted users can be restored' }).
    behaviour, no title: Behaviour "soft-delete" needs a title, such as behaviour('soft-delete', { title: 'Deleted users can be restored' }).
    defineVersions, null: defineVersions() takes an object, but received null. Write '1' or { version: '2', changes: [] }.
    defineVersions, misspelt: defineVersions(): unknown member "change". Did you mean "changes"? Available: version, changes, released, deprecated.
    defineVersions, one change: Version "2": changes must be a list, but is an object. Write changes: [change({ title, … })].
    defineVersions, a reshape: Version "2": entry 1 of changes is not a change or a behaviour. Write changes: [change({ title, … })].
    versions.down, no version: Unknown version "undefined". Available: 1, 2.
    versions.down, no schema: versions.down() takes a schema, but received null. Write the newest shape, such as User.
    versions.schemaOf, no schema: versions.schemaOf() takes a schema, but received an object. Write the newest shape, such as User."
  `);
});

it('what is meant is accepted', () => {
  expect(
    messageOf(() =>
      operation!(
        function named() {
          return Users;
        },
        'list',
        { before: { status: 202, response: User } },
      ),
    ),
  ).toBe('accepted');
  expect(messageOf(() => change!({ title: 'Nothing else' }))).toBe('accepted');
});
