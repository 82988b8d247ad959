import { Module } from 'svckit';
import { ConfigurationModule } from '../configuration/configuration-module.js';
import { DatabaseModule } from '../database/database-module.js';
import { ImagesModule } from '../images/images-module.js';
import { RedisModule } from '../redis/redis-module.js';
import { ThumbnailWorker } from './thumbnail-worker.js';
import { provideThumbnails } from './thumbnails.js';

/** What a process needs to process jobs without serving. */
@Module({
  imports: [ConfigurationModule, DatabaseModule, RedisModule, ImagesModule],
  providers: [provideThumbnails, ThumbnailWorker],
})
export class WorkerModule {}
