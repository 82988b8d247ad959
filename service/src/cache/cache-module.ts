import { Module } from 'svckit';
import { CacheController } from './cache-controller.js';
import { provideCache } from './cache.js';

@Module({ controllers: [CacheController], providers: [provideCache] })
export class CacheModule {}
