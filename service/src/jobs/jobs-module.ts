import { Module } from 'svckit';
import { JobsController } from './jobs-controller.js';
import { ServingThumbnailWorker } from './thumbnail-worker.js';
import { provideThumbnails } from './thumbnails.js';

@Module({ controllers: [JobsController], providers: [provideThumbnails, ServingThumbnailWorker] })
export class JobsModule {}
