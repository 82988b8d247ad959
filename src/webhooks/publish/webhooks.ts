import type { OutputOf } from '../../changes/reshape.js';
import type { Schema } from '../../schema/standard-schema.js';
import type { Webhook } from '../declare/webhook.js';
import type { WebhookHost } from '../declare/webhook-host.js';
import type { AddressRules } from '../deliver/address-rules.js';
import { Attempts } from '../deliver/attempt.js';
import { DeliveryWorker } from '../deliver/delivery-worker.js';
import { requireWhenVersionGone } from '../deliver/version-gone.js';
import { newId } from '../store/new-id.js';
import { requireSubject } from './check-endpoint.js';
import { keepHouse } from './keep-house.js';
import { PublishedEvents } from './published-events.js';
import { WebhookDeliveries } from './webhook-deliveries.js';
import { WebhookEndpoints } from './webhook-endpoints.js';
import type { ReadOptions } from './webhooks-options.js';

/** What `publish` takes beside the event. */
export interface PublishOptions {
  /** Whose endpoints get the event; `'*'` for those of every subject. */
  readonly subject: string;
  /** The transaction of the caller: the event is committed or rolled back with it. */
  readonly in?: unknown;
}

/** An event that was published. */
export interface PublishedEvent {
  /** The `webhook-id`. */
  readonly id: string;
  /** How many endpoints get it. */
  readonly deliveries: number;
}

const houseEveryMs = 60_000;
/** A lease outlives its attempt by so much. */
const leaseShare = 1.5;

/** Publishes events and delivers them: `inject(Webhooks)` where `WebhooksModule` is imported. */
export class Webhooks {
  readonly endpoints: WebhookEndpoints;
  readonly deliveries: WebhookDeliveries;
  readonly #options: ReadOptions;
  readonly #events: PublishedEvents;
  readonly #host: WebhookHost;
  readonly #worker: DeliveryWorker;
  #addresses: Promise<AddressRules> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #house: Promise<void> = Promise.resolve();

  constructor(options: ReadOptions, host: WebhookHost) {
    if (!host.versions)
      throw new TypeError("WebhooksModule() needs versions. Write versioning: { …, versions: defineVersions(['1']) }.");
    this.#options = options;
    this.#host = host;
    this.#events = new PublishedEvents(host.webhooks, host.versions);
    requireWhenVersionGone(options.whenVersionGone, host.versions.names);
    const { store } = options;
    const { now } = host;
    const openAddresses = () => this.#openAddresses();
    const wake = () => this.#worker.wake();
    this.endpoints = new WebhookEndpoints({ store, events: this.#events, openAddresses, now, wake });
    this.deliveries = new WebhookDeliveries({ store, now, wake });
    const warn = (message: string, fields: Record<string, unknown>) => host.log.warn(message, fields);
    const resolve = options.resolve ?? resolveByName;
    const attempts = new Attempts({
      store,
      events: this.#events,
      rules: options,
      openAddresses,
      resolve,
      now,
      random: Math.random,
      warn,
    });
    const run = attempts.run.bind(attempts);
    const interrupt = attempts.interrupt.bind(attempts);
    this.#worker = new DeliveryWorker({
      ...options,
      run,
      interrupt,
      leaseMs: Math.ceil(options.timeoutMs * leaseShare),
      now,
      warn,
    });
  }

  /**
   * Keeps an event for every endpoint of a subject that gets such events. It is in the newest shape, and each endpoint is sent its version of it, at
   * least once and in no order. Throws a ShapeMismatch for a payload that does not fit, and a TypeError for a webhook that the service does not list.
   */
  async publish<S extends Schema>(
    webhook: Webhook<S>,
    payload: OutputOf<S>,
    options: PublishOptions,
  ): Promise<PublishedEvent> {
    const shapes = this.#events.shapesOf(webhook);
    const { subject, in: transaction } = options ?? {};
    requireSubject(subject);
    const now = this.#host.now();
    const event = {
      id: newId('msg', now),
      name: webhook.name,
      subject,
      createdAt: now,
      ...shapes.store(payload as never),
    };
    const given = transaction === undefined ? {} : { in: transaction };
    const deliveries = await this.#options.store.publish(event, given);
    // What is in a transaction is seen once it is committed.
    if (deliveries > 0 && transaction === undefined) this.#worker.wake();
    return { id: event.id, deliveries };
  }

  /** Refuses wrong rules before the first request. */
  async onInit(): Promise<void> {
    await this.#openAddresses();
    if (this.#options.deliver) await this.deliver();
  }

  /** Delivers in this process until the app closes, where `deliver` is false. */
  async deliver(): Promise<void> {
    await this.#worker.start();
    this.#keepHouse();
    this.#timer = setInterval(() => this.#keepHouse(), houseEveryMs).unref();
  }

  /** Waits a little for the running attempts; those that are broken off are due again at once. */
  async onShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.#worker.stop();
    await this.#house;
  }

  #openAddresses(): Promise<AddressRules> {
    return (this.#addresses ??= import('../deliver/address-rules.js').then(({ openAddressRules }) =>
      openAddressRules(this.#options.egress),
    ));
  }

  /** What fails is tried again with the next round. */
  #keepHouse(): void {
    const { store, whenVersionGone, onNotice, keepDays } = this.#options;
    const { now, leaving, log } = this.#host;
    const warn = log.warn.bind(log);
    const parts = {
      store,
      events: this.#events,
      whenVersionGone,
      onNotice,
      leaving,
      keepMs: keepDays * 86_400_000,
      now,
      warn,
    };
    this.#house = this.#house
      .then(() => keepHouse(parts))
      .catch((error: unknown) => warn('Webhooks could not be looked after', { error: String(error) }));
  }
}

async function resolveByName(hostname: string) {
  const { lookup } = await import('node:dns/promises');
  return lookup(hostname, { all: true });
}
