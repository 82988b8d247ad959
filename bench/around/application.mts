import { change, defineVersions, renamed } from 'svckit';
import { around } from 'svckit/around';
import { z } from 'zod';

const Order = z.object({ id: z.string(), title: z.string() }).meta({ id: 'Order' });
const json = (schema: object) => ({ 200: { description: 'As JSON.', content: { 'application/json': { schema } } } });

/** Versions around an application; `/plain` is what no change reaches. */
export const makeVersioned = () =>
  around({
    document: {
      openapi: '3.1.0',
      info: { title: 'Orders', version: '2' },
      paths: {
        '/orders': { get: { operationId: 'list', responses: json({ $ref: '#/components/schemas/Order' }) } },
        '/plain': { get: { operationId: 'plain', responses: json({}) } },
      },
      components: {
        schemas: {
          Order: {
            type: 'object',
            required: ['id', 'title'],
            properties: { id: { type: 'string' }, title: { type: 'string' } },
          },
        },
      },
    },
    shapes: { Order },
    operations: {
      list: { operationId: 'list', method: 'GET', path: '/orders', responses: { 200: Order } },
      plain: { operationId: 'plain', method: 'GET', path: '/plain', responses: { 200: z.unknown() } },
    },
    versions: defineVersions([
      '1',
      { version: '2', changes: [change({ title: 'Titles', schemas: [renamed(Order, { title: 'name' })] })] },
    ]),
    versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' },
  });

export const order = { id: 'order-1', title: 'The first of a good many orders' };
/** What is around the application: nothing without it. */
export const edge = process.env['EDGE'];
