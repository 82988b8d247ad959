import type { Class } from '../../wiring/metadata.js';
import { Module } from '../../wiring/module.js';
import { provide } from '../../wiring/provide.js';
import { WEBHOOK_HOST } from '../declare/webhook-host.js';
import { Webhooks } from './webhooks.js';
import { readWebhooksOptions, type WebhooksOptions } from './webhooks-options.js';

/**
 * A module that provides `Webhooks`: `imports: [WebhooksModule({ store, egress: 'public' })]`. It delivers in this process, unless `deliver` is false.
 * Throws a TypeError for an option that cannot be.
 */
export function WebhooksModule(options: WebhooksOptions): Class {
  const read = readWebhooksOptions(options);
  class OfWebhooks {}
  Module({
    providers: [provide(Webhooks, { useFactory: (host) => new Webhooks(read, host), inject: [WEBHOOK_HOST] })],
  })(OfWebhooks, undefined);
  return OfWebhooks;
}
