import { change, createApp, defineVersions, renamed } from 'svckit';
import { defineGateway } from 'svckit/around';
import { z } from 'zod';
import { announce } from '../servers/contract.mjs';

const Line = z.object({ sku: z.string(), count: z.int() }).meta({ id: 'Line' });
const Order = z
  .object({ id: z.string(), title: z.string(), price: z.int(), lines: z.array(Line), note: z.string() })
  .meta({ id: 'Order' });
const json = (schema: object) => ({ 200: { description: 'Orders.', content: { 'application/json': { schema } } } });
const list = { type: 'array', items: { $ref: '#/components/schemas/Order' } };
const text = { type: 'string' };

const {
  root,
  prepare: _,
  ...options
} = defineGateway({
  upstream: process.env.UPSTREAM!,
  document: {
    openapi: '3.1.0',
    info: { title: 'Orders', version: '2' },
    paths: {
      '/orders': { get: { operationId: 'list', responses: json(list) } },
      '/plain': { get: { operationId: 'plain', responses: json({}) } },
    },
    components: {
      schemas: {
        Line: { type: 'object', required: ['sku', 'count'], properties: { sku: text, count: { type: 'integer' } } },
        Order: {
          type: 'object',
          required: ['id', 'title', 'price', 'lines', 'note'],
          properties: {
            id: text,
            title: text,
            price: { type: 'integer' },
            lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } },
            note: text,
          },
        },
      },
    },
  },
  shapes: { Line, Order },
  operations: {
    list: { operationId: 'list', method: 'GET', path: '/orders', responses: { 200: z.array(Order) } },
    plain: { operationId: 'plain', method: 'GET', path: '/plain', responses: { 200: z.unknown() } },
  },
  versions: defineVersions([
    '1',
    { version: '2', changes: [change({ title: 'Titles', schemas: [renamed(Order, { title: 'name' })] })] },
  ]),
  versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' },
});
const app = await createApp(root, options);
announce(new URL(await app.listen()).port);
