import type { StoredEndpoint, StoredNotice } from '../store/webhook-store.js';

/** What an owner should know of an endpoint. */
export interface WebhookNotice {
  /** The same for the same notice, which may come twice. */
  readonly id: string;
  /** `disabled`: nothing is sent any more; `moved`: its version is gone, and it has another; `version-leaves`: its version goes away. */
  readonly kind: StoredNotice['kind'];
  readonly subject: string;
  readonly endpoint: string;
  readonly at: Date;
  /** What happened: `why` and `reason` of `disabled`, `from` and `to` of `moved`, `version`, `sunset`, `daysLeft`, `successor` and `link` of `version-leaves`. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A notice of an endpoint; `about` distinguishes it from others of its kind. */
export const noticeOf = (
  { id, subject }: Pick<StoredEndpoint, 'id' | 'subject'>,
  kind: StoredNotice['kind'],
  about: string,
  data: Readonly<Record<string, unknown>>,
  now: number,
): StoredNotice => ({
  id: `${id} ${kind}: ${about}`,
  endpoint: id,
  subject,
  kind,
  data: JSON.stringify(data),
  createdAt: now,
});

export const readNotice = ({ id, kind, subject, endpoint, data, createdAt }: StoredNotice): WebhookNotice =>
  Object.freeze({
    id,
    kind,
    subject,
    endpoint,
    at: new Date(createdAt),
    data: JSON.parse(data) as Record<string, unknown>,
  });
