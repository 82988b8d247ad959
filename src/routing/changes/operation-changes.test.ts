import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serveForTest } from '../../server/testing/serve-for-test.js';
import { Module } from '../../wiring/module.js';
import type { Input } from '../declare/route-schemas.js';
import { Controller, Post } from '../declare/verbs.js';
import { HttpError } from '../table/http-error.js';
import { change } from './change.js';
import { defineVersions } from './define-versions.js';
import { operation, type OperationOptions } from './operation.js';
import { added, renamed } from './short-forms.js';

const Tag = z.object({ label: z.string() }).meta({ id: 'Tag' });
const Order = z.object({ id: z.int(), tag: Tag, total: z.int() }).meta({ id: 'Order' });
const Refused = z.object({ reason: z.string() }).meta({ id: 'Refused' });
const create = {
  body: z.object({ sold: z.boolean().default(false) }),
  response: { 201: { schema: Order, headers: { Location: z.string() } }, 422: Refused },
} as const;

@Controller('orders')
class OrdersController {
  @Post('', create) create({ body, res }: Input<typeof create>) {
    if (body.sold) throw new HttpError(422, 'Sold out.', { reason: 'sold out' });
    res.setHeader('Location', '/orders/1');
    return { id: 1, tag: { label: 'new' }, total: 12 };
  }
}
@Module({ controllers: [OrdersController] })
class Orders {}

const labels = change({ title: 'Labels', schemas: [renamed(Tag, { label: 'text' })] });
const totals = change({ title: 'Totals', schemas: [added(Order, { total: 0 })] });
const reasons = change({ title: 'Reasons', schemas: [renamed(Refused, { reason: 'error' })] });

/** Version 1 is older than the operation's own change, version 2 than that of Tag. */
async function ask(options: OperationOptions, sold: boolean, version: string) {
  const own = change({ title: 'Own', schemas: [], operations: [operation(() => OrdersController, 'create', options)] });
  const versions = defineVersions([
    '1',
    { version: '2', changes: [own, reasons] },
    { version: '3', changes: [labels, totals] },
  ]);
  const { app, call } = await serveForTest(Orders, {
    versioning: { type: 'header', header: 'X-API-Version', versions },
    logger: { info() {}, warn() {}, error() {} },
  });
  const { status, headers, json } = await call('/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'X-API-Version': version },
    body: JSON.stringify({ sold }),
  });
  await app.close();
  return { status, location: headers['location'], body: json() };
}

describe('an operation that names an older answer', () => {
  const named = { before: { response: { 201: Order } } };

  it('shows what the answer contains as it was then, not as it is in the newest version', async () => {
    expect((await ask(named, false, '1')).body).toEqual({ id: 1, tag: { text: 'new' } });
  });

  it('does not send a header that only newer versions declare', async () => {
    expect([(await ask(named, false, '2')).location, (await ask(named, false, '1')).location]).toEqual([
      '/orders/1',
      undefined,
    ]);
  });

  it('leaves the other statuses to the changes of their schemas', async () => {
    expect((await ask(named, true, '1')).body).toMatchObject({ status: 422, error: 'sold out' });
  });

  it('may give an error another status', async () => {
    const before = { response: { 400: z.object({ problem: z.string() }) } };
    const down: OperationOptions['down'] = ({ status, body }) =>
      status === 422 ? { status: 400, body: { problem: (body as { reason: string }).reason } } : {};
    const answer = await ask({ before, down }, true, '1');
    expect(answer).toMatchObject({
      status: 400,
      body: { status: 400, title: 'Bad Request', detail: 'Sold out.', problem: 'sold out' },
    });
    expect(answer.body).not.toHaveProperty('reason');
  });

  it('must name the status that its way down answers with', async () => {
    expect((await ask({ before: {}, down: () => ({ status: 202 }) }, false, '1')).status).toBe(500);
    expect((await ask({ before: { status: 202 } }, false, '1')).status).toBe(202);
  });

  it('reads the declared headers that the handler set, and may replace them', async () => {
    const down: OperationOptions['down'] = ({ headers }) => ({ headers: { Location: `${headers['Location']}?v=1` } });
    expect((await ask({ before: {}, down }, false, '1')).location).toBe('/orders/1?v=1');
  });
});
