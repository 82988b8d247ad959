import type { LeavingVersion } from '../declare/webhook-host.js';
import { versionAfter, type WhenVersionGone } from '../deliver/version-gone.js';
import type { StoredEndpoint, WebhookStore } from '../store/webhook-store.js';
import { noticeOf, readNotice, type WebhookNotice } from './notices.js';
import type { PublishedEvents } from './published-events.js';

/** What housekeeping uses. */
export interface HouseParts {
  readonly store: WebhookStore;
  readonly events: PublishedEvents;
  readonly whenVersionGone: WhenVersionGone;
  readonly onNotice: ((notice: WebhookNotice) => unknown) | undefined;
  readonly leaving: (now: number) => readonly LeavingVersion[];
  readonly keepMs: number;
  readonly now: () => number;
  readonly warn: (message: string, fields: Record<string, unknown>) => void;
}

const pageSize = 200;
const holdMs = 60_000;

/** What is looked after beside deliveries: versions that are gone or go, notices, and what is kept long enough. */
export async function keepHouse(parts: HouseParts): Promise<void> {
  await leaveGoneVersions(parts);
  await announceLeaving(parts);
  await giveNotices(parts);
  await parts.store.clear(parts.now() - parts.keepMs);
}

/** Endpoints stand on no version that is gone. */
async function leaveGoneVersions({ store, events, whenVersionGone, now }: HouseParts): Promise<void> {
  const gone = (await store.countEndpoints()).filter(
    ({ version, enabled }) => enabled > 0 && events.stateOf(version) === 'gone',
  );
  const moveTo = versionAfter(whenVersionGone);
  for (const { version } of gone)
    for await (const endpoint of endpointsOf(store, version)) {
      const notice =
        moveTo === null
          ? noticeOf(
              endpoint,
              'disabled',
              `version ${version} is gone`,
              { why: 'version-gone', reason: `Version ${version} is gone.` },
              now(),
            )
          : noticeOf(endpoint, 'moved', `${version} to ${moveTo}`, { from: version, to: moveTo }, now());
      await store.changeEndpoint(
        endpoint.id,
        moveTo === null ? { disabled: 'version-gone' } : { version: moveTo },
        notice,
      );
    }
}

/** The owners of endpoints whose version goes away get a notice for each announcement. */
async function announceLeaving({ store, leaving, now }: HouseParts): Promise<void> {
  for (const { kind, id, version, at, daysLeft, successor, link } of leaving(now())) {
    if (kind !== 'sunset' || version === null) continue;
    for await (const endpoint of endpointsOf(store, version))
      await store.addNotice(
        noticeOf(endpoint, 'version-leaves', id, { version, sunset: at, daysLeft, successor, link }, now()),
      );
  }
}

async function giveNotices({ store, onNotice, now, warn }: HouseParts): Promise<void> {
  for (const notice of await store.takeNotices({ now: now(), holdMs, limit: pageSize })) {
    const { kind, endpoint, subject } = notice;
    if (!onNotice)
      warn(`An endpoint of a webhook: ${kind}`, { endpoint, subject, ...(JSON.parse(notice.data) as object) });
    else await onNotice(readNotice(notice));
    await store.closeNotice(notice.id);
  }
}

/** The enabled endpoints of a version. */
async function* endpointsOf(store: WebhookStore, version: string): AsyncGenerator<StoredEndpoint> {
  let after: string | undefined;
  for (;;) {
    const page = await store.listEndpoints({
      version,
      enabled: true,
      limit: pageSize,
      ...(after !== undefined && { after }),
    });
    yield* page;
    if (page.length < pageSize) return;
    after = page.at(-1)!.id;
  }
}
