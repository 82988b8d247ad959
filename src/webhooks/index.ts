/**
 * Events that consumers are sent, each endpoint in its own version: declared, signed, delivered.
 *
 * @module svckit/webhooks
 */

export { isWebhook, webhook, type Webhook, type WebhookOptions } from './declare/webhook.js';
export { signWebhook, type SignedParts } from './signature/sign-webhook.js';
export {
  type ReceivedWebhook,
  type WebhookBody,
  type WebhookHeaders,
  WebhookVerificationError,
} from './signature/received-webhook.js';
export { type VerifiedWebhook, verifyWebhook } from './signature/verify-webhook.js';
export {
  type CreatedEndpoint,
  type EndpointUpdate,
  type NewEndpoint,
  type OwnedBy,
  type WebhookEndpoint,
  WebhookEndpoints,
} from './publish/webhook-endpoints.js';
export { InvalidWebhookInput } from './publish/invalid-webhook-input.js';
export type { WebhookNotice } from './publish/notices.js';
export { type DeliveryQuery, WebhookDeliveries, type WebhookDelivery } from './publish/webhook-deliveries.js';
export { type PublishedEvent, type PublishOptions, Webhooks } from './publish/webhooks.js';
export { type WebhooksFactory, WebhooksModule } from './publish/webhooks-module.js';
export type { WebhooksOptions } from './publish/webhooks-options.js';
export type { Egress } from './deliver/read-egress.js';
export type { RunningQueue, WebhookAttempt, WebhookQueue } from './deliver/delivery-worker.js';
export type { ReachedAddress, ResolveHost } from './deliver/find-way.js';
export type { WhenVersionGone } from './deliver/version-gone.js';
export type { SigningScheme } from './signature/secret.js';
export { memoryWebhookStore } from './store/memory-webhook-store.js';
export type {
  DeliveryFilter,
  DeliveryOutcome,
  DeliveryState,
  DisabledReason,
  EndpointChanges,
  EndpointFilter,
  EndpointSecret,
  StoredDelivery,
  StoredEndpoint,
  StoredEvent,
  StoredNotice,
  TakenDelivery,
  TakeOrder,
  VersionCount,
  WebhookStore,
} from './store/webhook-store.js';
