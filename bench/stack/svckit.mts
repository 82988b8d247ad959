import { Controller, createApp, Get, type Input, Module, Post, Roles, type RouteSchemas, Version } from 'svckit';
import { z } from 'zod';
import { announce } from '../servers/contract.mjs';
import {
  callerOf,
  exposedHeaders,
  limit,
  NewOrder,
  Order,
  order,
  OrderReceipt,
  OrderSummary,
  origin,
  receipt,
  role,
  summary,
  windowSeconds,
} from './contract.mjs';

const params = z.object({ id: z.string().min(1).max(40) });
const one = { params, response: { 200: Order } } satisfies RouteSchemas;
const short = { params, response: { 200: OrderSummary } } satisfies RouteSchemas;
const create = { body: NewOrder, response: { 201: OrderReceipt } } satisfies RouteSchemas;

@Controller('orders', { version: '2' })
@Roles(role)
class OrdersController {
  @Get(':id', one) one({ params }: Input<typeof one>) {
    return order(params.id);
  }
  @Version('1') @Get(':id', short) short({ params }: Input<typeof short>) {
    return summary(params.id);
  }
  @Post('', create) create({ body }: Input<typeof create>) {
    return receipt(body);
  }
}

@Module({ controllers: [OrdersController] })
class StackModule {}

const app = await createApp(StackModule, {
  prefix: 'api',
  versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '2' },
  securityHeaders: true,
  cors: { origin, credentials: true, exposedHeaders },
  throttle: { limit, windowSeconds },
  authenticate: (req) => callerOf(req.headers.authorization),
});
announce(new URL(await app.listen()).port);
