import { Module } from 'svckit';
import { provideRedis } from './redis.js';

@Module({ providers: [provideRedis] })
export class RedisModule {}
