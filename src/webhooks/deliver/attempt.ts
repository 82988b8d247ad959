import { ChangeError } from '../../changes/change-error.js';
import { ShapeTooNew } from '../../lens/shape-errors.js';
import type { PublishedEvents } from '../publish/published-events.js';
import { noticeOf } from '../publish/notices.js';
import {
  type DeliveryOutcome,
  reasonOfDisabled,
  type StoredDelivery,
  type TakenDelivery,
  type WebhookStore,
} from '../store/webhook-store.js';
import type { AddressRules } from './address-rules.js';
import { EventBodies } from './event-bodies.js';
import { EgressRefused, findWay, type ResolveHost } from './find-way.js';
import { delayAfter, readRetryAfter } from './schedule.js';
import { headersOf, sendWebhook, type WebhookAnswer } from './send-webhook.js';
import { versionAfter, type WhenVersionGone } from './version-gone.js';

/** How deliveries are attempted. */
export interface DeliveryRules {
  readonly schedule: readonly number[];
  /** Milliseconds for one attempt, from the name of the host to the head of the answer. */
  readonly timeoutMs: number;
  readonly whenVersionGone: WhenVersionGone;
}

/** What attempts use. */
export interface AttemptParts {
  readonly store: WebhookStore;
  readonly events: PublishedEvents;
  readonly rules: DeliveryRules;
  readonly openAddresses: () => Promise<AddressRules>;
  readonly resolve: ResolveHost;
  readonly now: () => number;
  readonly random: () => number;
  readonly warn: (message: string, fields: Record<string, unknown>) => void;
}

/** A build that knows the shape is being deployed. */
const untilNewerBuildMs = 30_000;

/** Statuses that say that the receiver, or what stands before it, has too much to do (Standard Webhooks, "throttling"). */
const busy: readonly number[] = [429, 502, 504];

type Result = WebhookAnswer | { readonly failure: string } | 'interrupted';

/** Attempts deliveries, and writes down what became of each. */
export class Attempts {
  readonly #parts: AttemptParts;
  readonly #bodies: EventBodies;
  readonly #running = new Set<AbortController>();
  #isInterrupted = false;

  constructor(parts: AttemptParts) {
    this.#parts = parts;
    this.#bodies = new EventBodies(parts.store);
  }

  /** Attempts a taken delivery. Rejects while the store is unavailable: the delivery is due again when its lease ends. */
  async run(taken: TakenDelivery): Promise<void> {
    const { endpoint } = taken;
    if (endpoint.disabled !== null) return this.#finish(taken, failed(taken, reasonOfDisabled(endpoint.disabled)));
    const ready = await this.#prepare(taken);
    if (ready === null) return;
    const result = await this.#send(ready.taken, ready.body);
    await this.#finish(ready.taken, this.#outcomeOf(ready.taken, result));
  }

  /** Breaks off what runs: those deliveries are due at once, for another process. */
  interrupt(): void {
    this.#isInterrupted = true;
    for (const one of this.#running) one.abort();
  }

  /** The delivery with its body; null where none can be made, which is written down. */
  async #prepare(taken: TakenDelivery): Promise<{ taken: TakenDelivery; body: string } | null> {
    const { events, rules } = this.#parts;
    const { event, delivery } = taken;
    const shapes = events.find(event.name);
    try {
      const isKnown = shapes !== null && events.stateOf(delivery.version) !== 'gone';
      const body = await this.#bodies.bodyFor(event, delivery.version, isKnown ? shapes : null);
      if (body !== null) return { taken, body };
      if (shapes === null) throw new RangeError(`The event ${event.name} is not declared.`);
      const version = versionAfter(rules.whenVersionGone);
      if (version !== null) return await this.#prepare({ ...taken, delivery: { ...delivery, version } });
      await this.#finish(taken, this.#versionGone(taken));
    } catch (error) {
      if (error instanceof ShapeTooNew) await this.#finish(taken, this.#later(taken, error));
      else if (error instanceof Error && isOfEvent(error)) await this.#finish(taken, this.#unmade(taken, error));
      else throw error;
    }
    return null;
  }

  async #send(taken: TakenDelivery, body: string): Promise<Result> {
    const { openAddresses, resolve, rules, now } = this.#parts;
    const url = new URL(taken.endpoint.url);
    if (this.#isInterrupted) return 'interrupted';
    // Not AbortSignal.timeout(): within AbortSignal.any(), Node 20 forgets it when garbage is collected.
    const running = new AbortController();
    const { signal } = running;
    const timer = setTimeout(() => running.abort(), rules.timeoutMs);
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    this.#running.add(running);
    try {
      const way = await Promise.race([findWay(url, await openAddresses(), resolve), late]);
      return await Promise.race([
        sendWebhook(url, { headers: headersOf(taken, body, now()), body }, way, signal),
        late,
      ]);
    } catch (error) {
      if (this.#isInterrupted) return 'interrupted';
      return { failure: signal.aborted ? `No answer within ${rules.timeoutMs / 1_000} seconds.` : reasonOf(error) };
    } finally {
      clearTimeout(timer);
      this.#running.delete(running);
      late.catch(() => {});
    }
  }

  #outcomeOf(taken: TakenDelivery, result: Result): DeliveryOutcome {
    const { delivery, endpoint } = taken;
    const now = this.#parts.now();
    if (result === 'interrupted') return { ...unattempted(delivery), state: 'pending', dueAt: now };
    const base = {
      version: delivery.version,
      attempts: delivery.attempts + 1,
      attemptedAt: now,
      status: 'status' in result ? result.status : null,
    };
    if ('status' in result && result.status >= 200 && result.status < 300)
      return { ...base, state: 'delivered', dueAt: null, reason: null, endpoint: { succeededAt: now, failedAt: null } };
    const reason = 'failure' in result ? result.failure : answerInWords(result.status);
    if ('status' in result && result.status === 410) return this.#disable(taken, { ...base, reason }, 'gone');
    const delay = delayAfter(base.attempts, this.#parts.rules.schedule, this.#parts.random);
    if (delay === null) {
      const hasSucceeded = (endpoint.succeededAt ?? -1) >= delivery.createdAt;
      if (!hasSucceeded) return this.#disable(taken, { ...base, reason }, 'failing');
      return { ...base, state: 'failed', dueAt: null, reason, endpoint: { failedAt: now } };
    }
    const asked = 'status' in result ? readRetryAfter(result.retryAfter, now) : null;
    const pause = asked ?? ('status' in result && busy.includes(result.status) ? delay : 0);
    return {
      ...base,
      state: 'pending',
      dueAt: now + Math.max(delay, pause),
      reason,
      endpoint: { failedAt: now, ...(pause > 0 && { pausedUntil: now + pause }) },
    };
  }

  #disable(
    { delivery, endpoint }: TakenDelivery,
    base: Omit<DeliveryOutcome, 'state' | 'dueAt'>,
    disabled: 'gone' | 'failing' | 'version-gone',
  ): DeliveryOutcome {
    const now = this.#parts.now();
    const notice = noticeOf(
      endpoint,
      'disabled',
      `${disabled} at ${delivery.id}`,
      { why: disabled, reason: base.reason },
      now,
    );
    return { ...base, state: 'failed', dueAt: null, endpoint: { disabled, failedAt: now }, notice };
  }

  #versionGone(taken: TakenDelivery): DeliveryOutcome {
    const reason = `Version ${taken.delivery.version} is gone.`;
    return this.#disable(taken, { ...unattempted(taken.delivery), reason }, 'version-gone');
  }

  #later({ delivery }: TakenDelivery, error: ShapeTooNew): DeliveryOutcome {
    const dueAt = this.#parts.now() + untilNewerBuildMs;
    return { ...unattempted(delivery), state: 'pending', dueAt, reason: error.message };
  }

  /** The service is at fault, and not the endpoint: a deployment may repair it, and a replay follows. */
  #unmade({ delivery, event }: TakenDelivery, error: Error): DeliveryOutcome {
    const { rules, random, now, warn } = this.#parts;
    const attempts = delivery.attempts + 1;
    const delay = delayAfter(attempts, rules.schedule, random);
    warn('A webhook has no body', {
      event: event.id,
      name: event.name,
      version: delivery.version,
      error: error.message,
    });
    const reason = 'The body could not be made. The log of the service says why.';
    const state = delay === null ? 'failed' : 'pending';
    return { ...unattempted(delivery), attempts, state, dueAt: delay === null ? null : now() + delay, reason };
  }

  async #finish(taken: TakenDelivery, outcome: DeliveryOutcome): Promise<void> {
    await this.#parts.store.finish(taken, outcome);
  }
}

const unattempted = ({ version, attempts, attemptedAt, status, reason }: StoredDelivery) => ({
  version,
  attempts,
  attemptedAt,
  status,
  reason,
});

const failed = ({ delivery }: TakenDelivery, reason: string): DeliveryOutcome => ({
  ...unattempted(delivery),
  state: 'failed',
  dueAt: null,
  reason,
});

/** What the event or its changes throw; everything else is the store's. */
const isOfEvent = (error: Error) =>
  error instanceof ChangeError || error instanceof RangeError || error.name === 'ShapeMismatch';

function answerInWords(status: number): string {
  if (status >= 300 && status < 400) return `Answered ${status}: redirects are not followed.`;
  return `Answered ${status}.`;
}

/** What an owner may know: what the network said, and never an address that they did not write. */
function reasonOf(error: unknown): string {
  if (error instanceof EgressRefused) return error.message;
  const { code, name } = error as { readonly code?: string; readonly name?: string };
  if (name === 'HTTPParserError') return 'The answer is not HTTP.';
  return typeof code === 'string' ? `No answer: ${code}.` : 'No answer: the connection failed.';
}
