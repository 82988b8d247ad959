import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  change,
  type ChangeOptions,
  Controller,
  createApp,
  defineVersions,
  Get,
  Module,
  operation,
  Post,
  Put,
  reshape,
} from '../../index.js';
import type { Input, RouteSchemas } from '../../routing/declare/route-schemas.js';
import { checkService } from '../index.js';

const Status = z.enum(['open', 'paid', 'refunded']).meta({ id: 'Status' });
const OldStatus = z.enum(['open', 'paid']);
const Order = z.object({ id: z.int(), status: Status }).meta({ id: 'Order' });
const OrderPage = z.object({ items: z.array(Order), after: z.string().nullable() }).meta({ id: 'OrderPage' });

const orders = (['open', 'paid', 'refunded', 'paid'] as const).map((status, id) => ({ id, status }));
const toOld = (status: z.infer<typeof Status>) => (status === 'refunded' ? 'paid' : status);
const toNew = (status: z.infer<typeof OldStatus>) => (status === 'paid' ? (['paid', 'refunded'] as const) : status);

/** A list of orders, and what version 2 changed of it. */
function shopOf(
  query: z.ZodObject,
  response: z.ZodType,
  changed: (shop: () => typeof Object) => Omit<ChangeOptions, 'title'>,
) {
  const list = { query, response: { 200: response } };
  @Controller('orders')
  class Orders {
    @Get('', list) list(input: Input<typeof list>): unknown {
      const { status } = input.query as { readonly status?: string | readonly string[] };
      const found = orders.filter((order) => status === undefined || [status].flat().includes(order.status));
      return response === OrderPage ? { items: found, after: null } : found;
    }
  }
  @Module({ controllers: [Orders] })
  class Root {}
  const changes = [change({ title: 'Version 2', ...changed(() => Orders as never) })];
  const versions = defineVersions(['1', { version: '2', changes }]);
  return { Root, options: { versioning: { type: 'header', header: 'X-API-Version', versions } as const } };
}

type Shop = ReturnType<typeof shopOf>;

const found = ({ Root, options }: Shop) =>
  checkService(
    { definition: { root: Root, ...options }, problems: [], sourceOf: () => null },
    { asOf: new Date('2026-11-21') },
  )
    .map(({ id }) => id)
    .filter((id) => /partial|loses|invalid|change/.test(id));

async function paidIn({ Root, options }: Shop, path = '/orders?status=paid'): Promise<readonly number[]> {
  const app = await createApp(Root, options);
  const response = await app.fetch(new Request(`http://test${path}`, { headers: { 'X-API-Version': '1' } }));
  const answer = (await response.json()) as readonly { readonly id: number }[];
  await app.close();
  return answer.map(({ id }) => id);
}

const loses = { down: ['refunded'] };

describe('a filter by a value that stands for several', () => {
  it.each([
    ['one value', Status.optional()],
    ['one value with a default', Status.default('open')],
    ['several values', z.array(Status).optional()],
    ['one or several values', z.union([Status, z.array(Status)]).optional()],
  ])('loses some of them, where the newest parameter takes %s and up gives one', (_, status) => {
    const reshaped = reshape(Status, { before: OldStatus, down: toOld, up: (value) => value, loses });
    expect(found(shopOf(z.object({ status }), z.array(Order), () => ({ schemas: [reshaped] })))).toEqual([
      'filter-loses-values',
    ]);
  });

  it('loses some of them, where only the answer changed', () => {
    const reshaped = reshape(Order, {
      before: z.object({ id: z.int(), state: OldStatus }),
      down: ({ id, status }) => ({ id, state: toOld(status) }),
    });
    const query = z.object({ status: z.enum(['open', 'paid', 'refunded']).optional() });
    expect(found(shopOf(query, z.array(Order), () => ({ schemas: [reshaped] })))).toEqual(['filter-loses-values']);
  });

  it.each([
    ['several values', z.array(Status).optional()],
    ['one or several values', z.union([Status, z.array(Status)]).optional()],
  ])('finds all of them, where the newest parameter takes %s and up gives them', async (_, status) => {
    const reshaped = reshape(Status, { before: OldStatus, down: toOld, up: toNew, loses });
    const shop = shopOf(z.object({ status }), z.array(Order), () => ({ schemas: [reshaped] }));
    expect(found(shop)).toEqual([]);
    expect(await paidIn(shop)).toEqual([1, 2, 3]);
  });

  it('finds all of them, where the operation gives them', async () => {
    const shop = shopOf(z.object({ status: z.array(Status).optional() }), z.array(Order), (controller) => ({
      schemas: [reshape(Status, { before: OldStatus, down: toOld, up: (value) => value, loses })],
      operations: [
        operation(controller, 'list' as never, {
          before: { query: z.object({ status: OldStatus.optional() }) },
          up: ({ query }) => {
            const { status } = query as { readonly status?: 'open' | 'paid' };
            return { query: status === undefined ? {} : { status: [toNew(status)].flat() } };
          },
        }),
      ],
    }));
    expect(found(shop)).toEqual([]);
    expect(await paidIn(shop)).toEqual([1, 2, 3]);
  });

  it('is no matter where each value has an older one of its own', () => {
    const names = { open: 'OPEN', paid: 'PAID', refunded: 'REFUNDED' } as const;
    const back = { OPEN: 'open', PAID: 'paid', REFUNDED: 'refunded' } as const;
    const reshaped = reshape(Status, {
      before: z.enum(['OPEN', 'PAID', 'REFUNDED']),
      down: (status) => names[status],
      up: (status) => back[status],
    });
    const query = z.object({ status: Status.optional() });
    expect(found(shopOf(query, z.array(Order), () => ({ schemas: [reshaped] })))).toEqual([]);
  });
});

describe('a filter in a body or in a path', () => {
  /** One operation of version 2, where orders can be refunded, which version 1 shows as paid. */
  function operationOf(
    verb: 'Get' | 'Post' | 'Put',
    path: string,
    schemas: RouteSchemas,
    up: (value: z.infer<typeof OldStatus>) => 'open' | 'paid' | readonly z.infer<typeof Status>[] = (value) => value,
  ) {
    @Controller('orders')
    class Orders {
      @({ Get, Post, Put }[verb](path, schemas)) run(): unknown {
        return [];
      }
    }
    @Module({ controllers: [Orders] })
    class Root {}
    const reshaped = reshape(Status, { before: OldStatus, down: toOld, up, loses });
    const versions = defineVersions([
      '1',
      { version: '2', changes: [change({ title: 'Refunds', schemas: [reshaped] })] },
    ]);
    return { Root, options: { versioning: { type: 'header', header: 'X-API-Version', versions } as const } };
  }

  const search = z.object({ status: Status.optional() });

  it.each([
    ['the body of a search', 'Post', 'search', { body: search, response: { 200: z.array(Order) } }],
    ['the body of a search that answers with pages', 'Post', 'search', { body: search, response: { 200: OrderPage } }],
    [
      'a list in the body of a search',
      'Post',
      '',
      { body: z.object({ any: z.array(Status) }), response: { 200: OrderPage } },
    ],
    [
      'a member inside the body of a search',
      'Post',
      'search',
      { body: z.object({ filter: z.object({ status: Status }).optional() }), response: { 200: z.array(Order) } },
    ],
    [
      'a list of conditions in the body of a search',
      'Post',
      'search',
      { body: z.object({ any: z.array(z.object({ status: Status })) }), response: { 200: OrderPage } },
    ],
    [
      'the body of a search whose items hold the enum deeper',
      'Post',
      'search',
      { body: search, response: { 200: z.array(z.object({ order: Order })) } },
    ],
    ['a path', 'Get', 'by/:status', { params: z.object({ status: Status }), response: { 200: z.array(Order) } }],
  ] as const)('loses some of them: %s', (_, verb, path, schemas) => {
    expect(found(operationOf(verb, path, schemas))).toEqual(['filter-loses-values']);
  });

  it.each([
    ['a body that makes one', 'Post', '', { body: search, response: { 201: Order } }],
    [
      'a body that makes one, and the answer lists all',
      'Post',
      '',
      { body: search, response: { 201: z.array(Order) } },
    ],
    ['a body that answers with one', 'Post', 'price', { body: search, response: { 200: Order } }],
    ['a body that is written', 'Put', '', { body: search, response: { 200: z.array(Order) } }],
    [
      'a path to what the value is',
      'Get',
      'of/:status',
      { params: z.object({ status: Status }), response: { 200: z.object({ text: z.string() }) } },
    ],
  ] as const)('is none: %s', (_, verb, path, schemas) => {
    expect(found(operationOf(verb, path, schemas))).toEqual([]);
  });

  it('finds all of them, where up gives a body that takes several', () => {
    const several = { body: z.object({ status: z.array(Status) }), response: { 200: z.array(Order) } };
    expect(found(operationOf('Post', '', several, toNew))).toEqual([]);
    const inside = { body: z.object({ filter: several.body }), response: { 200: z.array(Order) } };
    expect(found(operationOf('Post', '', inside, toNew))).toEqual([]);
    const conditions = { body: z.object({ any: z.array(several.body) }), response: { 200: z.array(Order) } };
    expect(found(operationOf('Post', '', conditions, toNew))).toEqual([]);
  });

  it('finds all of them, where the older path leads to a query that takes several', async () => {
    const shopWith = (raise: (status: 'open' | 'paid') => z.infer<typeof Status>[]) =>
      shopOf(z.object({ status: z.array(Status).optional() }), z.array(Order), (controller) => ({
        schemas: [reshape(Status, { before: OldStatus, down: toOld, up: (value) => value, loses })],
        operations: [
          operation(controller, 'list' as never, {
            before: { path: ':status', params: z.object({ status: OldStatus }), query: z.object({}) },
            up: ({ params }) => ({ query: { status: raise((params as { readonly status: 'open' | 'paid' }).status) } }),
          }),
        ],
      }));
    expect(found(shopWith((status) => [toNew(status)].flat()))).toEqual([]);
    expect(
      await paidIn(
        shopWith((status) => [toNew(status)].flat()),
        '/orders/paid',
      ),
    ).toEqual([1, 2, 3]);
    expect(found(shopWith((status) => [status]))).toEqual(['filter-loses-values']);
  });
});

describe('a list that becomes a page', () => {
  const pages = reshape(OrderPage, { before: z.array(Order), down: ({ items }) => items });
  const limit = z.coerce.number().int().max(100);
  const partial = (query: z.ZodObject) => found(shopOf(query, OrderPage, () => ({ schemas: [pages] })));

  it('is partial where the newest query has a limit with a default', () => {
    expect(partial(z.object({ limit: limit.default(20) }))).toEqual(['list-becomes-partial']);
    expect(partial(z.object({ perPage: z.coerce.number().optional() }))).toEqual(['list-becomes-partial']);
  });

  it('is partial where the operation names the older list', () => {
    const shop = shopOf(z.object({ limit: limit.default(20) }), OrderPage, (controller) => ({
      operations: [
        operation(controller, 'list' as never, {
          before: { response: z.array(Order) },
          down: ({ body }) => ({ body: (body as z.infer<typeof OrderPage>).items }),
        }),
      ],
    }));
    expect(found(shop)).toEqual(['list-becomes-partial']);
  });

  it('is whole without a limit, or where every older request names it', () => {
    expect(partial(z.object({ q: z.string().optional() }))).toEqual([]);
    expect(partial(z.object({ limit }))).toEqual([]);
  });

  it('is whole where the pages are collected', () => {
    const shop = shopOf(z.object({ limit: limit.default(20) }), OrderPage, (controller) => ({
      schemas: [pages],
      operations: [
        operation(controller, 'list' as never, { before: {}, collect: { items: () => [], next: () => null } }),
      ],
    }));
    expect(found(shop)).toEqual([]);
  });
});
