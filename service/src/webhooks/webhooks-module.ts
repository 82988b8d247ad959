import { sqlWebhookStore } from '@svckit/stores';
import { inject, Module, provide } from 'svckit';
import { Webhooks, WebhooksModule } from 'svckit/webhooks';
import { LOGGER } from '../configuration/logger.js';
import { SETTINGS } from '../configuration/settings.js';
import { Database } from '../database/database.js';
import { MAIL_SENDER } from '../mail/mail-module.js';
import { REDIS } from '../redis/redis.js';
import { redisWebhookQueue } from './redis-webhook-queue.js';
import { ServiceEvents, ServiceEventsModule } from './service-events.js';
import { WebhookMailer } from './webhook-mailer.js';
import { WebhooksController } from './webhooks-controller.js';
import { egressOf } from './webhooks-settings.js';

/** Sends webhooks what the other parts of the service publish. */
class Announcer {
  constructor() {
    inject(ServiceEvents).sendTo(inject(Webhooks));
  }
}

const provideMailer = provide(WebhookMailer, {
  useFactory: (database, sender, log) => new WebhookMailer({ database, sender, log }),
  inject: [Database, MAIL_SENDER, LOGGER],
});

/** Delivery of webhooks, in the database of the service. `JOBS_WORKER` says whether a process that serves delivers too. */
const deliveringIf = (delivers: (jobsWorker: boolean) => boolean) =>
  WebhooksModule({
    useFactory: (settings, database, mailer, redis) => ({
      store: sqlWebhookStore(() => database.kysely),
      egress: egressOf(settings),
      deliver: delivers(settings.JOBS_WORKER),
      ...(redis !== null && { queue: redisWebhookQueue(redis) }),
      onNotice: mailer.notify,
    }),
    inject: [SETTINGS, Database, WebhookMailer, REDIS],
  });

@Module({
  imports: [ServiceEventsModule, deliveringIf((jobsWorker) => jobsWorker)],
  controllers: [WebhooksController],
  providers: [provideMailer, Announcer],
})
export class ServingWebhooksModule {}

@Module({ imports: [deliveringIf(() => true)], providers: [provideMailer] })
export class DeliveringWebhooksModule {}
