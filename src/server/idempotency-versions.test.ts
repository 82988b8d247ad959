import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  change,
  Controller,
  defineVersions,
  Idempotent,
  type Input,
  Module,
  operation,
  Post,
  Put,
  renamed,
  type ServiceOptions,
  Version,
} from '../index.js';
import { MemoryIdempotencyStore } from './stores/memory-idempotency-store.js';
import { postJson, serveForTest } from './testing/serve-for-test.js';

const Order = z.strictObject({ item: z.string(), count: z.int().optional() }).meta({ id: 'Order' });
const Made = z.object({ run: z.int(), item: z.string(), count: z.int().optional() }).meta({ id: 'Made' });
const create = { body: Order, response: { 201: Made } } as const;
const move = { body: Order, response: { 200: Made } } as const;

let run = 0;
let release = () => {};

@Controller('orders')
class OrdersController {
  @Idempotent() @Post('', create) create({ body, res }: Input<typeof create>) {
    res.setHeader('Location', `/orders/${++run}`);
    return { run, ...body };
  }
  @Idempotent() @Put('moved', move) moved({ body }: Input<typeof move>) {
    return { run: ++run, ...body };
  }
  @Idempotent() @Post('slow', create) async slow({ body }: Input<typeof create>) {
    const own = ++run;
    await new Promise<void>((resolve) => (release = resolve));
    return { run: own, ...body };
  }
  @Version('1') @Idempotent() @Post('apart') first() {
    return { first: ++run };
  }
  @Version('2') @Idempotent() @Post('apart') second() {
    return { second: ++run };
  }
}
@Module({ controllers: [OrdersController] })
class Root {}

const versions = defineVersions([
  '1',
  {
    version: '2',
    changes: [
      change({
        title: 'A count',
        schemas: [renamed(Order, { count: 'quantity' }), renamed(Made, { count: 'quantity' })],
        operations: [operation(() => OrdersController, 'moved', { before: { method: 'POST', path: 'older' } })],
      }),
    ],
  },
]);

const store = { current: new MemoryIdempotencyStore() };
let pinned: string | null = '1';
let app: Awaited<ReturnType<typeof serveForTest>>;

async function serve(defaultVersion = '1', more: ServiceOptions = {}) {
  await app?.app.close();
  app = await serveForTest(Root, {
    authenticate: ({ headers }) => ({ id: String(headers['x-caller'] ?? 'a'), roles: [] }),
    idempotency: { store: store.current },
    versioning: { type: 'header', header: 'X-API-Version', defaultVersion, report: true, pin: () => pinned, versions },
    ...more,
  });
}
const send = (path: string, body: object, headers: Record<string, string> = {}) =>
  app.call(path, postJson(body, { 'idempotency-key': 'k', ...headers }));
const shown = ({ status, headers, text }: Awaited<ReturnType<typeof send>>) => ({
  status,
  version: headers['api-version'],
  replayed: headers['idempotent-replayed'] === 'true',
  body: JSON.parse(text) as unknown,
});

beforeEach(async () => {
  run = 0;
  pinned = '1';
  store.current = new MemoryIdempotencyStore();
  await serve();
});
afterEach(() => app.app.close());

describe('a request that is sent again after its version has changed', () => {
  const older = { item: 'x', quantity: 3 };
  const newer = { item: 'x', count: 3 };

  it.each([
    ['raised', '1', '2', older],
    ['lowered', '2', '1', newer],
  ])('by a pin that was %s gets the first answer, in its version', async (_, before, after, body) => {
    pinned = before;
    const first = await send('/orders', body);
    pinned = after;
    const second = await send('/orders', body);
    expect(shown(first)).toEqual({ status: 201, version: before, replayed: false, body: { run: 1, ...body } });
    expect(shown(second)).toEqual({ status: 201, version: before, replayed: true, body: { run: 1, ...body } });
    expect(second.headers['location']).toBe('/orders/1');
    expect(shown(await send('/orders', body, { 'idempotency-key': 'other' }))).toMatchObject({ status: 400 });
    expect(run).toBe(1);
  });

  it.each([
    ['1', '2', older],
    ['2', '1', newer],
  ])('by a default that went from %s to %s gets the first answer', async (before, after, body) => {
    pinned = null;
    await serve(before);
    await send('/orders', body);
    await serve(after);
    expect(shown(await send('/orders', body))).toMatchObject({ version: before, replayed: true, body: { run: 1 } });
  });

  it.each([
    ['1', '2'],
    ['2', '1'],
  ])('and named %s and then %s by itself is refused', async (before, after) => {
    const body = { item: 'x' };
    await send('/orders', body, { 'x-api-version': before });
    const second = await send('/orders', body, { 'x-api-version': after });
    expect(shown(second)).toMatchObject({ status: 422, body: { code: 'idempotency-key-reused' } });
    expect(second.text).toContain(`in version ${before}`);
    pinned = after;
    expect(shown(await send('/orders', body, { 'x-api-version': before }))).toMatchObject({ replayed: true });
    expect(run).toBe(1);
  });

  it('is 409 while the first one runs', async () => {
    const first = send('/orders/slow', { item: 'x' });
    while (run === 0) await new Promise((resolve) => setImmediate(resolve));
    pinned = '2';
    expect((await send('/orders/slow', { item: 'x' })).status).toBe(409);
    release();
    expect((await first).status).toBe(201);
    expect(shown(await send('/orders/slow', { item: 'x' }))).toMatchObject({ version: '1', replayed: true });
  });

  it('at another address of its operation is refused', async () => {
    const body = { item: 'x' };
    expect((await send('/orders/older', body)).status).toBe(200);
    const put = { ...postJson(body, { 'idempotency-key': 'k' }), method: 'PUT' };
    pinned = '2';
    expect((await app.call('/orders/moved', put)).status).toBe(422);
    pinned = '1';
    expect(shown(await send('/orders/older', body))).toMatchObject({ replayed: true });
    expect(run).toBe(1);
    run = 0;
    store.current = new MemoryIdempotencyStore();
    await serve();
    pinned = '2';
    expect((await app.call('/orders/moved', put)).status).toBe(200);
    pinned = '1';
    expect((await send('/orders/older', body)).status).toBe(422);
    expect(run).toBe(1);
  });

  it('is answered by the first of two handlers that have the versions', async () => {
    expect(shown(await send('/orders/apart', {}))).toMatchObject({ version: '1', body: { first: 1 } });
    pinned = '2';
    expect(shown(await send('/orders/apart', {}))).toMatchObject({ version: '1', replayed: true, body: { first: 1 } });
  });

  it('by another caller, or with another body, is another one', async () => {
    await send('/orders', older);
    pinned = '2';
    expect((await send('/orders', { item: 'y' })).status).toBe(422);
    expect(shown(await send('/orders', { item: 'x' }, { 'x-caller': 'b' }))).toMatchObject({
      replayed: false,
      version: '2',
    });
  });

  it('does not use a key that a refused request has sent', async () => {
    expect((await send('/orders', newer)).status).toBe(400);
    pinned = '2';
    expect(shown(await send('/orders', newer))).toMatchObject({ status: 201, replayed: false, body: { run: 1 } });
  });
});
