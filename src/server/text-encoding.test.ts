import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Controller, Post } from '../routing/declare/verbs.js';
import type { Input, RouteSchemas } from '../routing/declare/route-schemas.js';
import { Module } from '../wiring/module.js';
import { postJson, serveForTest } from './testing/serve-for-test.js';

const echo = { body: z.object({ text: z.string() }), response: z.object({ text: z.string() }) } satisfies RouteSchemas;

@Controller('echo')
class EchoController {
  @Post('', echo) echo({ body }: Input<typeof echo>) {
    return body;
  }
}
@Module({ controllers: [EchoController] })
class Root {}

describe('text of a body', () => {
  it('arrives and is answered unchanged in every alphabet', async () => {
    const { app, call } = await serveForTest(Root);
    const unit = fc.constantFrom('a', '"', '\u007f', '\u0080', 'é', 'ÿ', 'Ā', '€', '😀', '\u2028');
    await fc.assert(
      fc.asyncProperty(fc.array(unit, { maxLength: 6 }), async (units) => {
        const body = { text: units.join('') };
        const answer = await call('/echo', postJson(body));
        expect(answer.json()).toEqual(body);
        expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(JSON.stringify(body))));
      }),
    );
    await app.close();
  });

  it('that is not UTF-8 is refused', async () => {
    const { app, call } = await serveForTest(Root);
    const headers = { 'content-type': 'application/json' };
    const body = Buffer.from('{"text":"\xe9"}', 'latin1');
    expect((await call('/echo', { method: 'POST', headers, body })).text).toContain('The body is not UTF-8.');
    await app.close();
  });
});
