import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testApp } from '../testing/index.js';
import { Module } from '../wiring/module.js';
import { Public } from '../routing/declare/decorators.js';
import { Controller, Get, Post } from '../routing/declare/verbs.js';
import type { Input } from '../routing/declare/route-schemas.js';
import { change } from './change.js';
import { defineVersions } from './define-versions.js';
import { reshape, type Reshape } from './reshape.js';
import { added } from './short-forms.js';
import { todo } from './todo.js';

const Book = z.object({ id: z.int(), tags: z.array(z.string()) }).meta({ id: 'Book' });
const question = 'Which tags has an old book?';

async function serve(difference: Reshape) {
  const post = { body: Book, response: Book };
  @Public()
  @Controller('books')
  class Books {
    @Get('', { response: Book }) get() {
      return { id: 1, tags: [] };
    }
    @Post('', post) add({ body }: Input<typeof post>) {
      return body;
    }
  }
  @Module({ controllers: [Books] })
  class Root {}
  const errors: string[] = [];
  const app = await testApp(Root, {
    versioning: {
      type: 'header',
      header: 'X-API-Version',
      versions: defineVersions([
        '1',
        { version: '2', changes: [change({ title: 'Books have tags', schemas: [difference] })] },
      ]),
    },
    logger: { info() {}, warn() {}, error: (text, details) => errors.push(`${text} ${inspect(details)}`) },
  });
  const send = async (version: string, init: RequestInit = {}) => {
    const headers = { 'x-api-version': version, 'content-type': 'application/json' };
    return (await app.request('/books', { ...init, headers })).status;
  };
  const got = { '1': await send('1'), '2': await send('2') };
  const written = await send('1', { method: 'POST', body: '{"id":1}' });
  await app.close();
  return { got, written, errors };
}

const Older = z.object({ id: z.int() });
const down = ({ id }: { id: number }) => ({ id });

describe('todo', () => {
  it.each([
    ['an up', reshape(Book, { before: Older, down, up: todo(question), loses: { down: ['tags'] } })],
    [
      'a member of what up returns',
      reshape(Book, { before: Older, down, up: ({ id }) => ({ id, tags: todo(question) }) }),
    ],
    ['an added value', added(Book, { tags: todo(question) })],
    ['a part of an added value', added(Book, { tags: [todo(question)] })],
  ])(
    'in the place of %s is a 500 for the requests that get there, and the log has the question',
    async (_, difference) => {
      const { got, written, errors } = await serve(difference as Reshape);
      expect(got).toEqual({ '1': 200, '2': 200 });
      expect(written).toBe(500);
      expect(errors.join('\n')).toContain(
        `The change "Books have tags" of version 2 failed on the way up: it is not finished: ${question}`,
      );
    },
  );

  it('in the place of a down is a 500 for answers of the older version', async () => {
    const { got, errors } = await serve(
      reshape(Book, { before: Older, down: todo(question), up: () => ({ id: 1, tags: [] }) }),
    );
    expect(got).toEqual({ '1': 500, '2': 200 });
    expect(errors.join('\n')).toContain(`on the way down: it is not finished: ${question}`);
  });

  it('outside of a change compiles anywhere, and throws where it is called or becomes JSON', () => {
    const title: string = todo('Which title?');
    const convert: (value: { readonly id: number }) => { readonly name: string } = todo('Which name?');
    expect(() => JSON.stringify({ title })).toThrow('it is not finished: Which title?');
    expect(() => convert({ id: 1 })).toThrow('it is not finished: Which name?');
  });

  it.each([undefined, null, '', ' ', 5])('takes a question, not %j', (wrong) => {
    expect(() => todo(wrong as string)).toThrow(
      "todo() needs the question that is open, such as todo('What was the name before?').",
    );
  });
});
