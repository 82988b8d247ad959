import type { Versions } from '../../changes/known-versions.js';
import { compareVersions } from '../../text/version-order.js';
import { EventShapes } from '../declare/event-shapes.js';
import { isWebhook, type Webhook } from '../declare/webhook.js';

/** The webhooks of a service, with the shapes of each. */
export class PublishedEvents {
  readonly #shapes: ReadonlyMap<string, EventShapes>;

  constructor(
    webhooks: readonly Webhook[],
    readonly versions: Versions,
  ) {
    this.#shapes = new Map(webhooks.map((webhook) => [webhook.name, new EventShapes(webhook, versions)]));
  }

  get names(): readonly string[] {
    return [...this.#shapes.keys()];
  }

  /** null for an event that this build does not declare. */
  find(name: string): EventShapes | null {
    return this.#shapes.get(name) ?? null;
  }

  /** Throws a TypeError for a webhook that the service does not list. */
  shapesOf(webhook: unknown): EventShapes {
    if (!isWebhook(webhook))
      throw new TypeError("publish() takes a webhook first: publish(bookAdded, book, { subject: 'tenant-1' }).");
    const shapes = this.#shapes.get(webhook.name);
    if (shapes?.webhook.payload === webhook.payload) return shapes;
    throw new TypeError(
      `publish(): the service does not list the webhook ${webhook.name}. Add it: defineService({ …, webhooks: [${webhook.name.replaceAll('.', '_')}] }).`,
    );
  }

  /** Whether a version exists; a newer build may have the newer ones. */
  stateOf(version: string): 'known' | 'newer' | 'gone' {
    const { names, newest } = this.versions;
    if (names.includes(version)) return 'known';
    return compareVersions(version, newest) > 0 ? 'newer' : 'gone';
  }
}
