import { chooseFairly } from './choose-fairly.js';
import { newId } from './new-id.js';
import {
  everySubject,
  reasonOfDisabled,
  type DeliveryFilter,
  type DeliveryOutcome,
  type EndpointChanges,
  type EndpointFilter,
  type StoredDelivery,
  type StoredEndpoint,
  type StoredEvent,
  type StoredNotice,
  type TakenDelivery,
  type TakeOrder,
  type VersionCount,
  type WebhookStore,
} from './webhook-store.js';

/** Webhooks in the memory of this process, which loses them when it ends: for tests, and for a first try. */
export function memoryWebhookStore(): WebhookStore {
  return new MemoryWebhookStore();
}

interface Kept {
  delivery: StoredDelivery;
  lease: string | null;
}

interface HeldNotice {
  readonly notice: StoredNotice;
  heldUntil: number;
}

const isOver = ({ delivery }: Kept) => delivery.dueAt === null;

class MemoryWebhookStore implements WebhookStore {
  readonly #endpoints = new Map<string, StoredEndpoint>();
  readonly #events = new Map<string, StoredEvent>();
  /** By event and version. */
  readonly #bodies = new Map<string, Map<string, string>>();
  readonly #deliveries = new Map<string, Kept>();
  readonly #notices = new Map<string, HeldNotice>();

  async addEndpoint(endpoint: StoredEndpoint): Promise<void> {
    this.#endpoints.set(endpoint.id, endpoint);
  }

  async findEndpoint(id: string): Promise<StoredEndpoint | null> {
    return this.#endpoints.get(id) ?? null;
  }

  async listEndpoints({ subject, version, enabled, after = '', limit }: EndpointFilter) {
    const matches = (one: StoredEndpoint) =>
      (subject === undefined || one.subject === subject) &&
      (version === undefined || one.version === version) &&
      (enabled === undefined || (one.disabled === null) === enabled) &&
      one.id > after;
    return [...this.#endpoints.values()].filter(matches).sort(byId).slice(0, limit);
  }

  async changeEndpoint(id: string, changes: EndpointChanges, notice?: StoredNotice): Promise<void> {
    this.#change(id, changes, notice);
  }

  async removeEndpoint(id: string): Promise<void> {
    this.#endpoints.delete(id);
    for (const [key, { delivery }] of this.#deliveries) if (delivery.endpoint === id) this.#deliveries.delete(key);
    for (const [key, { notice }] of this.#notices) if (notice.endpoint === id) this.#notices.delete(key);
    this.#forgetEvents();
  }

  async countEndpoints(): Promise<readonly VersionCount[]> {
    const counts = new Map<string, { enabled: number; disabled: number }>();
    for (const { version, disabled } of this.#endpoints.values()) {
      const count = counts.get(version) ?? { enabled: 0, disabled: 0 };
      count[disabled === null ? 'enabled' : 'disabled'] += 1;
      counts.set(version, count);
    }
    return [...counts].map(([version, count]) => ({ version, ...count }));
  }

  async publish(event: StoredEvent, { in: transaction, endpoint: only }: { in?: unknown; endpoint?: string }) {
    if (transaction !== undefined)
      throw new TypeError('memoryWebhookStore() has no transactions. Leave out `in`, or use sqlWebhookStore().');
    const { id, name, createdAt } = event;
    const receivers = [...this.#endpoints.values()].filter((one) =>
      only === undefined
        ? (event.subject === everySubject || one.subject === event.subject) &&
          one.disabled === null &&
          one.events.includes(name)
        : one.id === only,
    );
    if (receivers.length > 0) this.#events.set(id, event);
    for (const { id: endpoint, subject, version, pausedUntil } of receivers) {
      const delivery: StoredDelivery = {
        id: newId('dlv', createdAt),
        event: id,
        name,
        endpoint,
        subject,
        version,
        state: 'pending',
        attempts: 0,
        dueAt: Math.max(createdAt, pausedUntil),
        createdAt,
        attemptedAt: null,
        status: null,
        reason: null,
      };
      this.#deliveries.set(delivery.id, { delivery, lease: null });
    }
    return receivers.length;
  }

  async take({ lease, now, leaseMs, limit, perEndpoint }: TakeOrder): Promise<readonly TakenDelivery[]> {
    const all = [...this.#deliveries.values()];
    const running = new Map<string, number>();
    for (const { delivery } of all)
      if (delivery.state === 'sending' && delivery.dueAt! > now)
        running.set(delivery.endpoint, (running.get(delivery.endpoint) ?? 0) + 1);
    const due = all
      .map(({ delivery }) => delivery)
      .filter(({ dueAt }) => dueAt !== null && dueAt <= now)
      .sort((one, other) => one.dueAt! - other.dueAt! || byId(one, other));
    const roomOf = (id: string) => {
      const isFailing = this.#endpoints.get(id)!.failedAt !== null;
      return (isFailing ? 1 : perEndpoint) - (running.get(id) ?? 0);
    };
    return chooseFairly(due, { limit, roomOf }).map(({ id }) => {
      const kept = this.#deliveries.get(id)!;
      kept.lease = lease;
      kept.delivery = { ...kept.delivery, state: 'sending', dueAt: now + leaseMs };
      return this.#taken(kept);
    });
  }

  async hold(id: string, lease: string, until: number): Promise<TakenDelivery | null> {
    const kept = this.#deliveries.get(id);
    if (kept?.lease !== lease || isOver(kept)) return null;
    kept.delivery = { ...kept.delivery, dueAt: until };
    return this.#taken(kept);
  }

  async finish({ delivery: { id }, lease }: Pick<TakenDelivery, 'delivery' | 'lease'>, outcome: DeliveryOutcome) {
    const kept = this.#deliveries.get(id);
    if (kept?.lease !== lease || isOver(kept)) return false;
    const { endpoint, notice, ...changes } = outcome;
    kept.lease = null;
    kept.delivery = { ...kept.delivery, ...changes };
    if (endpoint) this.#change(kept.delivery.endpoint, endpoint, notice);
    return true;
  }

  async findBody(event: string, version: string): Promise<string | null> {
    return this.#bodies.get(event)?.get(version) ?? null;
  }

  async keepBody(event: string, version: string, body: string): Promise<string> {
    const bodies = this.#bodies.get(event) ?? new Map<string, string>();
    if (this.#events.has(event)) this.#bodies.set(event, bodies);
    const kept = bodies.get(version) ?? body;
    bodies.set(version, kept);
    return kept;
  }

  async findDelivery(id: string): Promise<StoredDelivery | null> {
    return this.#deliveries.get(id)?.delivery ?? null;
  }

  async listDeliveries({ subject, endpoint, states, failing, before, limit }: DeliveryFilter) {
    const matches = (one: StoredDelivery) =>
      (subject === undefined || one.subject === subject) &&
      (endpoint === undefined || one.endpoint === endpoint) &&
      (states === undefined || states.includes(one.state)) &&
      (!failing || one.reason !== null) &&
      (before === undefined || one.id < before);
    const all = [...this.#deliveries.values()].map(({ delivery }) => delivery);
    return all
      .filter(matches)
      .sort((one, other) => byId(other, one))
      .slice(0, limit);
  }

  async replay(id: string, now: number): Promise<boolean> {
    const kept = this.#deliveries.get(id);
    if (!kept || !isOver(kept)) return false;
    kept.delivery = { ...kept.delivery, state: 'pending', attempts: 0, dueAt: now };
    return true;
  }

  async addNotice(notice: StoredNotice): Promise<void> {
    this.#addNotice(notice);
  }

  async takeNotices({ now, holdMs, limit }: { now: number; holdMs: number; limit: number }) {
    const free = [...this.#notices.values()].filter(({ heldUntil }) => heldUntil <= now).slice(0, limit);
    for (const one of free) one.heldUntil = now + holdMs;
    return free.map(({ notice }) => notice);
  }

  async closeNotice(id: string): Promise<void> {
    const held = this.#notices.get(id);
    if (held) held.heldUntil = Infinity;
  }

  async clear(before: number): Promise<void> {
    for (const [id, kept] of this.#deliveries)
      if (isOver(kept) && (kept.delivery.attemptedAt ?? kept.delivery.createdAt) < before) this.#deliveries.delete(id);
    for (const [id, { notice, heldUntil }] of this.#notices)
      if (heldUntil === Infinity && notice.createdAt < before) this.#notices.delete(id);
    this.#forgetEvents();
  }

  #addNotice(notice: StoredNotice): void {
    if (!this.#notices.has(notice.id)) this.#notices.set(notice.id, { notice, heldUntil: 0 });
  }

  #taken(kept: Kept): TakenDelivery {
    const { delivery, lease } = kept;
    return {
      lease: lease!,
      delivery,
      event: this.#events.get(delivery.event)!,
      endpoint: this.#endpoints.get(delivery.endpoint)!,
    };
  }

  #change(id: string, changes: EndpointChanges, notice?: StoredNotice): void {
    const endpoint = this.#endpoints.get(id);
    if (!endpoint) return;
    this.#endpoints.set(id, { ...endpoint, ...changes });
    const isKnown = changes.disabled && endpoint.disabled !== null;
    if (notice && !isKnown) this.#addNotice(notice);
    for (const kept of this.#deliveries.values()) {
      const { delivery } = kept;
      if (delivery.endpoint !== id || delivery.state !== 'pending') continue;
      if (changes.disabled)
        kept.delivery = { ...delivery, state: 'failed', dueAt: null, reason: reasonOfDisabled(changes.disabled) };
      else if (changes.pausedUntil !== undefined && delivery.dueAt! < changes.pausedUntil)
        kept.delivery = { ...delivery, dueAt: changes.pausedUntil };
    }
  }

  #forgetEvents(): void {
    const needed = new Set([...this.#deliveries.values()].map(({ delivery }) => delivery.event));
    for (const id of this.#events.keys()) {
      if (needed.has(id)) continue;
      this.#events.delete(id);
      this.#bodies.delete(id);
    }
  }
}

const byId = (one: { readonly id: string }, other: { readonly id: string }) =>
  one.id < other.id ? -1 : Number(one.id > other.id);
