import 'reflect-metadata';
import helmet from '@fastify/helmet';
import {
  BadRequestException,
  Body,
  Controller,
  ForbiddenException,
  Get,
  Module,
  Param,
  Post,
  UnauthorizedException,
  Version,
  VersioningType,
} from '@nestjs/common';
import { APP_GUARD, NestFactory, Reflector } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { announce } from '../servers/contract.mjs';
import {
  callerOf,
  exposedHeaders,
  limit,
  NewOrder,
  order,
  origin,
  receipt,
  role,
  summary,
  windowSeconds,
} from './contract.mjs';

const Roles = Reflector.createDecorator();

class AccessGuard {
  constructor(reflector) {
    this.reflector = reflector;
  }
  canActivate(context) {
    const req = context.switchToHttp().getRequest();
    req.caller = callerOf(req.headers.authorization);
    if (req.caller === null) throw new UnauthorizedException();
    const roles = this.reflector.getAllAndOverride(Roles, [context.getHandler(), context.getClass()]);
    if (!roles.some((name) => req.caller.roles.includes(name))) throw new ForbiddenException();
    return true;
  }
}

const newOrder = {
  transform(value) {
    const parsed = NewOrder.safeParse(value);
    if (!parsed.success) throw new BadRequestException(parsed.error.issues);
    return parsed.data;
  },
};

class OrdersController {
  one(id) {
    return order(id);
  }
  short(id) {
    return summary(id);
  }
  create(body) {
    return receipt(body);
  }
}

/** Nest uses legacy decorators; without a compiler for them they are called by hand. */
function decorate(method, ...decorators) {
  const descriptor = Object.getOwnPropertyDescriptor(OrdersController.prototype, method);
  for (const decorator of decorators) decorator(OrdersController.prototype, method, descriptor);
}
Controller({ path: 'orders', version: '2' })(OrdersController);
Roles([role])(OrdersController);
decorate('one', Get(':id'));
decorate('short', Version('1'), Get(':id'));
decorate('create', Post());
Param('id')(OrdersController.prototype, 'one', 0);
Param('id')(OrdersController.prototype, 'short', 0);
Body(newOrder)(OrdersController.prototype, 'create', 0);

class StackModule {}
Module({
  imports: [ThrottlerModule.forRoot([{ ttl: windowSeconds * 1000, limit }])],
  controllers: [OrdersController],
  providers: [
    { provide: APP_GUARD, useClass: ThrottlerGuard },
    { provide: APP_GUARD, useFactory: (reflector) => new AccessGuard(reflector), inject: [Reflector] },
  ],
})(StackModule);

const app = await NestFactory.create(StackModule, new FastifyAdapter(), { logger: false });
await app.register(helmet);
app.enableCors({ origin, credentials: true, exposedHeaders });
app.setGlobalPrefix('api');
app.enableVersioning({ type: VersioningType.HEADER, header: 'X-API-Version', defaultVersion: '2' });
await app.listen(0, '127.0.0.1');
announce(app.getHttpServer().address().port);
