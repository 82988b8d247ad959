import { writeJson } from '../../json/json.js';
import { readableTime } from '../../text/date.js';
import { countOf } from '../../text/join-words.js';
import { compareVersions } from '../../text/version-order.js';
import type { StoredDelivery, StoredEndpoint, VersionCount } from '../../webhooks/store/webhook-store.js';
import type { Io } from '../io.js';
import { coloursFor } from '../terminal/colours.js';
import { printTable } from '../terminal/print-table.js';

/** What `svc webhooks` shows. */
export interface WebhookOverview {
  readonly versions: readonly VersionCount[];
  /** Those of one version, where it is asked for. */
  readonly endpoints: readonly StoredEndpoint[] | null;
  /** The newest deliveries whose last attempt failed. */
  readonly failing: readonly StoredDelivery[];
}

type Output = Pick<Io, 'stdout' | 'env'>;

/** The formats of `svc webhooks`. */
export const webhookFormats = {
  table: formatTables,
  json: ({ versions, endpoints, failing }) =>
    writeJson({
      version: 1,
      versions: versions.toSorted(byVersion).map(({ version, enabled, disabled }) => ({ version, enabled, disabled })),
      ...(endpoints && { endpoints: endpoints.map(endpointRecord) }),
      failing: failing.map(deliveryRecord),
    }),
} satisfies Record<string, (overview: WebhookOverview, output: Output) => string>;

const byVersion = (one: VersionCount, other: VersionCount) => compareVersions(one.version, other.version);
const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

const endpointRecord = ({ id, subject, url, events, version, disabled, succeededAt, failedAt }: StoredEndpoint) => ({
  id,
  subject,
  url,
  events: [...events],
  version,
  disabled,
  succeededAt: iso(succeededAt),
  failedAt: iso(failedAt),
});

const deliveryRecord = (one: StoredDelivery) => ({
  id: one.id,
  event: one.event,
  name: one.name,
  endpoint: one.endpoint,
  subject: one.subject,
  version: one.version,
  state: one.state,
  attempts: one.attempts,
  status: one.status,
  reason: one.reason,
  attemptedAt: iso(one.attemptedAt),
  nextAt: iso(one.dueAt),
});

function formatTables({ versions, endpoints, failing }: WebhookOverview, output: Output): string {
  if (versions.length === 0) return 'No endpoint has been created yet.\n';
  const counts = versions.toSorted(byVersion).map(({ version, enabled, disabled }) => ({
    VERSION: version,
    ENDPOINTS: String(enabled),
    DISABLED: disabled === 0 ? '' : String(disabled),
  }));
  const parts = [table(counts, output)];
  if (endpoints)
    parts.push(endpoints.length === 0 ? 'No endpoint has this version.\n' : endpointsTable(endpoints, output));
  parts.push(failing.length === 0 ? 'No delivery is failing.\n' : failingTable(failing, output));
  return parts.join('\n');
}

/** Endpoints as a table for people. */
export const endpointsTable = (endpoints: readonly StoredEndpoint[], output: Output): string =>
  table(
    endpoints.map(({ id, subject, url, events, disabled, succeededAt }) => ({
      ENDPOINT: id,
      SUBJECT: subject,
      URL: url,
      EVENTS: events.join(' '),
      DISABLED: disabled ?? '',
      'LAST SUCCESS': succeededAt === null ? '' : minute(succeededAt),
    })),
    output,
  );

function failingTable(failing: readonly StoredDelivery[], output: Output): string {
  const rows = failing.map(({ id, name, endpoint, version, attempts, reason, dueAt }) => ({
    DELIVERY: id,
    EVENT: name,
    VERSION: version,
    ENDPOINT: endpoint,
    ATTEMPTS: String(attempts),
    NEXT: dueAt === null ? 'failed' : minute(dueAt),
    REASON: reason ?? '',
  }));
  return `${table(rows, output)}\n${countOf(failing.length, 'delivery', 'deliveries')} failing. Send one again: svc webhooks --replay ${failing[0]!.id}\n`;
}

const minute = (time: number) => readableTime(`${new Date(time).toISOString().slice(0, 16)}:00.000Z`);

/** Columns in which every row is empty are left out. */
function table(rows: readonly Readonly<Record<string, string>>[], { stdout, env }: Output): string {
  const { bold } = coloursFor(stdout, env);
  const names = Object.keys(rows[0]!).filter((name) => rows.some((row) => row[name] !== ''));
  return printTable([
    names.map((name) => [name, bold] as const),
    ...rows.map((row) => names.map((name) => row[name]!)),
  ]);
}
