/**
 * Events that consumers are sent, each endpoint in its own version: declared, signed, delivered.
 *
 * @module svckit/webhooks
 */

export { isWebhook, webhook, type Webhook, type WebhookOptions } from './declare/webhook.js';
export { signWebhook, type SignedParts, type WebhookBody } from './signature/sign-webhook.js';
export {
  type ReceivedWebhook,
  type VerifiedWebhook,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from './signature/verify-webhook.js';
