import type {
  DeliveryState,
  DisabledReason,
  EndpointChanges,
  StoredDelivery,
  StoredEndpoint,
  StoredEvent,
  StoredNotice,
} from 'svckit/webhooks';
import type { StoresTables } from './migrations/tables.js';

type Tables = StoresTables;

/** Drivers hand bigint out as text. */
const time = (value: number | string | null) => (value === null ? null : Number(value));

export const endpointOf = (row: Tables['webhook_endpoints']): StoredEndpoint => ({
  id: row.id,
  subject: row.subject,
  url: row.url,
  description: row.description,
  events: JSON.parse(row.events) as string[],
  version: row.version,
  secrets: JSON.parse(row.secrets) as StoredEndpoint['secrets'],
  disabled: row.disabled as DisabledReason | null,
  pausedUntil: Number(row.paused_until),
  succeededAt: time(row.succeeded_at),
  failedAt: time(row.failed_at),
  createdAt: Number(row.created_at),
});

export const endpointRow = (endpoint: StoredEndpoint): Tables['webhook_endpoints'] => ({
  id: endpoint.id,
  subject: endpoint.subject,
  created_at: endpoint.createdAt,
  ...(changesRow(endpoint) as Required<ReturnType<typeof changesRow>>),
});

/** The columns of what changes; absent members stay as they are. */
export function changesRow(changes: EndpointChanges) {
  const { url, description, events, version, secrets, disabled, pausedUntil, succeededAt, failedAt } = changes;
  return {
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description }),
    ...(events !== undefined && { events: JSON.stringify(events) }),
    ...(version !== undefined && { version }),
    ...(secrets !== undefined && { secrets: JSON.stringify(secrets) }),
    ...(disabled !== undefined && { disabled }),
    ...(pausedUntil !== undefined && { paused_until: pausedUntil }),
    ...(succeededAt !== undefined && { succeeded_at: succeededAt }),
    ...(failedAt !== undefined && { failed_at: failedAt }),
  };
}

export const eventOf = ({ created_at, ...row }: Tables['webhook_events']): StoredEvent => ({
  ...row,
  createdAt: Number(created_at),
});

export const deliveryOf = (row: Tables['webhook_deliveries']): StoredDelivery => ({
  id: row.id,
  event: row.event,
  name: row.name,
  endpoint: row.endpoint,
  subject: row.subject,
  version: row.version,
  state: row.state as DeliveryState,
  attempts: row.attempts,
  dueAt: time(row.due_at),
  createdAt: Number(row.created_at),
  attemptedAt: time(row.attempted_at),
  status: row.status,
  reason: row.reason,
});

export const noticeRow = ({ createdAt, ...notice }: StoredNotice): Tables['webhook_notices'] => ({
  ...notice,
  held_until: 0,
  created_at: createdAt,
});

export const storedNoticeOf = ({
  id,
  endpoint,
  subject,
  kind,
  data,
  created_at,
}: Tables['webhook_notices']): StoredNotice => ({
  id,
  endpoint,
  subject,
  kind: kind as StoredNotice['kind'],
  data,
  createdAt: Number(created_at),
});
