import { Module } from 'svckit';
import type { Webhook, Webhooks } from 'svckit/webhooks';

/** What the parts of the service say that happened. Nobody listens in an app without webhooks. */
export class ServiceEvents {
  #webhooks: Pick<Webhooks, 'publish'> | null = null;

  sendTo(webhooks: Pick<Webhooks, 'publish'>): void {
    this.#webhooks = webhooks;
  }

  /** Publishes an event to every account that listens, in the transaction of what happened; null where that is in no database. */
  async publish(webhook: Webhook, payload: unknown, transaction: object | null): Promise<void> {
    const options = { subject: '*', ...(transaction !== null && { in: transaction }) };
    await this.#webhooks?.publish(webhook, payload as never, options);
  }
}

@Module({ providers: [ServiceEvents] })
export class ServiceEventsModule {}
