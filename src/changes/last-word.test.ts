import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Change, change } from './change.js';
import { moved } from './moved.js';
import { operation } from '../routing/changes/operation.js';
import type { Reshape } from './reshape.js';
import { reshape } from './reshape.js';
import { added, renamed } from './short-forms.js';
import { entry, serve, serveChanges } from './testing/serve-things.js';

const named = (up: (name: string) => unknown) => (First: z.ZodType) =>
  reshape(First, {
    before: z.object({ name: z.string() }),
    up: (({ name }: { name: string }) => up(name)) as never,
  }) as never;

describe('after up, the newest schema has the last word', () => {
  const First = z.object({
    first: z
      .string()
      .trim()
      .toLowerCase()
      .min(2)
      .refine((v) => v !== 'root', 'is taken'),
  });

  it('refuses what the newest version refuses', async () => {
    const { send } = await serve(First, entry('2', named((first) => ({ first }))(First)));
    for (const [name, code, message] of [
      ['root', 'custom', 'is taken'],
      ['a', 'too_small', 'Too small: expected string to have >=2 characters'],
    ] as const) {
      expect(await send('2', { first: name })).toMatchObject({
        status: 400,
        errors: [{ path: 'first', code, message }],
      });
      expect(await send('1', { name })).toEqual({
        status: 400,
        detail: `The request breaks a rule of POST /things: ${message} (${code}).`,
        errors: [{ in: 'body', path: '', code, message }],
      });
    }
  });

  it('runs what the newest schema does to a member that a change made', async () => {
    const { send } = await serve(First, entry('2', named((first) => ({ first }))(First)));
    expect(await send('1', { name: '  ADA ' })).toEqual({ first: 'ada' });
  });

  it('answers 500 for a type that a change got wrong, and logs the change', async () => {
    const { send, logged } = await serve(First, entry('2', named(() => ({ first: 5 }))(First)));
    expect(await send('1', { name: 'ada' })).toMatchObject({ status: 500, errors: undefined });
    expect(logged.join()).toMatch(
      /The change \\"Version 2\\" of version 2 .*failed on the way up: .*expected string, received number/,
    );
  });

  it('answers 500 for a required member that a change forgets', async () => {
    const { send } = await serve(First, entry('2', named(() => ({}))(First)));
    expect(await send('1', { name: 'ada' })).toMatchObject({ status: 500 });
  });

  it('drops or refuses surplus members, as the newest schema says', async () => {
    const before = z.looseObject({ name: z.string() });
    const up = ({ name, ...rest }: { name: string }) => ({ first: name, ...rest });
    const Strip = z.object({ first: z.string() });
    const Strict = z.strictObject({ first: z.string() });
    const strip = await serve(Strip, entry('2', reshape(Strip, { before, up } as never) as never));
    expect(await strip.send('1', { name: 'ada', role: 'admin' })).toEqual({ first: 'ada' });
    const strict = await serve(Strict, entry('2', reshape(Strict, { before, up } as never) as never));
    expect(await strict.send('1', { name: 'ada', role: 'admin' })).toMatchObject({
      status: 400,
      errors: [{ code: 'unrecognized_keys' }],
    });
  });

  it('names the older member that came through unchanged, or by renamed or moved', async () => {
    const Newest = z.object({
      nickname: z.string().min(2),
      address: z.object({ city: z.string().min(3), zip: z.string() }),
    });
    const flat = moved(Newest, { 'address.city': 'city' });
    const nick = renamed(flat.before as never, { nickname: 'nick' } as never) as Reshape;
    // The rules came with the newest version.
    const before = z.object({ nick: z.string(), city: z.string(), address: z.object({ zip: z.string() }) });
    const { send } = await serve(
      Newest,
      entry('2', reshape(nick.before as never, { before, up: (value: object) => value } as never) as never),
      entry('3', nick as never),
      entry('4', flat as never),
    );
    expect(await send('1', { nick: 'a', city: 'Ur', address: { zip: '1' } })).toMatchObject({
      status: 400,
      errors: [{ path: 'nick' }, { path: 'city' }],
    });
    expect(await send('1', { nick: 'ab', city: 'Rome', address: { zip: '1' } })).toEqual({
      nickname: 'ab',
      address: { city: 'Rome', zip: '1' },
    });
  });

  it('releases the idempotency key', async () => {
    const { send } = await serve(First, entry('2', named((first) => ({ first }))(First)));
    const key = { 'idempotency-key': 'one' };
    expect(await send('1', { name: 'root' }, key)).toMatchObject({ status: 400 });
    expect(await send('1', { name: 'ada' }, key)).toEqual({ first: 'ada' });
  });

  it('waits for an asynchronous refinement', async () => {
    const Later = z.object({ first: z.string().refine(async (value) => value !== 'root', 'is taken') });
    const { send } = await serve(Later, entry('2', named((first) => ({ first }))(Later)));
    expect(await send('1', { name: 'root' })).toMatchObject({ status: 400, errors: [{ message: 'is taken' }] });
    expect(await send('1', { name: 'ada' })).toEqual({ first: 'ada' });
  });
});

describe('what the requested version has parsed', () => {
  /** Counts its runs, and returns what it would not take again. */
  const counting = () => {
    let runs = 0;
    const schema = z.string().transform((text) => (runs++, text.length));
    return { schema, runs: () => runs };
  };
  const old = (shape: z.core.$ZodShape) => z.object({ name: z.string(), ...shape });
  const up = ({ name, ...rest }: { name: string }) => ({ first: name, ...rest });

  it.each([
    ['beside a change', (S: z.ZodType) => ({ s: S }), 'abc', 3],
    ['in a list', (S: z.ZodType) => ({ s: z.array(S) }), ['a', 'bc'], [1, 2]],
    ['in an object', (S: z.ZodType) => ({ s: z.object({ a: S }) }), { a: 'abc' }, { a: 3 }],
    ['that may be absent', (S: z.ZodType) => ({ s: S.optional() }), undefined, undefined],
    ['with a default', (S: z.ZodType) => ({ s: S.default(7 as never) }), undefined, 7],
  ] as const)('does not run again %s', async (_, shape, sent, received) => {
    const { schema, runs } = counting();
    const members = shape(schema) as z.core.$ZodShape;
    const After = z.object({ first: z.string(), ...members });
    const { send } = await serve(After, entry('2', reshape(After, { before: old(members), up } as never) as never));
    expect(await send('1', { name: 'ada', s: sent })).toEqual({
      first: 'ada',
      ...(received !== undefined && { s: received }),
    });
    expect(runs()).toBeLessThanOrEqual(2);
  });

  it('does not run again where a member is renamed or moved', async () => {
    const { schema } = counting();
    const After = z.object({ title: schema, box: z.object({ inner: schema, kept: schema }) });
    const title = renamed(After, { title: 'name' });
    const { send } = await serve(
      After,
      entry('2', moved(title.before as never, { 'box.inner': 'inner' } as never) as never),
      entry('3', title as never),
    );
    expect(await send('1', { name: 'a', inner: 'bb', box: { kept: 'ccc' } })).toEqual({
      title: 1,
      box: { inner: 2, kept: 3 },
    });
    expect(await send('2', { name: 'a', box: { inner: 'bb', kept: 'ccc' } })).toEqual({
      title: 1,
      box: { inner: 2, kept: 3 },
    });
  });

  it('does not run again around, beside and below changed schemas', async () => {
    const { schema } = counting();
    const Tag = z.object({ label: z.string(), size: schema });
    const Body = z.object({
      size: schema,
      tags: z.array(Tag),
      pair: z.tuple([schema, Tag]),
      byName: z.record(z.string(), Tag),
      either: z.union([Tag, schema]),
      both: z.intersection(z.object({ tag: Tag }), z.object({ more: schema })),
      maybe: Tag.nullable().optional(),
    });
    const { send } = await serve(Body, entry('2', renamed(Tag, { label: 'name' }) as never));
    const tag = (name: string) => ({ name, size: 'abc' });
    const raised = (label: string) => ({ label, size: 3 });
    expect(
      await send('1', {
        size: 'a',
        tags: [tag('x'), tag('y')],
        pair: ['ab', tag('z')],
        byName: { one: tag('v') },
        either: 'abcd',
        both: { tag: tag('w'), more: 'abcde' },
        maybe: null,
      }),
    ).toEqual({
      size: 1,
      tags: [raised('x'), raised('y')],
      pair: [2, raised('z')],
      byName: { one: raised('v') },
      either: 4,
      both: { tag: raised('w'), more: 5 },
      maybe: null,
    });
  });

  it('passes a list on into a page, and items into another list', async () => {
    const { schema } = counting();
    const Page = z.object({ items: z.array(schema) });
    const { send } = await serve(
      Page,
      entry('2', reshape(Page, { before: z.array(schema), up: (items: number[]) => ({ items }) } as never) as never),
    );
    expect(await send('1', ['a', 'bb'])).toEqual({ items: [1, 2] });
  });

  it('runs again for a value that a change replaced', async () => {
    const Shout = z.string().transform((text) => `${text}!`);
    const After = z.object({ first: z.string(), s: Shout });
    const { send } = await serve(
      After,
      entry(
        '2',
        reshape(After, {
          before: old({ s: Shout }),
          up: (({ name, s }: { name: string; s: string }) => ({ first: name, s: `${s}?` })) as never,
        } as never) as never,
      ),
    );
    expect(await send('1', { name: 'ada', s: 'hey' })).toEqual({ first: 'ada', s: 'hey!?!' });
  });

  it('runs the refinements that a member has in the newest version only', async () => {
    const Name = z.string();
    const After = z.object({ first: z.string(), s: Name.refine((text) => text !== 'root', 'is taken') });
    const { send } = await serve(After, entry('2', reshape(After, { before: old({ s: Name }), up } as never) as never));
    expect(await send('1', { name: 'ada', s: 'root' })).toMatchObject({
      status: 400,
      errors: [{ path: 's', message: 'is taken' }],
    });
  });
});

describe('what a version between or inside declares', () => {
  const Tag = z.object({ label: z.string() }).meta({ id: 'TagBeside' });
  const label = renamed(Tag, { label: 'name' });

  it('fills a default beside a change of the same version', async () => {
    const After = z.object({ title: z.string(), tags: z.array(Tag) });
    const before = z.object({ name: z.string(), tags: z.array(Tag).default([]) });
    const title = reshape(After, { before, up: ({ name, tags }) => ({ title: name, tags: tags.map((tag) => tag) }) });
    const { send } = await serve(After, entry('2', title as never, label as never));
    expect(await send('1', { name: 'a' })).toEqual({ title: 'a', tags: [] });
    expect(await send('1', { name: 'a', tags: [{ name: 'x' }] })).toEqual({ title: 'a', tags: [{ label: 'x' }] });
  });

  it('runs the rules of an older shape above what the same version changes inside it', async () => {
    const After = z.object({ title: z.string(), tags: z.array(Tag) });
    const before = z
      .object({ name: z.string(), tags: z.array(Tag).max(1, 'One tag at most') })
      .refine(({ tags }) => tags.every((tag) => tag.label !== 'no'), { message: 'No', path: ['tags'] });
    const title = reshape(After, { before, up: ({ name, tags }) => ({ title: name, tags }) });
    const { send } = await serve(After, entry('2', title as never, label as never));
    expect(await send('1', { name: 'a', tags: [{ name: 'x' }, { name: 'y' }] })).toMatchObject({
      status: 400,
      errors: [{ path: 'tags', message: 'One tag at most' }],
    });
    expect(await send('1', { name: 'a', tags: [{ name: 'no' }] })).toMatchObject({
      status: 400,
      errors: [{ path: 'tags', message: 'No' }],
    });
    expect(await send('1', { name: 'a', tags: [{ name: 'x' }] })).toEqual({ title: 'a', tags: [{ label: 'x' }] });
  });

  it('runs once what another change of the same version has inside it, and above it', async () => {
    const Word = z.object({ text: z.string().transform((text) => `${text}!`), name: z.string() });
    const After = z.object({ first: Word, words: z.array(Word).transform((words) => [words.length, words]) });
    const both = [renamed(After, { first: 'one' }), renamed(Word, { name: 'title' })] as never[];
    const { send } = await serve(After, entry('2', ...both));
    expect(await send('1', { one: { text: 'a', title: 'x' }, words: [{ text: 'b', title: 'y' }] })).toEqual({
      first: { text: 'a!', name: 'x' },
      words: [1, [{ text: 'b!', name: 'y' }]],
    });
  });

  it('runs once what no change of the same version reached in a value', async () => {
    const Tags = z.union([z.array(Tag), z.object({ text: z.string().transform((text) => ({ text })) })]);
    const After = z.object({ tags: Tags });
    const { send } = await serve(After, entry('2', renamed(After, { tags: 'labels' }) as never, label as never));
    expect(await send('1', { labels: { text: 'a' } })).toEqual({ tags: { text: { text: 'a' } } });
    expect(await send('1', { labels: [{ name: 'a' }] })).toEqual({ tags: [{ label: 'a' }] });
  });

  it('runs once what each level of a schema has that contains itself', async () => {
    const Node = z.object({
      text: z.string().transform((text) => `${text}!`),
      get nodes() {
        return z.array(Node);
      },
    });
    const { send } = await serve(Node, entry('2', renamed(Node as never, { nodes: 'children' } as never)));
    expect(await send('1', { text: 'a', children: [{ text: 'b', children: [{ text: 'c', children: [] }] }] })).toEqual({
      text: 'a!',
      nodes: [{ text: 'b!', nodes: [{ text: 'c!', nodes: [] }] }],
    });
  });

  it('fills in the defaults of intermediate versions, and leaves their rules to the newest', async () => {
    const Three = z.object({ label: z.string().max(20) });
    const Two = z.object({
      name: z.string().max(5),
      size: z.int().default(3),
      at: z.string().transform((text) => new Date(text)),
    });
    const one = z.object({ n: z.string().max(20) });
    const { send } = await serve(
      Three,
      entry(
        '2',
        reshape(Two, {
          before: one,
          up: ({ n }: { n: string }) => ({ name: n, at: '2026-01-02T00:00:00Z' }),
        } as never) as never,
      ),
      entry(
        '3',
        reshape(Three, {
          before: Two,
          up: ({ name, size, at }: z.output<typeof Two>) => ({ label: `${name} ${size} ${at.getUTCFullYear()}` }),
        } as never) as never,
      ),
    );
    expect(await send('1', { n: 'abcdefgh' })).toEqual({ label: 'abcdefgh 3 2026' });
    expect(await send('2', { name: 'abcdefgh', at: 'x' })).toMatchObject({ status: 400, errors: [{ path: 'name' }] });
  });

  it('blames the change that made a wrong type for a version between', async () => {
    const Three = z.object({ label: z.string() });
    const Two = z.object({ name: z.string() });
    const { send, logged } = await serve(
      Three,
      entry('2', reshape(Two, { before: z.object({ n: z.string() }), up: () => ({ name: 5 }) } as never) as never),
      entry('3', reshape(Three, { before: Two, up: ({ name }) => ({ label: `${name}` }) }) as never),
    );
    expect(await send('1', { n: 'a' })).toMatchObject({ status: 500 });
    expect(logged.join()).toContain('The change \\"Version 2\\" of version 2');
  });
});

describe('what an operation converts', () => {
  const Body = z.object({ first: z.string().min(2) });
  const Query = z.object({ search: z.string().trim().min(2) });
  const serveOperation = (options: object) =>
    serveChanges(
      Body,
      (controller) => [
        {
          version: '2',
          changes: [
            change({
              title: 'Search',
              operations: [operation(controller, 'make' as never, options as never)],
            }) as Change,
          ],
        },
      ],
      Query,
    );

  it('is read by the newest schema', async () => {
    const { send } = await serveOperation({
      before: { query: z.object({ q: z.string() }) },
      up: ({ query }: { query: { q: string } }) => ({ query: { search: query.q } }),
    });
    expect(await send('1', { first: 'ada' }, {}, '?q=%20xyz%20')).toEqual({
      body: { first: 'ada' },
      query: { search: 'xyz' },
    });
    expect(await send('1', { first: 'ada' }, {}, '?q=x')).toMatchObject({
      status: 400,
      errors: [{ in: 'query', path: '', code: 'too_small' }],
    });
  });

  it('may be a list that was in an object', async () => {
    const own = { before: { body: z.object({ data: z.array(z.string()) }) }, up: unwrap };
    function unwrap({ body }: { readonly body: { readonly data: readonly string[] } }) {
      return { body: body.data };
    }
    const { send } = await serveChanges(z.array(z.string()), (controller) => [
      {
        version: '2',
        changes: [change({ title: 'Plain', operations: [operation(controller, 'make' as never, own as never)] })],
      },
    ]);
    expect(await send('1', { data: ['a', 'b'] })).toEqual(['a', 'b']);
  });

  it('may be an object that was in another one', async () => {
    const Text = z.object({ text: z.string() }).catchall(z.string());
    const own = {
      before: { body: z.object({ data: Text }) },
      up: ({ body }: { body: { data: object } }) => ({ body: body.data }),
    };
    const { send } = await serveChanges(Text, (controller) => [
      {
        version: '2',
        changes: [change({ title: 'Plain', operations: [operation(controller, 'make' as never, own as never)] })],
      },
    ]);
    expect(await send('1', { data: { text: 'a', more: 'b' } })).toEqual({ text: 'a', more: 'b' });
  });

  it('is read by it too where it names no part', async () => {
    const { send } = await serveOperation({
      before: { path: 'old' },
      up: ({ body }: { body: { first: string } }) => ({ body: { first: body.first.slice(1) } }),
    });
    expect(await send('1', { first: 'ab' }, {}, '/old?search=xyz')).toMatchObject({
      status: 400,
      errors: [{ in: 'body', path: '' }],
    });
    expect(await send('1', { first: 'abc' }, {}, '/old?search=xyz')).toEqual({
      body: { first: 'bc' },
      query: { search: 'xyz' },
    });
  });
});

describe('what another schema has parsed', () => {
  it('is parsed by the schema where a change has put it', async () => {
    const Name = z.string();
    const Person = z.object({ kind: z.literal('person'), name: Name, nick: z.string() });
    const Root = z.object({ kind: z.literal('root'), name: Name.refine((name) => name !== 'root', 'is taken') });
    const After = z.object({ owner: z.union([Person, Root]) });
    const before = z.object({ person: Person });
    const { send } = await serve(
      After,
      entry(
        '2',
        reshape(After, {
          before,
          up: (({ person }: z.output<typeof before>) => ({ owner: { ...person, kind: 'root' } })) as never,
        }) as never,
        renamed(Person, { nick: 'short' }) as never,
      ),
    );
    const person = { kind: 'person', name: 'root', short: 'r' };
    expect(await send('1', { person })).toMatchObject({ status: 400 });
    expect(await send('1', { person: { ...person, name: 'ada' } })).toEqual({ owner: { kind: 'root', name: 'ada' } });
  });

  it('is parsed by the option of a union that takes it', async () => {
    const Person = z.object({ name: z.string(), nick: z.string() }).refine(({ name }) => name !== 'root', 'is taken');
    const Other = z.object({ name: z.string().refine((name) => name !== 'root', 'is reserved') });
    const Body = z.object({ owner: z.union([Person, Other]) });
    const { send } = await serve(Body, entry('2', renamed(Person, { nick: 'short' }) as never));
    expect(await send('2', { owner: { name: 'root', nick: 'r' } })).toMatchObject({ status: 400 });
    expect(await send('1', { owner: { name: 'root', short: 'r' } })).toMatchObject({ status: 400 });
    expect(await send('1', { owner: { name: 'ada', short: 'r' } })).toEqual({ owner: { name: 'ada', nick: 'r' } });
  });
});

describe('what random worlds found', () => {
  it('a default inside a schema that contains itself is filled in once the newest change has read it', async () => {
    const Inner: z.ZodType = z.object({
      get list() {
        return z.array(Outer).default([]);
      },
    });
    const Outer = z.object({ held: z.object({ inner: Inner }) }).catchall(z.string());
    const held = renamed(Outer, { held: 'kept' });
    const before = z.object({ kept: held.before.shape.kept });
    const { send } = await serve(
      Outer,
      entry('2', reshape(held.before, { before, up: (value: object) => value } as never) as never),
      entry('3', held as never),
    );
    expect(await send('1', { kept: { inner: {} } })).toEqual({ held: { inner: { list: [] } } });
  });

  it('a default beside a change is filled in where an older change has copied the list around it', async () => {
    const Word = z.string().nullable();
    const Item = z.object({ words: z.array(Word).default([]) });
    const Holder = z.object({ items: z.array(Item) });
    const word = reshape(Word, { before: z.string().min(0), up: (text) => (text === 'none' ? null : text) });
    const items = renamed(Holder, { items: 'list' });
    const { send } = await serve(z.object({ holder: Holder }), entry('2', word as never), entry('3', items as never));
    expect(await send('1', { holder: { list: [{}, { words: ['none'] }] } })).toEqual({
      holder: { items: [{ words: [] }, { words: [null] }] },
    });
  });

  it('a surplus member deep inside one side of an intersection is refused', async () => {
    const Leaf = z.strictObject({ kind: z.literal('leaf'), size: z.string() });
    const Body = z.intersection(z.object({ leaf: Leaf }), z.object({ note: z.string() }));
    const size = added(Leaf, { size: 's' });
    const before = z.looseObject({ kind: z.literal('leaf') });
    const { send } = await serve(
      Body,
      entry('2', reshape(size.before, { before, up: (value: object) => value } as never) as never),
      entry('3', size as never),
    );
    expect(await send('1', { leaf: { kind: 'leaf' }, note: 'n' })).toEqual({
      leaf: { kind: 'leaf', size: 's' },
      note: 'n',
    });
    expect(await send('1', { leaf: { kind: 'leaf', surplus: 1 }, note: 'n' })).toMatchObject({
      status: 400,
      errors: [{ path: 'leaf', code: 'unrecognized_keys' }],
    });
  });

  it('a renamed member of one side of an intersection is parsed once', async () => {
    const Length = z.string().transform((text) => text.length);
    const One = z.object({ kind: z.string(), size: Length });
    const Body = z.intersection(One, z.object({ note: Length }));
    const kind = renamed(One, { kind: 'type' });
    const { send } = await serve(
      Body,
      entry('2', renamed(kind.before as never, { size: 'width' } as never) as never),
      entry('3', kind as never),
    );
    expect(await send('1', { type: 'a', width: 'abc', note: 'ab' })).toEqual({ kind: 'a', size: 3, note: 2 });
  });

  it('a member that no older version declares, and that a newer one changes, is refused for its type', async () => {
    const Item = z.object({ label: z.string() });
    const After = z.object({ id: z.string() }).catchall(z.array(Item));
    const label = renamed(Item, { label: 'name' });
    const Two = z.looseObject({ id: z.string() });
    const three = reshape(After, { before: Two, up: (value: object) => value } as never);
    const four = z.object({ holder: After });
    const { send } = await serve(four, entry('2', three as never), entry('3', label as never));
    expect(await send('1', { holder: { id: 'a', extra: 5 } })).toMatchObject({ status: 400 });
  });
});
