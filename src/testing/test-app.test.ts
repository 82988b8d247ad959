import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  APP_STATE,
  Controller,
  defineService,
  Get,
  HttpError,
  inject,
  type Input,
  Module,
  Post,
  provide,
  token,
} from '../index.js';
import { testApp } from './index.js';

class Store {
  find(id: number): unknown {
    return { id, name: 'kept' };
  }
}
const LIMIT = token<number>('LIMIT');
const create = { body: z.object({ name: z.string() }), response: z.object({ id: z.int(), name: z.string() }) };

@Controller('orders')
class OrdersController {
  readonly #store = inject(Store);
  readonly #limit = inject(LIMIT);
  @Get(':id', { params: z.object({ id: z.coerce.number() }), response: z.object({ id: z.int(), name: z.string() }) })
  find({ params }: { params: { id: number } }) {
    if (params.id > this.#limit) throw new HttpError(404, 'No such order.');
    return this.#store.find(params.id) as never;
  }
  @Post('', create) create({ body }: Input<typeof create>) {
    return { id: 1, ...body };
  }
}
@Module({ controllers: [OrdersController], providers: [Store, provide(LIMIT, { useValue: 9 })] })
class Root {}
const quiet = { logger: { info: () => {}, warn: () => {}, error: () => {} } };

describe('testApp', () => {
  it('answers requests of a root module without a port', async () => {
    const { request, close } = await testApp(Root);
    expect(await (await request('/orders/1')).json()).toEqual({ id: 1, name: 'kept' });
    const sent = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"name":"new"}' };
    const created = await request('/orders', sent);
    expect([created.status, await created.json()]).toEqual([201, { id: 1, name: 'new' }]);
    expect((await request('/orders/10')).status).toBe(404);
    expect((await request(new Request('http://localhost/orders', sent))).status).toBe(201);
    expect((await request(new Request('http://localhost/orders', sent), { method: 'PUT' })).status).toBe(405);
    await close();
  });

  it('takes a definition with its options, what it prepares, and the providers of the test above both', async () => {
    const environments: unknown[] = [];
    const definition = defineService({
      root: Root,
      prefix: 'api',
      providers: [provide(LIMIT, { useValue: 1 })],
      prepare: (environment) => {
        environments.push(environment);
        return { providers: [provide(LIMIT, { useValue: 2 })] };
      },
    });
    const { request, close } = await testApp(definition, {
      providers: [provide(Store, { useValue: { find: () => ({ id: 7, name: 'fake' }) } })],
      environment: { env: { A: 'b' } },
    });
    expect(await (await request('/api/orders/2')).json()).toEqual({ id: 7, name: 'fake' });
    expect((await request('/api/orders/3')).status).toBe(404);
    expect(environments).toEqual([{ env: { A: 'b' }, cwd: '.', configFile: null, workers: 1 }]);
    await close();
  });

  it('checks answers against their schemas by default', async () => {
    const fake = { providers: [provide(Store, { useValue: { find: () => ({ id: 'one' }) } })], ...quiet };
    const checked = await testApp(Root, fake);
    expect((await checked.request('/orders/1')).status).toBe(500);
    const unchecked = await testApp(Root, { ...fake, responses: 'off' });
    expect((await unchecked.request('/orders/1')).status).toBe(200);
    await Promise.all([checked.close(), unchecked.close()]);
  });

  it('is closed at the end of its block', async () => {
    const open = async () => {
      await using test = await testApp(Root);
      return test.app.get(APP_STATE);
    };
    expect((await open()).draining).toBe(true);
  });
});
