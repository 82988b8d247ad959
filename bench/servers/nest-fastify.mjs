import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { BenchModule } from '../lib/nest-app.mjs';
import { announce } from './contract.mjs';

const app = await NestFactory.create(BenchModule, new FastifyAdapter(), { logger: false });
await app.listen(0, '127.0.0.1');
announce(app.getHttpServer().address().port);
