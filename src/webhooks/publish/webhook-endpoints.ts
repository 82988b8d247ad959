import type { AddressRules } from '../deliver/address-rules.js';
import { makeSecret, receiverSecret, type SigningScheme } from '../signature/secret.js';
import { newId } from '../store/new-id.js';
import type { DisabledReason, EndpointChanges, StoredEndpoint, WebhookStore } from '../store/webhook-store.js';
import { readEndpointUrl, readEventNames, readVersion, requireOwner, requireSubject } from './check-endpoint.js';
import { InvalidWebhookInput } from './invalid-webhook-input.js';
import type { PublishedEvents } from './published-events.js';

/** An endpoint as its owner sees it, without its secrets. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly subject: string;
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
  readonly version: string;
  /** null while it gets events. */
  readonly disabled: DisabledReason | null;
  readonly createdAt: Date;
  /** When the last delivery arrived; null before the first. */
  readonly succeededAt: Date | null;
  /** When the last attempt failed; null after a success. */
  readonly failedAt: Date | null;
}

/** An endpoint with the secret that its receiver verifies with, which is shown once. */
export interface CreatedEndpoint extends WebhookEndpoint {
  /** `whsec_…`, or `whpk_…` for Ed25519. */
  readonly secret: string;
}

/** What `endpoints.create` takes. */
export interface NewEndpoint {
  /** Whose events it gets: a tenant, an account. */
  readonly subject: string;
  readonly url: string;
  readonly events: readonly string[];
  /** The newest by default. It stays, whatever is released, until the owner changes it. */
  readonly version?: string;
  readonly description?: string;
  /** `hmac` by default. */
  readonly signing?: SigningScheme;
}

/** Whose endpoint a call is about: those of others are unknown. */
export interface OwnedBy {
  readonly subject: string;
}

/** What the owner of an endpoint can change. */
export interface EndpointUpdate extends OwnedBy {
  readonly url?: string;
  readonly events?: readonly string[];
  /** Events that are published from now on have this version. */
  readonly version?: string;
  readonly description?: string;
  readonly enabled?: boolean;
}

/** What endpoints use. */
interface EndpointParts {
  readonly store: WebhookStore;
  readonly events: PublishedEvents;
  readonly openAddresses: () => Promise<AddressRules>;
  readonly now: () => number;
  /** Deliveries are due. */
  readonly wake: () => void;
}

const dayMs = 86_400_000;

/** The endpoints of consumers. Each call is about one subject; `null` and `false` say that it has no such endpoint. */
export class WebhookEndpoints {
  readonly #parts: EndpointParts;

  constructor(parts: EndpointParts) {
    this.#parts = parts;
  }

  /** Throws an InvalidWebhookInput for a URL, an event or a version that cannot be. */
  async create(given: NewEndpoint): Promise<CreatedEndpoint> {
    const { store, events, openAddresses, now } = this.#parts;
    const { subject, version = events.versions.newest, description = '', signing = 'hmac' } = given;
    requireOwner(subject);
    const secret = makeSecret(signing);
    const endpoint: StoredEndpoint = {
      id: newId('ep', now()),
      subject,
      url: await readEndpointUrl(given.url, await openAddresses()),
      description,
      events: readEventNames(given.events, events),
      version: readVersion(version, events),
      secrets: [{ secret, until: null }],
      disabled: null,
      pausedUntil: 0,
      succeededAt: null,
      failedAt: null,
      createdAt: now(),
    };
    await store.addEndpoint(endpoint);
    return { ...shown(endpoint), secret: receiverSecret(secret) };
  }

  /** The oldest first; `after` is the id of the last one of the page before. */
  async list({ subject, after, limit = 100 }: OwnedBy & { readonly after?: string; readonly limit?: number }) {
    requireSubject(subject);
    const page = await this.#parts.store.listEndpoints({ subject, limit, ...(after !== undefined && { after }) });
    return page.map(shown);
  }

  /** The endpoint of a subject; null for an unknown id, and for that of another subject. */
  async find(id: string, { subject }: OwnedBy): Promise<WebhookEndpoint | null> {
    const endpoint = await this.#own(id, subject);
    return endpoint && shown(endpoint);
  }

  /** Throws an InvalidWebhookInput, as `create`. An endpoint that is enabled again gets what is published from then on. */
  async update(id: string, update: EndpointUpdate): Promise<WebhookEndpoint | null> {
    const { store, events, openAddresses } = this.#parts;
    const endpoint = await this.#own(id, update.subject);
    if (!endpoint) return null;
    const { url, events: names, version, description, enabled } = update;
    const changes: EndpointChanges = {
      ...(url !== undefined && { url: await readEndpointUrl(url, await openAddresses()) }),
      ...(names !== undefined && { events: readEventNames(names, events) }),
      ...(version !== undefined && { version: readVersion(version, events) }),
      ...(description !== undefined && { description }),
      ...(enabled === true && endpoint.disabled !== null && { disabled: null, failedAt: null, pausedUntil: 0 }),
      ...(enabled === false && { disabled: 'owner' as const }),
    };
    if (changes.disabled === null) readVersion(version ?? endpoint.version, events);
    await store.changeEndpoint(id, changes);
    return shown({ ...endpoint, ...changes });
  }

  /** Makes another secret. Both sign until the old one ends, `overlapMs` from now, a day by default. */
  async rotate(id: string, { subject, overlapMs = dayMs }: OwnedBy & { readonly overlapMs?: number }) {
    const { store, now } = this.#parts;
    const endpoint = await this.#own(id, subject);
    if (!endpoint) return null;
    const [current] = endpoint.secrets as [StoredEndpoint['secrets'][number]];
    const secret = makeSecret(current.secret.startsWith('whsk_') ? 'ed25519' : 'hmac');
    const secrets = [{ secret, until: null }, ...(overlapMs > 0 ? [{ ...current, until: now() + overlapMs }] : [])];
    await store.changeEndpoint(id, { secrets });
    return { ...shown(endpoint), secret: receiverSecret(secret) } satisfies CreatedEndpoint;
  }

  /** Removes an endpoint with its deliveries; false for an unknown id, and for that of another subject. */
  async remove(id: string, { subject }: OwnedBy): Promise<boolean> {
    if (!(await this.#own(id, subject))) return false;
    await this.#parts.store.removeEndpoint(id);
    return true;
  }

  /**
   * Sends an example of an event to one endpoint, in its version; the first of its events by default. Resolves to the `webhook-id`. Throws an
   * InvalidWebhookInput for an event that is not declared, and for an endpoint that is disabled.
   */
  async test(
    id: string,
    { subject, event }: OwnedBy & { readonly event?: string },
  ): Promise<{ readonly id: string } | null> {
    const { store, events, now, wake } = this.#parts;
    const endpoint = await this.#own(id, subject);
    if (!endpoint) return null;
    requireEnabled(endpoint);
    const [name] = readEventNames([event ?? endpoint.events[0]], events) as [string];
    const shapes = events.find(name)!;
    const { examplePayload } = await import('./example-payload.js');
    const stored = shapes.store(examplePayload(shapes.webhook) as never);
    const message = { id: newId('msg', now()), name, subject, createdAt: now(), ...stored };
    await store.publish(message, { endpoint: id });
    wake();
    return { id: message.id };
  }

  async #own(id: string, subject: string): Promise<StoredEndpoint | null> {
    requireSubject(subject);
    const endpoint = await this.#parts.store.findEndpoint(id);
    return endpoint?.subject === subject ? endpoint : null;
  }
}

/** Throws an InvalidWebhookInput for an endpoint that gets nothing. */
export function requireEnabled({ id, disabled }: StoredEndpoint): void {
  if (disabled !== null)
    throw new InvalidWebhookInput('endpoint', `The endpoint ${id} is disabled (${disabled}). Enable it first.`);
}

const dateOf = (time: number | null) => (time === null ? null : new Date(time));

/** An endpoint without its secrets. */
export const shown = (endpoint: StoredEndpoint): WebhookEndpoint => {
  const { id, subject, url, description, events, version, disabled, createdAt, succeededAt, failedAt } = endpoint;
  return Object.freeze({
    id,
    subject,
    url,
    description,
    events,
    version,
    disabled,
    createdAt: new Date(createdAt),
    succeededAt: dateOf(succeededAt),
    failedAt: dateOf(failedAt),
  });
};
