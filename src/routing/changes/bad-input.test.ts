import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serveForTest } from '../../server/testing/serve-for-test.js';
import { Module } from '../../wiring/module.js';
import type { Input } from '../declare/route-schemas.js';
import { Controller, Get, Post } from '../declare/verbs.js';
import { HttpError } from '../table/http-error.js';
import { type Change, change } from '../../changes/change.js';
import { defineVersions, type VersionEntry } from '../../changes/define-versions.js';
import { operation } from './operation.js';
import { reshape } from '../../changes/reshape.js';
import { renamed } from '../../changes/short-forms.js';
import { behaviour } from '../../changes/behaviour.js';
import { readOlder } from '../../changes/testing/read-older.js';

const Name = z.object({ first: z.string(), last: z.string() }).meta({ id: 'Name' });
const User = z.object({ id: z.int(), name: Name, nick: z.string().nullable() }).meta({ id: 'User' });
const create = { body: User, response: { 201: User } } as const;

@Controller('users')
class UsersController {
  @Post('', create) create({ body }: Input<typeof create>) {
    return body;
  }
  @Get('web', { response: User }) web() {
    return Response.json({ id: 1, name: { first: 'Ada', last: 'L' }, nick: null });
  }
  @Get('null', { response: User }) missing() {
    return { id: 1, name: null } as never;
  }
}
@Module({ controllers: [UsersController] })
class Users {}

const flatName = { before: z.object({ name: z.string() }), up: ({ name }: { name: string }) => splitName(name) };
function splitName(name: string) {
  const [first, last] = name.split(' ');
  if (!last) throw new Error(`"${name}" has no last name`);
  return { first: first!, last };
}
const join = ({ first, last }: z.output<typeof Name>) => ({ name: `${first} ${last}` });

/** The status and the log of a request for version 1 of the users, which the changes lead to. */
async function ask(changes: VersionEntry['changes'], path: string, body?: unknown) {
  const errors: string[] = [];
  const { app, call } = await serveForTest(Users, {
    versioning: {
      type: 'header',
      header: 'X-API-Version',
      versions: defineVersions(['1', { version: '2', changes }]),
    },
    logger: {
      info() {},
      warn() {},
      error: (_, details) => errors.push(String((details as { error: string }).error).split('\n')[0]!),
    },
  });
  const { status, text } = await call(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', 'X-API-Version': '1' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await app.close();
  return { status, text, error: errors[0] ?? null };
}

const names = (options: object) =>
  change({ title: 'Names', schemas: [reshape(Name, { ...flatName, down: join, ...options } as never)] });
const ada = { id: 1, name: { name: 'Ada L' }, nick: null };

describe('a change that fails on a value', () => {
  it('is a 500 whose log names the change, when up throws on data that passed validation', async () => {
    const { status, text, error } = await ask([names({})], '/users', { ...ada, name: { name: 'Ada' } });
    expect([status, text.includes('last name')]).toEqual([500, false]);
    expect(error).toBe('ChangeError: The change "Names" of version 2 failed on the way up: "Ada" has no last name');
  });

  it('is a 500, when down meets a null that its schema does not allow', async () => {
    const { status, error } = await ask([names({})], '/users/null');
    expect(status).toBe(500);
    expect(error).toMatch(/^ChangeError: The change "Names" of version 2 failed on the way down: Cannot destructure/);
  });

  it('is a 500, when it throws an HttpError', async () => {
    const down = () => {
      throw new HttpError(404, 'No such name.');
    };
    const { status, error } = await ask([names({ down })], '/users', ada);
    expect([status, error]).toEqual([
      500,
      'ChangeError: The change "Names" of version 2 failed on the way down: No such name.',
    ]);
  });

  it('is a 500, when it is asynchronous, for schemas and for operations; typed code does not compile', async () => {
    const late = 'returned a promise, and changes are synchronous.';
    expect((await ask([names({ down: async () => ({ name: 'x' }) })], '/users', ada)).error).toContain(`down ${late}`);
    const own = (up: () => Promise<object>) =>
      // @ts-expect-error: a promise is no request
      change({ title: 'Own', operations: [operation(() => UsersController, 'create', { before: {}, up })] });
    const { status, error } = await ask([own(() => Promise.reject(new Error('late')))], '/users', {
      ...ada,
      name: { first: 'A', last: 'L' },
    });
    expect([status, error]).toEqual([
      500,
      `ChangeError: The change "Own" of version 2 failed on the way up: up ${late}`,
    ]);
    // @ts-expect-error: a promise is no name
    reshape(Name, { before: z.string(), down: async ({ first }) => first });
  });

  it('is a 500, when the handler returns a Web Response, which no change can read', async () => {
    expect(await ask([names({})], '/users/web')).toMatchObject({
      status: 500,
      error: expect.stringContaining('UsersController.web answered version 1 with a Web Response'),
    });
  });
});

describe('a refinement of the newest shape', () => {
  it('refuses an older request, and names its member only if the requested version has it', async () => {
    const Pair = z
      .object({ left: z.int(), right: z.int() })
      .refine(({ left }) => left < 9, { path: ['left'], message: 'too far' })
      .refine(({ right }) => right < 9, { path: ['right'], message: 'too far' });
    const move = { body: z.object({ pairs: z.array(Pair) }) } as const;
    @Controller('moves')
    class MovesController {
      @Post('', move) move() {}
    }
    @Module({ controllers: [MovesController] })
    class Moves {}
    const changes = [change({ title: 'Sides', schemas: [renamed(Pair, { left: 'start' })] })];
    const { app, call } = await serveForTest(Moves, {
      versioning: {
        type: 'header',
        header: 'X-API-Version',
        versions: defineVersions(['1', { version: '2', changes }]),
      },
    });
    const refused = async (version: string, pair: object) => {
      const { json } = await call('/moves', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'X-API-Version': version },
        body: JSON.stringify({ pairs: [pair] }),
      });
      return (json() as { errors: { path: string }[] }).errors.map(({ path }) => path);
    };
    expect(await refused('2', { left: 9, right: 9 })).toEqual(['pairs.0.left', 'pairs.0.right']);
    expect(await refused('1', { start: 9, right: 9 })).toEqual(['pairs.0', 'pairs.0.right']);
    await app.close();
  });
});

describe('a schema that is hard to change', () => {
  it('may be shared between requests and answers', async () => {
    const { status, text } = await ask([names({})], '/users', ada);
    expect([status, JSON.parse(text)]).toEqual([201, ada]);
  });

  it('may be answered by an object with toJSON, in lists and in unions too', () => {
    const Team = z.object({ names: z.union([z.boolean(), z.array(Name)]), name: Name });
    const versions = defineVersions(['1', { version: '2', changes: [names({})] }]);
    const row = { toJSON: () => ({ first: 'Ada', last: 'L' }) };
    const list = { toJSON: () => [row] };
    expect(versions.down(Team, { names: list, name: row } as never, '1')).toEqual({
      names: [{ name: 'Ada L' }],
      name: { name: 'Ada L' },
    });
  });

  it('may be changed twice in one version, when the second change names the first one’s before', () => {
    const first = renamed(Name, { first: 'given' });
    const second = renamed(first.before, { last: 'family' });
    const versions = defineVersions([
      '1',
      {
        version: '2',
        changes: [change({ title: 'One', schemas: [first] }), change({ title: 'Two', schemas: [second] })],
      },
    ]);
    const older = { id: 1, name: { given: 'Ada', family: 'L' }, nick: null };
    const newer = { id: 1, name: { first: 'Ada', last: 'L' }, nick: null };
    expect([versions.down(User, newer, '1'), versions.up(User, older, '1')]).toEqual([older, newer]);
    expect(z.safeParse(versions.schemaOf(User, '1') as z.ZodType, older).success).toBe(true);
  });

  it('may be null or missing itself: its change sees that value', () => {
    const Nick = z.string().nullable();
    const Note = z.string().optional();
    const Card = z.object({ nick: Nick.optional(), inner: Nick.nullable(), note: Note, list: z.tuple([Nick]) });
    const versions = defineVersions([
      '1',
      {
        version: '2',
        changes: [
          change({
            title: 'Nulls',
            schemas: [
              reshape(Nick, { before: z.string(), down: (nick) => nick ?? '', up: (nick) => nick || null }),
              reshape(Note, { before: z.string(), down: (note) => note ?? '', up: (note) => note || undefined }),
            ],
          }),
        ],
      },
    ]);
    expect(versions.down(Card, { nick: null, inner: null, list: [null] }, '1')).toEqual({
      nick: '',
      inner: null,
      note: '',
      list: [''],
    });
    expect(versions.up(Card, { nick: '', inner: null, note: '', list: [''] }, '1')).toEqual({
      nick: null,
      inner: null,
      note: undefined,
      list: [null],
    });
  });

  it('is read after its preprocessing, which runs once', () => {
    let runs = 0;
    const Body = z.preprocess((value) => (runs++, JSON.parse(value as string) as unknown), Name);
    const versions = defineVersions(['1', { version: '2', changes: [names({})] }]);
    const { data } = readOlder(versions, Body, '{"name":"Ada L"}', '1');
    expect([data, runs]).toEqual([{ first: 'Ada', last: 'L' }, 1]);
  });
});

describe('a list of versions', () => {
  const pages: Change = change({ title: 'Pages' });

  it('names each change once', () => {
    expect(() => defineVersions(['1', { version: '2', changes: [pages] }, { version: '3', changes: [pages] }])).toThrow(
      '"Pages" is listed twice, in version 2 and in version 3. List it in the version that made it.',
    );
    expect(() => defineVersions(['1', { version: '2', changes: [pages, behaviour('pages', { title: 'x' })] }])).toThrow(
      'Version 2 and version 2 each have a change with the id "pages". Give one of them another title, or an id.',
    );
  });

  it('has no change before its oldest version, and each version once', () => {
    expect(() => defineVersions([{ version: '1', changes: [pages] }])).toThrow('Version "1" is the oldest');
    expect(() => defineVersions(['1', '1'])).toThrow('defineVersions() lists version "1" twice.');
  });

  it('has each behaviour that is asked for; when the version before it is gone, the oldest may have it', () => {
    const softDelete = behaviour('soft-delete', { title: 'Users can be restored' });
    expect(() => defineVersions(['1', '2']).has(softDelete, '2')).toThrow(
      'No version lists the behaviour "soft-delete". Put it into the changes of one; the oldest may have behaviours too.',
    );
    const versions = defineVersions([{ version: '2', changes: [softDelete] }, '3']);
    expect([versions.has(softDelete, '2'), versions.has(softDelete, null)]).toEqual([true, true]);
  });

  it('has no change whose before is its after', () => {
    expect(() => reshape(User, { before: User.describe('A copy.') })).toThrow(
      'A change names the same schema as after and before. Give the older shape a schema of its own',
    );
  });
});

describe('the order of changes', () => {
  it('is the outer schema before the inner one on the way down, and exactly the reverse on the way up', () => {
    const log: string[] = [];
    const traced = <S extends z.ZodType>(schema: S, before: z.ZodType, name: string) =>
      reshape(schema, {
        before: before as S,
        down: (value) => (log.push(`down ${name}`), value) as never,
        up: (value) => (log.push(`up ${name}`), value) as never,
      });
    const Inner = z.object({ a: z.string() });
    const Outer = z.object({ inner: Inner });
    const InnerTwo = z.object({ a: z.string() });
    const outer = traced(Outer, z.object({ inner: Inner }), 'outer 3');
    const inner = traced(Inner, InnerTwo, 'inner 3');
    const versions = defineVersions([
      '1',
      {
        version: '2',
        changes: [change({ title: 'Two', schemas: [traced(InnerTwo, z.object({ a: z.string() }), 'inner 2')] })],
      },
      { version: '3', changes: [change({ title: 'Three', schemas: [inner, outer] })] },
    ]);
    const value = { inner: { a: 'x' } };
    expect([versions.down(Outer, value, '1'), versions.up(Outer, value, '1')]).toEqual([value, value]);
    expect(log).toEqual(['down outer 3', 'down inner 3', 'down inner 2', 'up inner 2', 'up inner 3', 'up outer 3']);
  });
});
