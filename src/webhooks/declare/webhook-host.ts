import type { Versions } from '../../changes/known-versions.js';
import { token } from '../../wiring/token.js';
import type { Webhook } from './webhook.js';

/** Where a log line goes. */
type Log = (message: string, fields?: Record<string, unknown>) => void;

/** A version that goes away, or pauses. */
export interface LeavingVersion {
  readonly kind: 'sunset' | 'brownout';
  /** The same for the same announcement. */
  readonly id: string;
  readonly version: string | null;
  /** ISO 8601 */
  readonly at: string;
  readonly daysLeft: number;
  readonly successor: string | null;
  readonly link: string | null;
}

/** What webhooks know of the service that they belong to. */
export interface WebhookHost {
  readonly webhooks: readonly Webhook[];
  /** undefined where the service has none, so that it cannot have webhooks. */
  readonly versions: Versions | undefined;
  readonly log: { readonly info: Log; readonly warn: Log; readonly error: Log };
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** What is announced at a time, the versions that go away among it. */
  readonly leaving: (now: number) => readonly LeavingVersion[];
}

/** Injects what webhooks know of their service. */
export const WEBHOOK_HOST = token<WebhookHost>('WEBHOOK_HOST');
