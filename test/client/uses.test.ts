import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capture } from '../../src/cli/testing/capture-io.js';
import type { ScanCompiler } from '../../src/client/scan/checker.js';
import { readUses, type Uses } from '../../src/client/uses/read-uses.js';
import { compile } from './compile.js';
import { newFolder, tools, writeFiles } from './consumer-folder.js';

const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1.0.0' },
  paths: {
    '/users': {
      get: {
        parameters: [
          { name: 'q', in: 'query', schema: { type: 'string' } },
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
        ],
        responses: answer({ type: 'array', items: { $ref: '#/components/schemas/User' } }),
      },
      post: {
        requestBody: { required: true, content: json({ $ref: '#/components/schemas/NewUser' }) },
        responses: answer({ $ref: '#/components/schemas/User' }),
      },
    },
    '/users/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: answer({ $ref: '#/components/schemas/User' }),
      },
    },
    '/tags': { get: { responses: answer({ type: 'array', items: { $ref: '#/components/schemas/Tag' } }) } },
  },
  components: {
    schemas: {
      User: object({
        id: { type: 'integer' },
        name: { type: 'string' },
        nick: { type: 'string' },
        state: { enum: ['open', 'closed'] },
        home: object({ city: { type: 'string' }, 'zip.code': { type: 'string' } }),
        pets: { type: 'array', items: object({ sort: { type: 'string' } }) },
      }),
      NewUser: object({ name: { type: 'string' }, nick: { type: 'string' } }, ['name']),
      Tag: object({ label: { type: 'string' }, parts: { type: 'array', items: { $ref: '#/components/schemas/Tag' } } }),
    },
  },
};

function json(schema: object) {
  return { 'application/json': { schema } };
}
function answer(schema: object) {
  return { '200': { description: 'OK', content: json(schema) } };
}
function object(properties: Readonly<Record<string, object>>, required = Object.keys(properties)) {
  return { type: 'object', required, properties };
}

const head = `import { client, type User, type NewUser } from './api/index.js';
import { send } from 'sender';
declare function unknownCode(value: any): void;
declare function groupBy<T>(list: readonly T[], name: keyof T): Map<string, T[]>;
const user = async () => (await client.GET('/users/{id}', { params: { path: { id: 1 } } })).data!;
const users = async () => (await client.GET('/users')).data ?? [];
void [send, unknownCode, groupBy, user, users, {} as User, {} as NewUser];
`;

/** What each piece of code is used for: the members of `GET /users/{id}` that it reads, else `GET /users …`. */
const cases: readonly (readonly [title: string, code: string, ...uses: readonly string[]])[] = [
  ['a member', 'void (await user()).nick;', 'nick'],
  ['an optional chain', 'const one: User | undefined = await user(); void one?.home?.city;', 'home', 'home.city'],
  ['a name in brackets', "void (await user())['nick'];", 'nick'],
  ['a name that is no word', "void (await user()).home['zip.code'];", 'home', 'home["zip.code"]'],
  ['destructuring', 'const { nick, home: { city } } = await user(); void [nick, city];', 'nick', 'home', 'home.city'],
  [
    'destructuring in an assignment',
    'let city = ""; ({ home: { city } } = await user()); void city;',
    'home',
    'home.city',
  ],
  ['destructuring of a parameter', 'const show = ({ nick }: User) => nick; show(await user());', 'nick'],
  ['the rest of a pattern', 'const { id, ...rest } = await user(); void [id, rest.nick];', 'id', 'nick'],
  ['an alias of a value', 'const one = await user(); const two = one; void two.nick;', 'nick'],
  ['an alias of a type', 'type Person = User; const show = (one: Person) => one.nick; show(await user());', 'nick'],
  ['a part of the type', "const part: Pick<User, 'nick'> = await user(); void part;", 'every nick'],
  ['a partial', 'const part: Partial<User> = await user(); void part.nick;', 'nick'],
  ['an indexed type', "const nick: User['nick'] = 'x'; void nick;", 'every nick'],
  ['a helper with a type parameter', 'const same = <T>(one: T) => one; void same(await user()).nick;', 'nick'],
  ['a default parameter', 'const show = async (one = user()) => (await one).nick; void show();', 'every nick'],
  [
    'a class field',
    'class Store { one: User | null = null; async load() { this.one = await user(); return this.one.nick; } } void Store;',
    'every nick',
  ],
  [
    'a wrapper of the call',
    "const load = (path: '/users/{id}') => client.GET(path, { params: { path: { id: 1 } } }); void (await load('/users/{id}')).data?.nick;",
    'nick',
  ],
  [
    'a method of the client',
    "const { GET } = client; void (await GET('/users/{id}', { params: { path: { id: 1 } } })).data?.nick;",
    'nick',
  ],
  ['request', "void (await client.request('get', '/users/{id}', { params: { path: { id: 1 } } })).data?.nick;", 'nick'],
  [
    'a template',
    "const base = '/users'; void (await client.GET(`${base}/{id}` as const, { params: { path: { id: 1 } } })).data?.nick;",
    'nick',
  ],
  [
    'JSX props',
    'const Badge = ({ text }: { text: string }) => text; const one = await user(); void <Badge text={one.nick} />;',
    'nick',
  ],
  [
    'a JSX prop of a type of the client',
    'const Card = ({ one }: { one: User }) => one.nick; void <Card one={await user()} />;',
    'every nick',
  ],
  [
    'JSX props of a type of its own, spread',
    'const Card = ({ nick }: { nick: string }) => nick; const one = await user(); void <Card {...one} />;',
    'nick',
  ],
  [
    'JSX props of any type',
    'const Card = (props: any) => props.nick; const one = await user(); void <Card {...one} />;',
    '*',
  ],
  ['in', "const one = await user(); if ('nick' in one) void 0;", 'nick'],
  [
    'a name chosen from some',
    "const key: 'name' | 'nick' = Math.random() > 1 ? 'name' : 'nick'; void (await user())[key];",
    'name',
    'nick',
  ],
  ['a name passed to a library', "void groupBy(await users(), 'nick');", 'GET /users [].nick'],
  ['a list', 'void (await users()).map(({ nick }) => nick);', 'GET /users [].nick'],
  [
    'a filtered list',
    'void (await users()).filter((one) => one.id > 1).find((one) => one.nick);',
    'GET /users [].id',
    'GET /users [].nick',
  ],
  ['a loop', 'for (const { nick } of await users()) void nick;', 'GET /users [].nick'],
  [
    'a map',
    'const found = new Map((await users()).map((one) => [one.id, one] as const)); void found.get(1)?.nick;',
    'GET /users [].id',
    'every nick',
  ],
  ['lists in members', 'void (await user()).pets.map((pet) => pet.sort);', 'pets', 'pets[].sort'],
  ['then', "void client.GET('/users').then(({ data }) => data?.[0]?.nick);", 'GET /users [].nick'],
  [
    'a type of its own',
    'interface Named { nick: string } const show = (one: Named) => one.nick; show(await user());',
    'nick',
  ],
  [
    'a part of its own inside',
    'const city: { home: { city: string } } = await user(); void city;',
    'home',
    'home.city',
  ],
  ['a list of its own type', 'const names: { nick: string }[] = await users(); void names;', 'GET /users [].nick'],
  ['a type that satisfies', 'const one = (await user()) satisfies { nick: string }; void one;', 'nick'],
  [
    'a function that is passed',
    'const show = (one: { nick: string }) => one.nick; (await users()).map(show);',
    'GET /users [].nick',
  ],
  [
    'a switch over all values',
    "const one = await user(); switch (one.state) { case 'open': break; case 'closed': break; }",
    'state!',
  ],
  [
    'a switch over a parameter',
    "const label = (state: User['state']) => { switch (state) { case 'open': return 1; case 'closed': return 2; } }; void label((await user()).state);",
    'every state',
    'state!',
  ],
  [
    'a switch over what a function gives',
    "const now = async () => (await user()).state; switch (await now()) { case 'open': case 'closed': }",
    'state!',
  ],
  ['a switch with a default', "const one = await user(); switch (one.state) { case 'open': break; default: }", 'state'],
  [
    'a switch over a variable',
    "const { state: now } = await user(); switch (now) { case 'open': case 'closed': }",
    'state!',
  ],
  [
    'names of all values',
    'const one = await user(); const names = { open: 1, closed: 2 }; void names[one.state];',
    'state!',
  ],
  ['any', 'unknownCode(await user());', '*'],
  ['any inside', 'unknownCode({ one: await user() });', '*'],
  ['a spread into unknown code', 'unknownCode({ ...(await user()), more: 1 });', '*'],
  ['a cast', 'const one = (await user()) as unknown; unknownCode(one);', '*'],
  ['serialisation', 'void JSON.stringify(await users());', 'GET /users *'],
  ['keys', 'void Object.keys(await user());', '*'],
  ['a loop over names', 'for (const name in await user()) void name;', '*'],
  [
    'any name',
    'const pick = (key: keyof User) => key; void (await user())[pick("id")];',
    'id',
    'name',
    'nick',
    'state',
    'home',
    'pets',
  ],
  ['a method of a library', '(await users()).forEach(console.log);', 'GET /users *'],
  [
    'a parameter of several callers',
    'const show = (one: User) => one.nick; show(await user()); show((await users())[0]!);',
    'nick',
    'GET /users [].nick',
  ],
  [
    'a parameter of a function that goes on',
    'const show = (one: User) => one.nick; show(await user()); unknownCode(show);',
    'every nick',
  ],
  [
    'a parameter of a function that calls itself',
    'const show = (one: User): string => (one.id > 1 ? show(one) : one.nick); show(await user());',
    'every id',
    'every nick',
  ],
  ['code without types', 'const show = (one: any) => one.nick; void show(await user());', 'nick'],
  [
    'code without types, inside',
    'const show = (one: any) => one.home.city; void show(await user());',
    'home',
    'home.city',
  ],
  [
    'a variable without a type',
    'const one: any = await user(); const { pets: [first], ...rest } = one; void [first, rest];',
    '*',
  ],
  [
    'names of a variable without a type',
    'const one: any = await user(); const { nick, home: { city } } = one; void [nick, city];',
    'nick',
    'home',
    'home.city',
  ],
  [
    'a callback without types',
    'const legacy = (one: any, use: (one: any) => void) => use(one); legacy(await user(), (one) => { if (one.nick === "a") throw one.name; });',
    'nick',
    'name',
  ],
  [
    'a list without types',
    'const show = (all: any) => all.map((one: any) => one.nick); void show(await users());',
    'GET /users [].nick',
  ],
  [
    'a copy by way of JSON',
    'const back = JSON.parse(JSON.stringify(await user())); void back.home.city;',
    'home',
    'home.city',
  ],
  [
    'a copy by way of JSON that goes on',
    'const back = JSON.parse(JSON.stringify(await user())); unknownCode(back);',
    '*',
  ],
  ['code without types that hands on', 'const show = (one: any) => unknownCode(one); show(await user());', '*'],
  [
    'code without types that names while it runs',
    'const show = (one: any, name: string) => one[name]; void show(await user(), "nick");',
    '*',
    'nick',
  ],
  ['code without types that gives back', 'const same = (one: any) => one; void same(await user()).nick;', 'nick'],
  [
    'code without types that lists values',
    "const label = (state: 'open' | 'closed') => state; const show = (one: any) => label(one.state); void show(await user());",
    '*',
  ],
  ['code without types that gets nothing', 'const show = (_: any) => 1; void show(await user());'],
  [
    'code without types that keeps',
    'const kept: any = {}; const keep = (one: any) => { kept.one = one; }; keep(await user());',
    '*',
  ],
  ['an object for code without types', 'const show = (one: object) => Object.keys(one); void show(await user());', '*'],
  ['an awaited promise without types', 'const show = async (one: any) => (await one).nick; void show(user());', 'nick'],
  [
    'a promise without types',
    'const show = (one: any) => one.then((all: any) => all.nick); void show(user());',
    'nick',
  ],
  ['a list of any', 'unknownCode([await user()]);', '*'],
  ['a function of any', 'unknownCode(() => user());', 'every *'],
  ['a library that takes any type', 'send(await user());', '*'],
  ['a library that takes any type inside', 'send({ list: [{ ...(await user()) }] });', '*'],
  ['a library that gives it back', 'void structuredClone(await user()).nick;', 'every nick'],
  ['an object', 'const all: object = await user(); unknownCode(all);', '*'],
  ['a promise', 'unknownCode(user());', '*'],
  ['a dictionary', 'void Object.entries(await user());', '*'],
  [
    'an object passed on',
    "const q = 'a'; const limit = 1; const query = { q, limit }; await client.GET('/users', { params: { query } });",
    'GET /users query.q=',
    'GET /users query.limit=',
  ],
  [
    'options passed on',
    "const limit = 1; const init = { params: { query: { limit } } }; await client.GET('/users', init);",
    'GET /users query.limit=',
  ],
  [
    'a body of its own type',
    "const body: NewUser = { name: 'Ada' }; await client.POST('/users', { body });",
    'POST /users body.name=',
    'POST /users body.nick',
  ],
  [
    'a body with more than its type asks for',
    "const body: NewUser = { name: 'Ada', nick: 'ada' }; await client.POST('/users', { body });",
    'POST /users body.name=',
    'POST /users body.nick=',
  ],
  [
    'a body that changes before it is sent',
    "let body: NewUser = { name: 'Ada', nick: 'ada' }; body = { name: 'Bob' }; await client.POST('/users', { body });",
    'POST /users body.name=',
    'POST /users body.nick',
  ],
  [
    'a member that may be sent',
    "const query: { q?: string } = {}; await client.GET('/users', { params: { query } });",
    'GET /users query.q',
  ],
  [
    'a body that is made in a function',
    "const make = (nick: string): NewUser => ({ name: 'Ada', nick }); await client.POST('/users', { body: make('a') });",
    'POST /users body.name=',
    'POST /users body.nick',
  ],
  ['a body that nothing shows', "await client.POST('/users', { body: JSON.parse('') });", 'POST /users *'],
  ['a client that nothing shows', 'unknownCode(client);', 'lost'],
];

/** Where no code shows which call a value comes from, it may be any that answers its type. */
const everywhere = (member: string) => [
  member,
  `GET /users ${member === '*' ? '' : '[].'}${member}`,
  `POST /users ${member}`,
];

const fileOf = (index: number) =>
  `case-${String(index).padStart(2, '0')}.ts${cases[index]![1].includes('/>') ? 'x' : ''}`;

describe('a scan for uses', () => {
  let folder: string;
  let uses: Uses;

  beforeAll(async () => {
    folder = newFolder({ lib: ['es2023', 'dom', 'dom.iterable'], noUnusedLocals: false, jsx: 'preserve' });
    writeFiles(folder, { 'shop.json': JSON.stringify(document), 'svc.config.yaml': 'document: shop.json\n' });
    expect(await capture(['client'], { cwd: folder })).toMatchObject({ code: 0 });
    writeFiles(
      folder,
      Object.fromEntries(cases.map(([, code], index) => [`src/${fileOf(index)}`, `${head}${code}\nexport {};\n`])),
    );
    writeFiles(folder, {
      'src/jsx.d.ts': 'declare namespace JSX { type Element = unknown; interface IntrinsicElements {} }\n',
    });
    writeFiles(folder, { 'src/sender.d.ts': "declare module 'sender' { export function send<T>(body: T): void }\n" });
    const compiler = createRequire(join(tools, 'package.json'))('typescript') as ScanCompiler;
    uses = readUses({ folder: join(folder, 'src'), wanted: {}, nameFile: (file) => file }, compiler);
  }, 240_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('compiles what it reads', async () => {
    expect(compile(folder)).toBe('');
    expect(uses.gaps.map(({ reason }) => reason)).toEqual([
      'the client, or a path, goes where nothing shows what is called.',
    ]);
  });

  it.each(cases.map(([title, code, ...expected], index) => [title, code, expected, index] as const))(
    'follows %s: %s',
    (_, code, expected, index) => {
      const own = uses.uses.filter(
        ({ file, line }) => file.endsWith(fileOf(index)) && line > head.split('\n').length - 1,
      );
      const said = own
        .filter(({ kind, member }) => kind !== 'call' && member !== 'path.id')
        .map(({ operation, member, kind, isExhaustive, isAlways }) =>
          `${operation} ${member}${isExhaustive ? '!' : ''}${kind === 'send' && isAlways ? '=' : ''}`.replace(
            /^GET \/users\/\{id\} /,
            '',
          ),
        );
      const places = (one: string) => (one.startsWith('every ') ? everywhere(one.slice(6)) : [one]);
      const wanted = expected[0] === 'lost' ? [...new Set(said)] : expected.flatMap(places);
      expect([...new Set(said)].sort(), code).toEqual([...wanted].sort());
      if (expected[0] === 'lost') expect(said.length).toBeGreaterThan(6);
    },
  );
});
