import { createApp, Module, type PartDescription, type ServeEnvironment } from 'svckit';
import { prepareService } from '../prepare-service.js';
import { ConfigurationModule } from '../configuration/configuration-module.js';
import { DatabaseModule } from '../database/database-module.js';
import { ImagesModule } from '../images/images-module.js';
import { RedisModule } from '../redis/redis-module.js';
import { MailModule } from '../mail/mail-module.js';
import { versions } from '../versions.js';
import { webhooks } from '../webhooks/events.js';
import { DeliveringWebhooksModule } from '../webhooks/webhooks-module.js';
import { ThumbnailWorker } from './thumbnail-worker.js';
import { provideThumbnails } from './thumbnails.js';

/** What a process needs to process jobs and to deliver webhooks without serving. */
@Module({
  imports: [ConfigurationModule, DatabaseModule, RedisModule, ImagesModule, MailModule, DeliveringWebhooksModule],
  providers: [provideThumbnails, ThumbnailWorker],
})
class WorkerModule {}

export interface RunningWorker {
  /** What provides each part, for the startup summary. */
  readonly parts: readonly PartDescription[];
  /** Waits for the running jobs. */
  close(): Promise<void>;
}

/** Processes jobs in this process without serving; throws a SettingsError that lists every problem in the configuration. */
export async function startWorker(environment: Omit<ServeEnvironment, 'workers'>): Promise<RunningWorker> {
  const { providers = [], parts = [] } = await prepareService({ ...environment, workers: 1 });
  const app = await createApp(WorkerModule, {
    providers,
    versioning: { type: 'header', header: 'X-API-Version', versions },
    webhooks,
  });
  return { parts: parts.filter(({ part }) => part === 'database' || part === 'jobs'), close: () => app.close() };
}
