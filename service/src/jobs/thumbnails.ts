import { provide, token } from 'svckit';
import { LOGGER } from '../configuration/logger.js';
import { SETTINGS } from '../configuration/settings.js';
import { Database } from '../database/database.js';
import { REDIS } from '../redis/redis.js';
import { DatabaseJobQueue } from './database-job-queue.js';
import type { JobQueue } from './job-queue.js';
import type { EnqueueRender, Thumbnail } from './jobs-schemas.js';
import { jobPolicy } from './jobs-settings.js';
import { RedisJobQueue } from './redis-job-queue.js';

/** The queue of thumbnail jobs: in Redis with REDIS_URL, else in the database. */
export const THUMBNAILS = token<JobQueue<EnqueueRender, Thumbnail>>('THUMBNAILS');

const name = 'thumbnails';

export const provideThumbnails = provide(THUMBNAILS, {
  useFactory: (settings, redis, database, log): JobQueue<EnqueueRender, Thumbnail> => {
    const policy = jobPolicy(settings);
    return redis === null
      ? new DatabaseJobQueue({ name, database, policy, log })
      : new RedisJobQueue({ name, redis, policy });
  },
  inject: [SETTINGS, REDIS, Database, LOGGER],
});
