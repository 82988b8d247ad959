import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { postJson, serveForTest } from '../server/testing/serve-for-test.js';
import { Module } from '../wiring/module.js';
import type { Input } from '../routing/declare/route-schemas.js';
import { Controller, Post } from '../routing/declare/verbs.js';
import { change } from './change.js';
import { defineVersions } from './define-versions.js';
import { moved } from './moved.js';
import type { Reshape } from './reshape.js';
import { added, removed, renamed } from './short-forms.js';

const versionsOf = (...schemas: readonly Reshape[]) =>
  defineVersions(['1', { version: '2', changes: [change({ title: 'A change', schemas })] }]);

/** What version 1 answers to a body that it gets back. */
async function echo(declared: Reshape, body: unknown) {
  const post = { body: declared.after, response: { 200: declared.after } };
  let received: unknown;
  @Controller('echo')
  class EchoController {
    @Post('', { ...post, status: 200 }) post(input: Input<typeof post>) {
      received = input.body;
      return input.body;
    }
  }
  @Module({ controllers: [EchoController] })
  class Root {}
  const { app, call } = await serveForTest(Root, {
    versioning: { type: 'header', header: 'X-API-Version', versions: versionsOf(declared) },
    documents: {},
  });
  const { status, json } = await call('/echo', postJson(body, { 'X-API-Version': '1' }));
  const document = await call('/openapi.json?version=1');
  await app.close();
  return { status, received, answer: json(), documented: document.status };
}

describe.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty'])('a member called %s', (name) => {
  const Plain = z.object({ id: z.int(), word: z.string() });
  const Named = z.object({ id: z.int(), [name]: z.string() });
  const Nested = z.object({ id: z.int(), [name]: z.object({ word: z.string() }) });
  const asNamed = { id: 1, [name]: 'x' };
  const asPlain = { id: 1, word: 'x' };

  it.each<[string, Reshape, unknown, unknown]>([
    ['moved to', moved(Plain, { word: name }), asNamed, asPlain],
    ['moved from', moved(Named, { [name]: 'word' }), asPlain, asNamed],
    ['moved out of', moved(Nested, { [`${name}.word`]: 'word' }), asPlain, { id: 1, [name]: { word: 'x' } }],
    ['renamed to', renamed(Plain, { word: name }), asNamed, asPlain],
    ['renamed from', renamed(Named, { [name]: 'word' }), asPlain, asNamed],
    ['added', added(Named, { [name]: 'x' }), { id: 1 }, asNamed],
    [
      'removed',
      removed(Plain, { [name]: z.string() }, { down: () => ({ [name]: 'y' }) }),
      { ...asPlain, [name]: 'y' },
      asPlain,
    ],
  ])('may be %s', async (_form, declared, older, newer) => {
    expect(await echo(declared, older)).toEqual({ status: 200, received: newer, answer: older, documented: 200 });
  });

  it('is not there where only every object has it', () => {
    const Inner = z.object({ word: z.string() });
    const Outer = z.object({ id: z.int(), [name]: Inner.optional() });
    const versions = versionsOf(renamed(Inner, { word: 'text' }));
    expect(versions.down(Outer, { id: 1 }, '1')).toEqual({ id: 1 });
    expect(versions.up(Outer, { id: 1 }, '1')).toEqual({ id: 1 });
    const Optional = z.object({ id: z.int(), [name]: z.string().optional() });
    const moving = versionsOf(moved(Optional, { [name]: 'word' }));
    expect([moving.down(Optional, { id: 1 }, '1'), moving.up(Optional, { id: 1 }, '1')]).toEqual([
      { id: 1 },
      { id: 1 },
    ]);
  });

  it('cannot be moved into where the schema has none', () => {
    expect(() => moved(Plain, { word: `${name}.word` })).toThrow(`moved(): unknown object "${name}".`);
  });
});
