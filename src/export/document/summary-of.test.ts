import { describe, expect, it } from 'vitest';
import { summaryOf } from './summary-of.js';

describe('the default summary', () => {
  it.each([
    ['POST', '/orders', 'Orders', 'create', 'Create order'],
    ['GET', '/orders', 'Orders', 'list', 'List orders'],
    ['GET', '/orders', 'Order', 'list', 'List orders'],
    ['GET', '/orders', 'Orders', 'get', 'Get orders'],
    ['GET', '/orders/{id}', 'Orders', 'get', 'Get order'],
    ['GET', '/orders/{id}', 'Orders', 'findById', 'Find order by id'],
    ['GET', '/orders', 'Orders', 'findAll', 'Find all orders'],
    ['GET', '/orders/{id}', 'Orders', 'findOne', 'Find order'],
    ['GET', '/orders', 'Orders', 'listOpenOrders', 'List open orders'],
    ['DELETE', '/addresses/{id}', 'Addresses', 'remove', 'Remove address'],
    ['PATCH', '/categories/{id}', 'Categories', 'update', 'Update category'],
    ['POST', '/purchase-orders', 'PurchaseOrders', 'create', 'Create purchase order'],
    ['GET', '/people', 'People', 'list', 'List people'],
    ['POST', '/people', 'People', 'create', 'Create person'],
    ['GET', '/status', 'Status', 'read', 'Read status'],
    ['GET', '/health/live', 'Health', 'live', 'Health: live'],
    ['POST', '/ledger/transfer', 'Ledger', 'transfer', 'Ledger: transfer'],
  ] as const)('of %s %s with the tag %s and the handler %s is "%s"', (method, path, tag, handler, summary) => {
    expect(summaryOf({ method, path, tags: [tag], handler: { controller: 'X', method: handler } })).toBe(summary);
  });

  it('is the name of the handler without a tag', () => {
    const route = { method: 'GET', path: '/', tags: [], handler: { controller: 'X', method: 'list' } } as const;
    expect(summaryOf(route)).toBe('List');
  });
});
