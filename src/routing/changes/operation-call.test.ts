import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { testApp } from '../../testing/index.js';
import { Module } from '../../wiring/module.js';
import { Idempotent } from '../declare/decorators.js';
import type { Input } from '../declare/route-schemas.js';
import { Controller, Get, Post } from '../declare/verbs.js';
import type { ServiceOptions } from '../table/service-options.js';
import { HttpError } from '../table/http-error.js';
import { change } from '../../changes/change.js';
import { defineVersions } from '../../changes/define-versions.js';
import { operation } from './operation.js';
import type { ContextCall, OperationCall } from './operation-call.js';

const Price = z.object({ net: z.number() }).meta({ id: 'Price' });
const Gone = z.object({ why: z.string() });
const Rate = z.object({ rate: z.number() });
const sell = { body: Price, query: z.object({ currency: z.string() }), response: { 201: Price, 410: Gone } };

async function serve(
  context: (call: ContextCall) => z.output<typeof Rate> | Promise<z.output<typeof Rate>>,
  options: Partial<ServiceOptions> = {},
) {
  const seen: OperationCall[] = [];
  let handled = 0;
  @Controller('prices')
  class Prices {
    @Idempotent() @Post('', sell) sell({ body }: Input<typeof sell>) {
      handled += 1;
      if (body.net < 0) throw new HttpError(410, 'Gone.', { why: 'negative' });
      return body;
    }
    @Get('health', { response: Price }) health() {
      return { net: 1 };
    }
  }
  @Module({ controllers: [Prices] })
  class Root {}
  const gross = change({
    title: 'Prices are net',
    operations: [
      operation(() => Prices, 'sell', {
        before: {
          query: z.object({ money: z.string() }),
          body: z.object({ gross: z.number() }),
          response: { 201: z.object({ gross: z.number(), at: z.string() }), 410: z.object({ reason: z.string() }) },
        },
        context,
        contextSchema: Rate,
        up: ({ body, query }, call) => {
          expectTypeOf(body).toEqualTypeOf<{ gross: number }>();
          expectTypeOf(query).toEqualTypeOf<{ money: string }>();
          expectTypeOf(call.context).toEqualTypeOf<{ rate: number }>();
          seen.push(call);
          return { query: { currency: query.money }, body: { net: body.gross / call.context.rate } };
        },
        down: (answer, { context: { rate }, request }) => {
          if (answer.status === 410) return { body: { reason: `${answer.body.why} ${rate}` } };
          expectTypeOf(answer.body).toEqualTypeOf<{ net: number }>();
          return { body: { gross: answer.body.net * rate, at: request.url } };
        },
      }),
    ],
  });
  const versions = defineVersions(['1', { version: '2', changes: [] }, { version: '3', changes: [gross] }]);
  const { app, close } = await testApp({
    root: Root,
    versioning: { type: 'header', header: 'V', defaultVersion: '3', versions },
    logger: { info() {}, warn() {}, error() {} },
    ...options,
  });
  const post = async (version: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await app.request(`/prices?${version === '3' ? 'currency' : 'money'}=EUR`, {
      method: 'POST',
      headers: { V: version, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { post, app, close, seen, count: () => handled };
}

describe('the call of an operation’s converters', () => {
  it('says who asks, for which version, and what was looked up', async () => {
    const calls: ContextCall[] = [];
    const { post, close, seen } = await serve(async (call) => (calls.push(call), wait(1, { rate: 2 })));
    const answer = await post('1', { gross: 10 }, { 'X-Shop': 'a' });
    expect(answer).toEqual({ status: 201, body: { gross: 10, at: '/prices?money=EUR' } });
    expect(seen[0]).toMatchObject({
      request: { method: 'POST', url: '/prices?money=EUR', headers: { 'x-shop': 'a' } },
      caller: null,
      version: '1',
      context: { rate: 2 },
    });
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({ version: '1', caller: null, request: { method: 'POST' } });
    await close();
  });

  it('is not looked up for the newest version, a refused request, another operation and a replay', async () => {
    let lookUps = 0;
    const { post, app, close, count } = await serve(() => (lookUps++, { rate: 2 }));
    expect((await post('3', { net: 1 })).body).toEqual({ net: 1 });
    expect((await post('1', { gross: 'x' })).status).toBe(400);
    await app.request('/prices/health', { headers: { V: '1' } });
    expect(lookUps).toBe(0);
    const first = await post('1', { gross: 3 }, { 'Idempotency-Key': 'k' });
    expect(await post('1', { gross: 3 }, { 'Idempotency-Key': 'k' })).toEqual(first);
    expect([lookUps, count()]).toEqual([1, 2]);
    await close();
  });

  it('goes with an error of the handler', async () => {
    const { post, close } = await serve(() => ({ rate: 2 }));
    expect(await post('1', { gross: -1 })).toMatchObject({ status: 410, body: { reason: 'negative 2' } });
    await close();
  });

  it('that cannot be looked up is a 500 that names the change, whatever it throws', async () => {
    const errors: unknown[] = [];
    const options = { onError: (error: unknown) => void errors.push(error) };
    for (const thrown of [new Error('no database'), new HttpError(404, 'No rate.')]) {
      const { post, close, count } = await serve(() => Promise.reject(thrown), options);
      expect((await post('1', { gross: 1 })).status).toBe(500);
      expect(count()).toBe(0);
      await close();
    }
    expect(errors.map(String)).toEqual([
      expect.stringContaining('The change "Prices are net" of version 3') as unknown,
      expect.stringContaining('No rate.') as unknown,
    ]);
  });

  it('that its schema does not allow is a 500 that names the change and the place, and the handler does not run', async () => {
    const errors: unknown[] = [];
    const options = { onError: (error: unknown) => void errors.push(error) };
    const { post, close, count } = await serve(() => JSON.parse('{ "rate": "2" }') as { rate: number }, options);
    expect((await post('1', { gross: 1 })).status).toBe(500);
    expect(count()).toBe(0);
    expect(String(errors[0])).toMatch(
      /The change "Prices are net" of version 3 .* context resolved to what contextSchema does not allow: \/rate: /,
    );
    await close();
  });

  it('that is not looked up in time is a 503, and its signal aborts', async () => {
    let signal: AbortSignal | undefined;
    const slow = (call: ContextCall) => {
      signal = call.signal;
      return new Promise<never>(() => {});
    };
    const { post, close } = await serve(slow, { requestTimeoutMs: 50 });
    expect(await post('1', { gross: 1 })).toMatchObject({ status: 503, body: { code: 'context-timeout' } });
    expect(signal?.aborted).toBe(true);
    await close();
  });

  it('is looked up behind the claim of an idempotency key, so that the same request waits for no second one', async () => {
    let lookUps = 0;
    let found: (rate: { rate: number }) => void = () => {};
    let asked: () => void = () => {};
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    const { post, close } = await serve(() => {
      lookUps++;
      asked();
      return new Promise((resolve) => (found = resolve));
    });
    const first = post('1', { gross: 3 }, { 'Idempotency-Key': 'k' });
    await isAsked;
    expect((await post('1', { gross: 3 }, { 'Idempotency-Key': 'k' })).status).toBe(409);
    found({ rate: 2 });
    expect((await first).status).toBe(201);
    expect(lookUps).toBe(1);
    await close();
  });

  it('has a signal that aborts when the client leaves', async () => {
    const leaving = new AbortController();
    let signal: AbortSignal | undefined;
    const { app, close, count } = await serve((call) => {
      signal = call.signal;
      leaving.abort();
      return new Promise((_, reject) => call.signal.addEventListener('abort', () => reject(new Error('left'))));
    });
    const request = new Request('http://localhost/prices?money=EUR', {
      method: 'POST',
      headers: { V: '1', 'Content-Type': 'application/json' },
      body: '{"gross":1}',
      signal: leaving.signal,
    });
    await app.fetch(request).catch(() => undefined);
    expect([signal?.aborted, count()]).toEqual([true, 0]);
    await close();
  });

  it('has a context and its schema together', () => {
    class Some {
      list(_: Input<typeof sell>) {
        return { net: 1 };
      }
    }
    const before = { status: 200 };
    // @ts-expect-error: what it resolves to is not known
    expect(() => operation(() => Some, 'list', { before, context: () => ({ rate: 1 }) })).toThrow(
      'operation(): context needs a contextSchema, but received undefined. Write context: async ({ signal }) => …, contextSchema: z.object({ rate: z.number() }).',
    );
    expect(() => operation(() => Some, 'list', { before, contextSchema: Rate })).toThrow(
      'operation(): contextSchema has no context.',
    );
    // @ts-expect-error: no function
    expect(() => operation(() => Some, 'list', { before, context: 1, contextSchema: Rate })).toThrow(
      'operation(): context is 1. Write a function',
    );
    // @ts-expect-error: no schema
    expect(() => operation(() => Some, 'list', { before, context: () => 1, contextSchema: 1 })).toThrow(
      'contextSchema, but received 1',
    );
  });
});

describe('the types of an operation’s converters', () => {
  const list = {
    query: z.object({ limit: z.coerce.number().default(20) }),
    response: z.object({ items: z.array(Price) }),
  };
  class Books {
    list(_: Input<typeof list>) {
      return { items: [{ net: 1 }] };
    }
    plain() {
      return { net: 1 };
    }
  }

  it('are those of both sides', () => {
    const before = { query: z.object({ max: z.number() }), response: z.array(Price) };
    operation(() => Books, 'list', {
      before,
      up: ({ query }) => ({ query: { limit: query.max } }),
      down: ({ body }) => ({ body: body.items }),
    });
    operation(() => Books, 'list', { before: {}, up: ({ query }) => ({ query: { limit: query.limit + 1 } }) });
    operation(() => Books, 'plain', { before: {}, down: ({ body }) => ({ body: { net: body.net } }) });
    operation(() => Books, 'list', {
      before: { response: { 200: z.array(Price) } },
      collect: { items: (page) => page.items, next: () => null },
      down: ({ body }) => ({ body: body.map(({ net }) => ({ net })) }),
    });
    // @ts-expect-error: another type
    operation(() => Books, 'list', { before, up: ({ query }) => ({ query: { limit: `${query.max}!`.split('') } }) });
    // @ts-expect-error: unknown
    operation(() => Books, 'list', { before, up: ({ query }) => ({ query: { limit: query.most } }) });
    // @ts-expect-error: a page
    operation(() => Books, 'list', { before, down: ({ body }) => ({ body }) });
    expectTypeOf(list).toExtend<object>();
  });
});
