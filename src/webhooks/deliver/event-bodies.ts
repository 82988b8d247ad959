import type { EventShapes } from '../declare/event-shapes.js';
import type { StoredEvent, WebhookStore } from '../store/webhook-store.js';

const most = 200;

/** The bodies of events by version: made once, kept by the store, and shared by the deliveries of this process. */
export class EventBodies {
  readonly #store: Pick<WebhookStore, 'findBody' | 'keepBody'>;
  readonly #known = new Map<string, Promise<string | null>>();

  constructor(store: Pick<WebhookStore, 'findBody' | 'keepBody'>) {
    this.#store = store;
  }

  /**
   * The body for a version. `shapes` is null for an event or a version that this process does not know: then only a body that was made before is there.
   * Rejects as `bodyFor` of the shapes throws.
   */
  async bodyFor(event: StoredEvent, version: string, shapes: EventShapes | null): Promise<string | null> {
    const key = `${event.id} ${version}`;
    const known = this.#known.get(key);
    if (known) return known;
    const made = this.#make(event, version, shapes);
    this.#known.set(key, made);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= most) break;
      this.#known.delete(oldest);
    }
    const forget = () => void this.#known.delete(key);
    made.then((body) => body === null && forget(), forget);
    return made;
  }

  async #make(event: StoredEvent, version: string, shapes: EventShapes | null): Promise<string | null> {
    const kept = await this.#store.findBody(event.id, version);
    if (kept !== null || shapes === null) return kept;
    return this.#store.keepBody(event.id, version, shapes.bodyFor(version, event));
  }
}
