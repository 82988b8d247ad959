import { type Logger, Module } from 'svckit';
import type { Webhook, Webhooks } from 'svckit/webhooks';

/** What the parts of the service say that happened. Nobody listens in an app without webhooks. */
export class ServiceEvents {
  #listener: { readonly webhooks: Pick<Webhooks, 'publish'>; readonly log: Pick<Logger, 'warn'> } | null = null;

  sendTo(webhooks: Pick<Webhooks, 'publish'>, log: Pick<Logger, 'warn'>): void {
    this.#listener = { webhooks, log };
  }

  /** Publishes an event to every account that listens, in the transaction of what happened. */
  async publish(webhook: Webhook, payload: unknown, transaction: object): Promise<void> {
    await this.#listener?.webhooks.publish(webhook, payload as never, { subject: '*', in: transaction });
  }

  /** The same for what is in no database: it has happened, whether the event can be published or not. */
  async announce(webhook: Webhook, payload: unknown): Promise<void> {
    if (!this.#listener) return;
    const { webhooks, log } = this.#listener;
    await webhooks.publish(webhook, payload as never, { subject: '*' }).catch((error: unknown) => {
      log.warn('An event could not be published', { event: webhook.name, error: String(error) });
    });
  }
}

@Module({ providers: [ServiceEvents] })
export class ServiceEventsModule {}
