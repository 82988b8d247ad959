import { APP_LOGGER } from '../../routing/table/app-tokens.js';
import type { Logger } from '../../routing/table/logger.js';
import type { App } from '../../server/app.js';
import type { Webhook } from '../../webhooks/declare/webhook.js';
import { Webhooks } from '../../webhooks/publish/webhooks.js';
import { WebhooksModule } from '../../webhooks/publish/webhooks-module.js';
import type { Class } from '../../wiring/metadata.js';
import { Module } from '../../wiring/module.js';
import { provide } from '../../wiring/provide.js';
import { localHost, type PublishListenerOptions, tokenOf } from './publish-options.js';

/** Listens for events while its app runs. */
class PublishListener {
  #app: App | undefined;

  constructor(
    readonly options: Pick<PublishListenerOptions, 'host' | 'port' | 'token'>,
    readonly webhooks: readonly Webhook[],
    readonly publishing: Webhooks,
    readonly logger: Logger,
  ) {}

  async onInit(): Promise<void> {
    const { createPublishApp } = await import('./publish-app.js');
    const { host, port } = this.options;
    this.#app = await createPublishApp(this.publishing, this.webhooks, tokenOf(this.options), this.logger);
    this.logger.info('Events are taken', { url: await this.#app.listen(port, host) });
  }

  async onShutdown(): Promise<void> {
    await this.#app?.close();
  }
}

/** Keeps and delivers webhooks, and takes events on a separate listener. */
export function publishModule(
  { host = localHost, port, token, ...delivery }: PublishListenerOptions,
  webhooks: readonly Webhook[],
): Class {
  class OfPublishing {}
  Module({
    imports: [WebhooksModule(delivery)],
    providers: [
      provide(PublishListener, {
        useFactory: (publishing, logger) => new PublishListener({ host, port, token }, webhooks, publishing, logger),
        inject: [Webhooks, APP_LOGGER],
      }),
    ],
  })(OfPublishing, undefined);
  return OfPublishing;
}
