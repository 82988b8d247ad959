import { onTestFinished } from 'vitest';
import { versions, bookAdded, shelfChanged } from '../../../fixtures/webhooks/svc.config.js';
import { Controller, createApp, Get, inject, Module, type ServiceOptions } from '../../index.js';
import type { WebhookNotice } from '../publish/notices.js';
import { Webhooks } from '../publish/webhooks.js';
import { WebhooksModule } from '../publish/webhooks-module.js';
import type { WebhooksOptions } from '../publish/webhooks-options.js';
import { memoryWebhookStore } from '../store/memory-webhook-store.js';

export const book = { id: 1, title: 'Emma', authors: ['Jane Austen', 'A friend'] };

@Controller('books')
class BooksController {
  @Get('') list() {}
}

/** The webhooks of an app whose clock a test moves; it delivers to this machine, unless `deliver` is false. */
export async function openWebhooks(options: Partial<WebhooksOptions> = {}, service: ServiceOptions = {}) {
  const clock = { now: Date.UTC(2026, 10, 26, 12) };
  const notices: WebhookNotice[] = [];
  const logged: string[] = [];
  const store = options.store ?? memoryWebhookStore();
  let webhooks!: Webhooks;
  class Probe {
    readonly webhooks = (webhooks = inject(Webhooks));
  }
  @Module({
    imports: [
      WebhooksModule({
        egress: { allow: ['127.0.0.1'] },
        pollMs: 5,
        onNotice: (notice) => void notices.push(notice),
        ...options,
        store,
      }),
    ],
    controllers: [BooksController],
    providers: [Probe],
  })
  class Root {}
  const log = (message: string, fields?: object) => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const app = await createApp(Root, {
    versioning: { type: 'header', header: 'X-API-Version', versions },
    webhooks: [bookAdded, shelfChanged],
    now: () => new Date(clock.now),
    logger: { info: log, warn: log, error: log },
    ...service,
  });
  onTestFinished(() => app.close());
  return { webhooks, store, clock, notices, logged, close: () => app.close() };
}
