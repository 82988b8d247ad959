/** One secret of an endpoint: `whsec_…` or `whsk_…`. */
export interface EndpointSecret {
  readonly secret: string;
  /** When it stops signing, in milliseconds since 1970; null for the current one. */
  readonly until: number | null;
}

/** Why an endpoint gets nothing: its owner said so, it answered 410, its last attempts failed, or its version is gone. */
export type DisabledReason = 'owner' | 'gone' | 'failing' | 'version-gone';

/** What deliveries of a disabled endpoint say. */
export const reasonOfDisabled = (why: DisabledReason): string => `The endpoint is disabled: ${why}.`;

/** An endpoint as a store keeps it; times are milliseconds since 1970. */
export interface StoredEndpoint {
  readonly id: string;
  /** Whose events it gets. */
  readonly subject: string;
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
  readonly version: string;
  /** The newest first, at most two. */
  readonly secrets: readonly EndpointSecret[];
  /** null while it gets events. */
  readonly disabled: DisabledReason | null;
  /** No attempt begins before. */
  readonly pausedUntil: number;
  /** null before the first success. */
  readonly succeededAt: number | null;
  /** null unless the last attempt failed. */
  readonly failedAt: number | null;
  readonly createdAt: number;
}

/** What of an endpoint can change. */
export type EndpointChanges = Partial<Omit<StoredEndpoint, 'id' | 'subject' | 'createdAt'>>;

/** The subject of an event for the endpoints of all. */
export const everySubject = '*';

/** An event as it is published: once, in the newest shape, with the version of that shape as its mark. */
export interface StoredEvent {
  /** The header `webhook-id`. */
  readonly id: string;
  readonly name: string;
  readonly subject: string;
  readonly shape: string;
  /** JSON. */
  readonly data: string;
  readonly createdAt: number;
}

/** Where a delivery is: an attempt is due, one runs, it arrived, or nothing is sent any more. */
export type DeliveryState = 'pending' | 'sending' | 'delivered' | 'failed';

/** One event for one endpoint. */
export interface StoredDelivery {
  readonly id: string;
  /** The id of the event. */
  readonly event: string;
  /** `book.added` */
  readonly name: string;
  /** The id of the endpoint. */
  readonly endpoint: string;
  readonly subject: string;
  /** That of the endpoint when the event was published. */
  readonly version: string;
  readonly state: DeliveryState;
  /** Attempts with an outcome. */
  readonly attempts: number;
  /** When the next attempt begins, or the running one is given up; null when it is over. */
  readonly dueAt: number | null;
  readonly createdAt: number;
  readonly attemptedAt: number | null;
  /** The status of the last answer; null without one. */
  readonly status: number | null;
  /** Why the last attempt failed; null after a success. */
  readonly reason: string | null;
}

/** A delivery that a process may attempt, until its lease ends. */
export interface TakenDelivery {
  readonly lease: string;
  readonly delivery: StoredDelivery;
  readonly event: StoredEvent;
  readonly endpoint: StoredEndpoint;
}

/** What became of an attempt. */
export interface DeliveryOutcome
  extends Pick<StoredDelivery, 'version' | 'attempts' | 'attemptedAt' | 'status' | 'reason'> {
  readonly state: 'pending' | 'delivered' | 'failed';
  /** When the next attempt is due; null when there is none. */
  readonly dueAt: number | null;
  readonly endpoint?: EndpointChanges;
  readonly notice?: StoredNotice;
}

/** Something that the owner of an endpoint should know. */
export interface StoredNotice {
  /** The same for the same notice, which is kept once. */
  readonly id: string;
  readonly endpoint: string;
  readonly subject: string;
  readonly kind: 'disabled' | 'moved' | 'version-leaves';
  /** JSON. */
  readonly data: string;
  readonly createdAt: number;
}

/** Which endpoints a list has; ordered by id, the oldest first. */
export interface EndpointFilter {
  readonly subject?: string;
  readonly version?: string;
  readonly enabled?: boolean;
  /** Those after this id. */
  readonly after?: string;
  readonly limit: number;
}

/** Which deliveries a list has; ordered by id, the newest first. */
export interface DeliveryFilter {
  readonly subject?: string;
  readonly endpoint?: string;
  readonly states?: readonly DeliveryState[];
  /** Those whose last attempt failed. */
  readonly failing?: boolean;
  /** Those before this id. */
  readonly before?: string;
  readonly limit: number;
}

/** What a process takes at once. */
export interface TakeOrder {
  /** A new name for what is taken. */
  readonly lease: string;
  readonly now: number;
  readonly leaseMs: number;
  readonly limit: number;
  /** How many attempts of one endpoint run at a time, in all processes; one while its last attempt failed. */
  readonly perEndpoint: number;
}

/** How many endpoints and open deliveries a version has. */
export interface VersionCount {
  readonly version: string;
  readonly enabled: number;
  readonly disabled: number;
}

/** Where endpoints, events and deliveries are kept, for all processes of a service. Rejects while it is unavailable. */
export interface WebhookStore {
  /** Keeps a new endpoint. */
  addEndpoint(endpoint: StoredEndpoint): Promise<void>;
  /** Resolves to null for an unknown id. */
  findEndpoint(id: string): Promise<StoredEndpoint | null>;
  /** A page of endpoints, the oldest first. */
  listEndpoints(filter: EndpointFilter): Promise<readonly StoredEndpoint[]>;
  /**
   * Deliveries that wait fail with the reason of an endpoint that is disabled, and wait for the end of a pause. The notice is kept with the change;
   * that of an endpoint which is disabled already is dropped.
   */
  changeEndpoint(id: string, changes: EndpointChanges, notice?: StoredNotice): Promise<void>;
  /** Removes an endpoint with its deliveries and notices. */
  removeEndpoint(id: string): Promise<void>;
  /** The endpoints of each version. */
  countEndpoints(): Promise<readonly VersionCount[]>;

  /**
   * Keeps an event with a delivery for each endpoint of its subject that gets such events, of every subject for `'*'`, or for one endpoint. Resolves to the number of
   * deliveries; an event without any is not kept. In a transaction, all of it is committed or rolled back with the rest.
   */
  publish(event: StoredEvent, options: { readonly in?: unknown; readonly endpoint?: string }): Promise<number>;
  /** Takes deliveries that are due, so that no endpoint keeps others waiting. No other process gets them until the lease ends. */
  take(order: TakeOrder): Promise<readonly TakenDelivery[]>;
  /** Moves the end of the lease of a taken delivery, to now to give it back; null where another process has it, or it is over. */
  hold(id: string, lease: string, until: number): Promise<TakenDelivery | null>;
  /** Whether the outcome counts: false where the lease has passed to another process, or the delivery is gone. */
  finish(taken: Pick<TakenDelivery, 'delivery' | 'lease'>, outcome: DeliveryOutcome): Promise<boolean>;
  /** The body that is kept for a version of an event; null before the first attempt. */
  findBody(event: string, version: string): Promise<string | null>;
  /** Keeps a body, and resolves to the one that is kept: that of another process, where it was first. */
  keepBody(event: string, version: string, body: string): Promise<string>;

  /** Resolves to null for an unknown id. */
  findDelivery(id: string): Promise<StoredDelivery | null>;
  /** A page of deliveries, the newest first. */
  listDeliveries(filter: DeliveryFilter): Promise<readonly StoredDelivery[]>;
  /** Makes a delivery that is over due again, from its first attempt. */
  replay(id: string, now: number): Promise<boolean>;

  /** Keeps a notice; one with the same id is kept once. */
  addNotice(notice: StoredNotice): Promise<void>;
  /** Notices that nobody has; no other process gets them for `holdMs`. */
  takeNotices(order: {
    readonly now: number;
    readonly holdMs: number;
    readonly limit: number;
  }): Promise<readonly StoredNotice[]>;
  /** The notice has arrived: it is not given again. */
  closeNotice(id: string): Promise<void>;

  /** Forgets deliveries that were over before a time, with events and bodies that no delivery needs. */
  clear(before: number): Promise<void>;
}
