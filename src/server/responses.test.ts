import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Idempotent } from '../routing/declare/decorators.js';
import { Controller, Get, Post } from '../routing/declare/verbs.js';
import { HttpError } from '../routing/table/http-error.js';
import type { ServiceOptions } from '../routing/table/service-options.js';
import { Module } from '../wiring/module.js';
import { createApp } from './create-app.js';

const User = z.object({ id: z.int(), name: z.string(), tags: z.array(z.object({ label: z.string() })) });
const row = { passwordHash: 'x', id: 1, name: 'Ada', tags: [{ label: 'a', id: 7 }], salt: 'y' };
const Missing = z.object({ code: z.string() });

@Controller('users')
class UsersController {
  @Get('row', { response: User }) row() {
    return row;
  }
  @Get('page', { response: { 200: z.object({ items: z.array(User) }) } }) page() {
    return { items: [row, row], total: 2 };
  }
  @Get('wrong', { response: User }) wrong(): never {
    return { id: 'not a number', extra: 1 } as never;
  }
  @Get('undeclared') undeclared() {
    return row;
  }
  @Get('union', { response: z.union([z.object({ a: z.int() }), z.object({ b: z.int() })]) }) union(): never {
    return { c: 1 } as never;
  }
  @Get('missing', { response: { 200: User, 404: Missing } }) missing(): never {
    throw new HttpError(404, 'There is no such user.', { code: 'user-missing', sql: 'select 1' });
  }
  @Idempotent() @Post('once', { response: User }) once() {
    return row;
  }
}
@Module({ controllers: [UsersController] })
class Root {}

const kept = '{"id":1,"name":"Ada","tags":[{"label":"a"}]}';

async function ask(path: string, options: ServiceOptions = {}, init: RequestInit = {}) {
  const logged: string[] = [];
  const log = (message: string, fields?: object) => void logged.push(`${message} ${JSON.stringify(fields ?? {})}`);
  const app = await createApp(Root, { logger: { info: log, warn: log, error: log }, ...options });
  const url = await app.listen();
  try {
    const answers = [await fetch(`${url}/users/${path}`, init), await fetch(`${url}/users/${path}`, init)];
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    return { status: answers[0]!.status, body: bodies[0]!, second: bodies[1]!, logged };
  } finally {
    await app.close();
  }
}

describe('answers', () => {
  it('have the members that their schema declares and no others, at every depth', async () => {
    expect(await ask('row')).toMatchObject({ status: 200, body: kept, logged: [] });
    expect(await ask('page')).toMatchObject({ body: `{"items":[${kept},${kept}]}` });
  });

  it('without a declared schema are sent as they are', async () => {
    expect(await ask('undeclared')).toMatchObject({ body: JSON.stringify(row) });
  });

  it('that fit no member of a union are a 500', async () => {
    const { status, logged } = await ask('union');
    expect(status).toBe(500);
    expect(logged[0]).toContain(
      'The answer 200 of UsersController.union does not fit its schema: the body: Matches no member of the union.',
    );
  });

  it('of an error are held to its schema, beside the standard members of problem details', async () => {
    const { status, body } = await ask('missing');
    expect(status).toBe(404);
    expect(Object.keys(JSON.parse(body) as object)).toEqual([
      'type',
      'title',
      'status',
      'detail',
      'instance',
      'traceId',
      'code',
    ]);
  });

  it('that are given again are the bytes of the first', async () => {
    const { body, second } = await ask('once', {}, { method: 'POST', headers: { 'Idempotency-Key': 'a' } });
    expect([body, second]).toEqual([kept, kept]);
  });

  it("are sent as the handler returned them under responses: 'off'", async () => {
    expect(await ask('row', { responses: 'off' })).toMatchObject({ body: JSON.stringify(row) });
  });
});

describe("responses: 'check'", () => {
  const responses = 'check';

  it('answers 500 where an answer does not fit, and the log says where', async () => {
    const { status, body, logged } = await ask('wrong', { responses });
    expect(status).toBe(500);
    expect(body).not.toContain('not a number');
    expect(logged[0]).toContain(
      'The answer 200 of UsersController.wrong does not fit its schema: /id: Invalid input: expected number, received string; ' +
        '/name: Invalid input: expected string, received undefined; /tags: Invalid input: expected array, received undefined.',
    );
  });

  it('reports surplus members once per operation', async () => {
    const { status, body, logged } = await ask('row', { responses });
    expect({ status, body }).toEqual({ status: 200, body: kept });
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('{"members":["/tags/0/id","/passwordHash","/salt"]}');
  });
});
