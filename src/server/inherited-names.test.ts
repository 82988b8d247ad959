import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Input } from '../routing/declare/route-schemas.js';
import { Security } from '../routing/declare/decorators.js';
import { Controller, Get } from '../routing/declare/verbs.js';
import { compileRoutes } from '../routing/table/compile-routes.js';
import { Module } from '../wiring/module.js';
import { serveForTest } from './testing/serve-for-test.js';

const text = z.string().optional();
const named = { headers: z.object({ constructor: text, tostring: text }), cookies: z.object({ constructor: text }) };

@Controller('names')
class NamesController {
  @Get('', named) read({ headers, cookies }: Input<typeof named>) {
    return { headers, cookies };
  }
  @Get('text') toString() {
    return 'text';
  }
}
@Module({ controllers: [NamesController] })
class Root {}

describe('a name that every object has', () => {
  it('is a header and a cookie only where it was sent', async () => {
    const { app, call } = await serveForTest(Root);
    expect((await call('/names')).json()).toEqual({ headers: {}, cookies: {} });
    const sent = await call('/names', { headers: { constructor: 'a', cookie: 'constructor=b' } });
    expect(sent.json()).toEqual({ headers: { constructor: 'a' }, cookies: { constructor: 'b' } });
    await app.close();
  });

  it('may be that of a handler', async () => {
    const { app, call } = await serveForTest(Root);
    expect((await call('/names/text')).json()).toBe('text');
    await app.close();
  });

  it('is a security scheme only where it was declared', () => {
    @Controller('closed')
    class ClosedController {
      @Security('constructor') @Get() read() {}
    }
    @Module({ controllers: [ClosedController] })
    class Closed {}
    const { problems } = compileRoutes(Closed, {});
    expect(problems.map(({ id }) => id)).toEqual(['unknown-security-scheme']);
  });
});
