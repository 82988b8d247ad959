import type { DeliveryState, StoredDelivery, WebhookStore } from '../store/webhook-store.js';
import { requireSubject } from './check-endpoint.js';
import { type OwnedBy, requireEnabled } from './webhook-endpoints.js';

/** One event on its way to one endpoint. */
export interface WebhookDelivery {
  readonly id: string;
  /** The `webhook-id`. */
  readonly event: string;
  /** `book.added` */
  readonly name: string;
  /** The id of the endpoint. */
  readonly endpoint: string;
  readonly subject: string;
  readonly version: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly createdAt: Date;
  /** When the last attempt ended; null before the first. */
  readonly attemptedAt: Date | null;
  /** When the next attempt is due; null when there is none. */
  readonly nextAt: Date | null;
  /** The status of the last answer; null without one. */
  readonly status: number | null;
  /** Why the last attempt failed; null after a success. */
  readonly reason: string | null;
}

/** Which deliveries a list has. */
export interface DeliveryQuery extends OwnedBy {
  readonly endpoint?: string;
  readonly state?: DeliveryState;
  /** The id of the last one of the page before. */
  readonly before?: string;
  /** 100 by default. */
  readonly limit?: number;
}

/** What deliveries use. */
interface DeliveryParts {
  readonly store: WebhookStore;
  readonly now: () => number;
  readonly wake: () => void;
}

/** The deliveries of a subject. `null` says that it has no such delivery. */
export class WebhookDeliveries {
  readonly #parts: DeliveryParts;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /** The newest first. */
  async list({ subject, state, limit = 100, ...filter }: DeliveryQuery): Promise<readonly WebhookDelivery[]> {
    requireSubject(subject);
    const states = state === undefined ? {} : { states: [state] };
    return (await this.#parts.store.listDeliveries({ subject, limit, ...states, ...filter })).map(shownDelivery);
  }

  /** The delivery to an endpoint of a subject; null for an unknown id, and for that of another subject. */
  async find(id: string, { subject }: OwnedBy): Promise<WebhookDelivery | null> {
    requireSubject(subject);
    const delivery = await this.#parts.store.findDelivery(id);
    return delivery?.subject === subject ? shownDelivery(delivery) : null;
  }

  /**
   * Sends a delivery again, with the same `webhook-id` and the same body; one that is not over yet goes on as it is. Throws an InvalidWebhookInput for an
   * endpoint that is disabled.
   */
  async replay(id: string, { subject }: OwnedBy): Promise<WebhookDelivery | null> {
    const { store, now, wake } = this.#parts;
    const delivery = await this.find(id, { subject });
    const endpoint = delivery && (await store.findEndpoint(delivery.endpoint));
    if (!endpoint) return null;
    requireEnabled(endpoint);
    await store.replay(id, now());
    wake();
    return this.find(id, { subject });
  }
}

/** A delivery as its owner sees it. */
export const shownDelivery = (delivery: StoredDelivery): WebhookDelivery => {
  const { dueAt, attemptedAt, createdAt, ...rest } = delivery;
  return Object.freeze({
    ...rest,
    createdAt: new Date(createdAt),
    attemptedAt: attemptedAt === null ? null : new Date(attemptedAt),
    nextAt: dueAt === null ? null : new Date(dueAt),
  });
};
