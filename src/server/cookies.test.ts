import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { buildDocument } from '../export/document/build-document.js';
import { change, defineVersions, operation } from '../index.js';
import type { Input, RouteSchemas } from '../routing/declare/route-schemas.js';
import { Controller, Delete, Get, Post } from '../routing/declare/verbs.js';
import { compileRoutes } from '../routing/table/compile-routes.js';
import { HttpError } from '../routing/table/http-error.js';
import { Module } from '../wiring/module.js';
import { clearCookie, setCookie } from './request/cookies.js';
import { serveForTest } from './testing/serve-for-test.js';

const basket = {
  cookies: z.object({
    basket: z.string().min(3).describe('The basket of this browser.'),
    seen: z.coerce.number().int().default(0),
  }),
  response: { 200: z.object({ basket: z.string(), seen: z.int() }) },
} satisfies RouteSchemas;

@Controller('baskets')
class BasketsController {
  @Get('', basket) read({ cookies }: Input<typeof basket>) {
    return cookies;
  }
  @Post('') open({ res }: Input) {
    setCookie(res, 'basket', 'b 1;é', { maxAge: 60 });
    setCookie(res, 'seen', '1', { httpOnly: false, sameSite: 'strict', path: '/baskets' });
    setCookie(res, 'seen', '2', { httpOnly: false, sameSite: 'strict', path: '/baskets' });
    return {};
  }
  @Post('web') openWeb({ res }: Input) {
    setCookie(res, 'basket', 'b1');
    return new Response('{}', { headers: { 'Set-Cookie': 'theirs=1' } });
  }
  @Delete('') close({ res }: Input) {
    clearCookie(res, 'basket');
  }
  @Post('refused') refused({ res }: Input) {
    setCookie(res, 'basket', 'b1');
    throw new HttpError(409, 'Taken.');
  }
}
const untouched = { getHeader: () => undefined, setHeader: () => expect.unreachable() } as never;

@Module({ controllers: [BasketsController] })
class Root {}

async function ask(path: string, method = 'GET', cookie?: string) {
  const { app, call } = await serveForTest(Root);
  const answer = await call(path, { method, headers: cookie === undefined ? {} : { cookie } });
  await app.close();
  return answer;
}

describe('the cookies schema', () => {
  it('gives the handler the decoded cookies that it names, converted to its types', async () => {
    expectTypeOf<Input<typeof basket>['cookies']>().toEqualTypeOf<{ basket: string; seen: number }>();
    expectTypeOf<Input<Record<never, never>>['cookies']>().toEqualTypeOf<undefined>();
    const sent = 'other=1; basket=b%201%3B%C3%A9; seen=4; basket=second';
    expect((await ask('/baskets', 'GET', sent)).json()).toEqual({ basket: 'b 1;é', seen: 4 });
  });

  it('reports what is missing or wrong, in its place', async () => {
    const answer = await ask('/baskets', 'GET', 'seen=many');
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({
      detail: 'The request does not fit what is declared: cookie seen, cookie basket.',
      errors: [
        { in: 'cookie', path: 'seen', message: 'Expected an integer in decimal digits' },
        { in: 'cookie', path: 'basket' },
      ],
    });
  });

  it('is documented as parameters', () => {
    const document = buildDocument(compileRoutes(Root), { info: { title: 'Baskets', version: '1' } });
    expect(document.paths['/baskets']!['get']!.parameters).toEqual([
      {
        name: 'basket',
        in: 'cookie',
        description: 'The basket of this browser.',
        required: true,
        schema: { type: 'string', minLength: 3 },
        example: 'text',
      },
      {
        name: 'seen',
        in: 'cookie',
        example: 0,
        schema: { type: 'integer', default: 0, maximum: 9007199254740991, minimum: -9007199254740991 },
      },
    ]);
    expect(document.paths['/baskets']!['get']!.responses).toHaveProperty('400');
  });

  it('of an older version is what a change of the operation says', async () => {
    const renamed = change({
      title: 'Baskets have a shorter cookie',
      schemas: [],
      operations: [
        operation(() => BasketsController, 'read', {
          before: { cookies: z.object({ cart: z.string() }) },
          up: ({ cookies }) => ({ cookies: { basket: (cookies as { cart: string }).cart, seen: 0 } }),
        }),
      ],
    });
    const versions = defineVersions(['1', { version: '2', changes: [renamed] }]);
    const { app, call } = await serveForTest(Root, { versioning: { type: 'uri', versions, prefix: 'v' } });
    const older = await call('/v1/baskets', { headers: { cookie: 'cart=old' } });
    await app.close();
    expect(older.json()).toEqual({ basket: 'old', seen: 0 });
  });
});

describe('setCookie', () => {
  it('is safe without options, encodes the value, and replaces only the same cookie', async () => {
    expect((await ask('/baskets', 'POST')).headers['set-cookie']).toEqual([
      'basket=b%201%3B%C3%A9; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
      'seen=2; Path=/baskets; Secure; SameSite=Strict',
    ]);
  });

  it('adds to the cookies of a Web Response', async () => {
    expect((await ask('/baskets/web', 'POST')).headers['set-cookie']).toEqual([
      'basket=b1; Path=/; HttpOnly; Secure; SameSite=Lax',
      'theirs=1',
    ]);
  });

  it('stays on the answer when the handler then refuses', async () => {
    const { status, headers } = await ask('/baskets/refused', 'POST');
    expect([status, headers['set-cookie']]).toEqual([409, ['basket=b1; Path=/; HttpOnly; Secure; SameSite=Lax']]);
  });

  it('clears a cookie', async () => {
    expect((await ask('/baskets', 'DELETE')).headers['set-cookie']).toEqual([
      'basket=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
    ]);
  });

  it.each([
    ['__Host-sid', 'x', { path: '/a' }, "The cookie __Host-sid: a name with __Host- needs path: '/'."],
    ['__Host-sid', 'x', { domain: 'a.b' }, 'The cookie __Host-sid: a name with __Host- takes no domain.'],
    ['__Secure-sid', 'x', { secure: false }, 'The cookie __Secure-sid: browsers take it only with secure: true.'],
    ['sid', 'x', { sameSite: 'none', secure: false }, 'The cookie sid: browsers take it only with secure: true.'],
    ['a b', 'x', {}, 'argument name is invalid: a b'],
    ['sid', 'x', { domain: 'a\r\nb' }, 'option domain is invalid: a\r\nb'],
  ] as const)('refuses %s=%s with %j', (name, value, options, message) => {
    expect(() => setCookie(untouched, name, value, options)).toThrow(message);
  });

  it('refuses a cookie that is too large for browsers', () => {
    expect(() => setCookie(untouched, 'sid', 'x'.repeat(4096))).toThrow(
      'The cookie sid: it has 4140 bytes, and browsers keep up to 4096.',
    );
  });
});
