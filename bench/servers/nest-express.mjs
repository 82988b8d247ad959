import { NestFactory } from '@nestjs/core';
import { BenchModule } from '../lib/nest-app.mjs';
import { announce } from './contract.mjs';

const app = await NestFactory.create(BenchModule, { logger: false });
await app.listen(0, '127.0.0.1');
announce(app.getHttpServer().address().port);
