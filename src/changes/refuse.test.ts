import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testApp } from '../testing/index.js';
import { Module } from '../wiring/module.js';
import { Idempotent, Public } from '../routing/declare/decorators.js';
import type { Input } from '../routing/declare/route-schemas.js';
import { Controller, Post } from '../routing/declare/verbs.js';
import { change } from './change.js';
import { defineVersions } from './define-versions.js';
import { operation } from '../routing/changes/operation.js';
import { refuse } from './refuse.js';
import { reshape } from './reshape.js';
import { renamed } from './short-forms.js';

const Person = z.object({ first: z.string(), last: z.string() }).meta({ id: 'Person' });
const Team = z.object({ people: z.array(Person), size: z.int().default(1) }).meta({ id: 'Team' });

const words = (name: string) => {
  const [first, last] = name.split(' ');
  if (last === undefined) return refuse(409, 'A name of two words is needed.', { member: 'name' });
  return { first: first!, last };
};
const split = reshape(Person, {
  before: z.object({ name: z.string() }),
  down: ({ first, last }) => ({ name: `${first} ${last}` }),
  up: ({ name }) => words(name),
  loses: { down: ['first', 'last'], up: ['name'] },
});

async function serve() {
  const post = { body: Team, response: Team };
  let calls = 0;
  @Public()
  @Controller('teams')
  class Teams {
    @Idempotent() @Post('', post) make({ body }: Input<typeof post>): z.infer<typeof Team> {
      calls += 1;
      return body;
    }
  }
  @Module({ controllers: [Teams] })
  class Root {}
  const versions = defineVersions([
    '1',
    { version: '2', changes: [change({ title: 'Names', schemas: [renamed(split.before, { name: 'fullName' })] })] },
    { version: '3', changes: [change({ title: 'Two names', schemas: [split] })] },
    {
      version: '4',
      changes: [
        change({
          title: 'Small teams',
          operations: [
            operation(() => Teams, 'make', {
              before: {},
              up: (request) => {
                const { size } = request.body as { size: number };
                return size > 5 ? refuse(422, 'A team has at most five people.', { member: 'body.size' }) : request;
              },
            }),
          ],
        }),
      ],
    },
  ]);
  const errors: string[] = [];
  const app = await testApp(Root, {
    versioning: { type: 'header', header: 'X-API-Version', versions },
    logger: { info() {}, warn() {}, error: (text) => errors.push(text) },
  });
  const send = async (version: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await app.request('/teams', {
      method: 'POST',
      headers: { 'x-api-version': version, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  return { send, errors, calls: () => calls, close: () => app.close() };
}

describe('refuse()', () => {
  it('is the answer to a request, and names the member as its version has it', async () => {
    const { send, errors, close } = await serve();
    const refused = (path: string) => ({
      status: 409,
      body: expect.objectContaining({
        title: 'Conflict',
        detail: 'A name of two words is needed.',
        errors: [{ in: 'body', path, message: 'A name of two words is needed.', code: 'refused' }],
      }),
    });
    expect(await send('2', { people: [{ name: 'Ada Lovelace' }, { name: 'Ada' }] })).toEqual(refused('people.1.name'));
    expect(await send('1', { people: [{ fullName: 'Ada' }] })).toEqual(refused('people.0.fullName'));
    expect(await send('1', { people: [{ fullName: 'Ada Lovelace' }] })).toEqual({
      status: 201,
      body: { people: [{ fullName: 'Ada Lovelace' }], size: 1 },
    });
    expect(await send('3', { people: [], size: 6 })).toMatchObject({
      status: 422,
      body: { errors: [{ in: 'body', path: 'size', message: 'A team has at most five people.', code: 'refused' }] },
    });
    expect(errors).toEqual([]);
    await close();
  });

  it('releases the idempotency key', async () => {
    const { send, calls, close } = await serve();
    const key = { 'idempotency-key': '"one"' };
    expect((await send('2', { people: [{ name: 'Ada' }] }, key)).status).toBe(409);
    expect((await send('2', { people: [{ name: 'Ada Lovelace' }] }, key)).status).toBe(201);
    expect(calls()).toBe(1);
    await close();
  });

  it('is a 500 on the way down', async () => {
    const failing = reshape(Person, {
      before: z.object({}),
      down: () => refuse(400, 'Not today.'),
      up: () => ({ first: '', last: '' }),
    });
    const versions = defineVersions([
      '1',
      { version: '2', changes: [change({ title: 'Failing', schemas: [failing] })] },
    ]);
    expect(() => versions.down(Person, { first: '', last: '' }, '1')).toThrow(
      'refuse() answers requests, on the way up.',
    );
  });

  it.each([
    [500, 'Sorry.', {}, 'refuse(): 500 is no status of a refused request. Write one from 400 to 499'],
    [400.5, 'Sorry.', {}, 'refuse(): 400.5'],
    [400, '', {}, 'refuse() needs a sentence for the client'],
    [400, 'Sorry.', { member: 7 as never }, 'refuse(): member is 7. Write a path'],
  ])('refuses refuse(%j, %j, %j)', (status, detail, options, message) => {
    expect(() => refuse(status, detail, options)).toThrow(message);
  });
});
